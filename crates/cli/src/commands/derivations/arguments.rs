//! The arguments of `derivations`.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::arguments::detail::DetailName;
use crate::arguments::exit_status::EXIT_STATUS;
use crate::arguments::grammar::ProductionChoice;
use crate::arguments::number::number;

const HELP: &str = "\
Shows every way in which a production derives a text. The first derivation is
the tree that `parse` shows. The others follow in order of priority:
alternatives as written, an option present before absent, repetitions as long as
possible. An invalid text is rejected as `parse` rejects it.

A node repeats another one if that is an ancestor of the same production and
span. If the grammar allows it, there are infinitely many derivations, and those
without repeated nodes are shown and counted, up to 1000000. So are those
without empty rounds of a repetition without a limit.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Formats:
  human  The trees. Above each but the first, the nodes in which it differs from
         the first. Standard error shows the number of trees.
  json   One object on one line: `count` is the number of `trees` in it, and
         `complete` says whether there are no others. `total` is the number of
         all, or else they are more than `more_than`. `infinite` is true if
         trees with repeated nodes are left out. An invalid text gets the
         object of `parse`, and so does one that is not decided.
  jsonl  One object a line for each node, as with `parse`; \"derivation\" is the
         number of its tree. The last line is the object of json without `trees`.

Examples:
  rfc1738 derivations --rule gopherurl gopher://h/0a%09b%09c
  rfc1738 derivations --rule genericurl --most 2 x://user@host/path
  rfc1738 derivations --rule port --detail characters --format json 80
  rfc1738 derivations --grammar dates.bnf 2024-02-29";

/// The arguments of `derivations`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct DerivationsArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    /// Which productions to show
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: DetailName,

    /// Show at most N derivations
    #[arg(long, value_name = "N", default_value = "16", value_parser = number::<NonZeroUsize>)]
    pub(crate) most: NonZeroUsize,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DerivationsFormat,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    pub(crate) whole: bool,

    /// The text; - reads standard input, without its last line end unless the production needs
    /// it
    pub(crate) text: OsString,
}

/// The output format of `derivations`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DerivationsFormat {
    /// With branches, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// One object for each node, for programs
    Jsonl,
}
