//! The arguments of `naive`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::grammar::ProductionChoice;
use crate::input::depth::DepthChoice;

const HELP: &str = "\
Compares the grammar with its naive reading: ordered choice and greedy
repetition without backtracking. The first alternative that fits is taken, and
[x] and *x consume all they can. A first attempt with a parser library does the
same.

With a TEXT, shows what both readings accept, where the naive reading stops, and
which production is the cause.

Without a TEXT, lists a text for each production that the naive reading gets
wrong, or with --rule for one production: a shortest one of the texts that are
searched, unless the search reaches its limit and a text of another production is
known. A production is wrong by itself if
it would be wrong even where the productions that it uses take their longest texts;
otherwise it is wrong because of others, which are named. A text that both readings
accept with different trees is shown, too. Where no proof about all texts is found,
the texts to the depth of --depth are searched, if a production recurses and not at
one end only. Where ordered choice never ends, a production is left out.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Formats:
  human  Sentences, or a list with a count.
  json   With texts, one object a line: {\"input\":…,\"rule\":…,\"agree\":…,\"naive\":…,
         \"derived\":…,\"end\":…,\"blame\":…}; \"blame\" is null or has \"rule\", \"start\"
         and \"end\" of its text, \"fault\" (alternative, option, round or extent),
         \"part\", \"took\" and \"needed\". Without texts, one object:
         {\"productions\":[{\"rule\":…,\"result\":…}]}; \"result\" is right, wrong or
         undecided. A wrong production has \"text\", \"origin\" (body, others or
         unknown) and \"causes\", the names of these others. \"depth\" is there if only
         texts to a depth were searched. \"other_tree\" is a text that both readings
         accept with different trees; \"same_trees_up_to\" is the length up to which
         there is none, if longer texts may have different trees.

Examples:
  rfc1738 naive http://h/ http://host/
  rfc1738 naive --rule gopherurl gopher://h/0a%09b
  rfc1738 naive
  rfc1738 naive --grammar dates.bnf
  rfc1738 naive --grammar dates.bnf --rule date 2024-02-29";

const EXIT_STATUS: &str = "\
Exit status:
  0  both readings accept the same texts, with the same trees; without a TEXT, the
     same texts, or the same to the depth, and no text with different trees was found
  1  the readings differ
  2  a production or a text is not decided, wrong use, or a grammar that cannot be
     read or has errors";

/// The arguments of `naive`.
#[derive(Debug, Args)]
// Before it took a file only, --grammar without one listed the productions of RFC 1738.
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"), mut_arg("grammar", |files| files.num_args(0..=1)))]
pub(crate) struct NaiveArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    #[command(flatten)]
    pub(crate) depth: DepthChoice,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: NaiveFormat,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    pub(crate) whole: bool,

    /// The texts; - reads standard input, without its last line end unless the production needs
    /// it
    #[arg(value_name = "TEXT")]
    pub(crate) texts: Vec<OsString>,
}

/// The output format of `naive`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum NaiveFormat {
    /// Sentences, for people
    #[default]
    Human,
    /// Objects, for programs
    Json,
}
