//! The arguments of `conformance cover`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::grammar::ProductionChoice;
use crate::arguments::number::number;
use crate::commands::check::arguments::RecordArguments;

const HELP: &str = "\
Says what a file of texts reaches in a production and in all that it leads to:
  productions   those in the tree of a valid text
  alternatives  those that the tree takes; an optional part is present or absent
  transitions   those of the smallest automaton along the valid beginning of a text,
                an invalid one too; none if the production recurses in the middle or
                is too large
Then it makes valid texts that reach the rest, as far as it finds any. An alternative
that no tree takes, because an earlier one has its texts, has none.

The files are read as `check` reads them. Texts that are not decided, or too long to
be kept, are counted as undecided.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Formats:
  human  The numbers, each part that no text reaches, and the shortest of the texts
         that reach more, as far as --most allows.
  json   One object: \"rule\", \"texts\" (\"valid\", \"invalid\", \"undecided\"),
         \"productions\", \"alternatives\" and \"transitions\" (\"reached\" and \"all\";
         null without an automaton), \"uses\" (every part with its \"production\",
         \"kind\", \"part\" and number of \"texts\"), and \"missing\" (each text as
         \"input\" and \"hex\", with its new \"uses\" and number of \"transitions\").
  txt    The texts that reach more, one a line. A line cannot hold a text that has LF
         in it or ends in CR; a note counts those that were left out.

Examples:
  rfc1738 conformance cover urls.txt
  rfc1738 conformance cover --rule hostport hosts.txt
  rfc1738 conformance cover --format txt urls.txt >> urls.txt
  rfc1738 conformance cover --csv url --format json access.csv
  rfc1738 conformance cover --grammar json.abnf texts.txt";

const EXIT_STATUS: &str = "\
Exit status:
  0  no text is known that reaches more
  1  texts are known that reach more
  2  wrong use, a file or grammar that cannot be read, or a text that is not decided";

/// The arguments of `conformance cover`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct CoverArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    #[command(flatten)]
    pub(crate) records: RecordArguments,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CoverFormat,

    /// Show at most N texts that reach more
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = number::<usize>)]
    pub(crate) most: usize,

    /// The files, or - for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
}

/// The output format of `conformance cover`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverFormat {
    /// Numbers, parts and texts, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// The texts that reach more
    Txt,
}
