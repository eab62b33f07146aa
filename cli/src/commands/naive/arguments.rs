//! The arguments of `naive`.

use std::ffi::OsString;

use clap::{ArgAction, Args, ValueEnum};

const HELP: &str = "\
The naive reading runs the productions as ordered choice with greedy repetition:
of alternatives the first that fits is taken, [x] and *x take what they can, and
nothing is given back. That is what a first attempt with a parser library does.

With a TEXT, both readings are shown: what they accept, where the naive one stops,
which production is to blame, and what that took where something else is needed.

Without a TEXT, --grammar lists a shortest text for each production that the naive
reading gets wrong, and where there is none says so. A production is wrong by
itself where it would be even if those that it uses took the longest texts that
they derive; otherwise because of others, which are named.

Formats:
  human  Sentences, or a list with a count.
  json   With texts, one object on a line for each: {\"input\":…,\"rule\":…,\"agree\":…,
         \"naive\":…,\"derived\":…,\"end\":…,\"blame\":…}; \"blame\" is null or has \"rule\",
         \"start\" and \"end\" of what it derives, \"fault\" (alternative, option, round
         or extent), \"part\", \"took\" and \"needed\". Without, one object:
         {\"productions\":[{\"rule\":…,\"result\":…}]}; \"result\" is right, wrong or
         undecided. Where it is wrong, \"text\" holds a text, \"origin\" is body,
         others or unknown, and \"causes\" names these others.

Examples:
  rfc1738 naive http://h/ http://host/
  rfc1738 naive --rule gopherurl gopher://h/0a%09b
  rfc1738 naive --grammar
  rfc1738 naive --grammar dates.bnf
  rfc1738 naive --grammar dates.bnf --rule date 2024-02-29";

const EXIT_STATUS: &str = "\
Exit status:
  0  both readings agree: they accept the same texts, with the same trees
  1  they do not
  2  wrong use, or a grammar that cannot be read or holds errors";

/// The arguments of `naive`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct NaiveArguments {
    /// The production to read the texts as, or to list alone [default for texts: url; of another
    /// grammar, the one that no other uses]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// A grammar file, - for standard input; without FILE, the grammar of RFC 1738 with its
    /// readings
    #[arg(long, value_name = "FILE", num_args = 0..=1, action = ArgAction::Set, required_unless_present = "texts")]
    pub(crate) grammar: Option<Vec<OsString>>,

    /// Readings to apply to the file
    #[arg(long, value_name = "FILE", requires = "grammar")]
    pub(crate) readings: Option<OsString>,

    /// How to report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: NaiveFormat,

    /// The texts; - for all of standard input without the line end that closes it
    #[arg(value_name = "TEXT")]
    pub(crate) texts: Vec<OsString>,
}

/// How `naive` reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum NaiveFormat {
    /// Sentences, for people
    #[default]
    Human,
    /// Objects, for programs
    Json,
}
