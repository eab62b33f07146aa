//! What can be said of `grammar` on the command line.

use std::ffi::OsString;

use clap::{Args, Subcommand, ValueEnum};

use super::export::arguments::ExportArguments;
use super::railroad::arguments::RailroadArguments;
use crate::arguments::EXIT_STATUS;

const GRAMMAR_HELP: &str = "\
Errors are shown on standard error; for a file without errors, standard output
shows what is worth knowing: productions that nothing uses, places where taking
the first alternative or the longest repetition would lose words, and texts that
are derived in more than one way. These alone are no reason to fail.

A FILE is read to the letter; --readings applies the readings of another file to
it, as far as they find what they decide. RFC 1738 as it is printed needs those of
this project: grammar/readings.toml. Without FILE they are applied.

Examples:
  rfc1738 grammar check
  rfc1738 grammar check my-grammar.bnf
  rfc1738 grammar check --readings grammar/readings.toml grammar/rfc1738.bnf
  rfc1738 grammar check - < my-grammar.bnf";

const DIFF_HELP: &str = "\
Two productions of one name are equal where they derive the same texts, however
they are written. Where they are not, a shortest text is shown that only one of
the files derives. A production differs by itself where its two bodies still
derive different texts when what they use is read alike; otherwise it differs
because of others, which are named.

Files are read to the letter; --readings applies the readings of a file to both,
as far as they find what they decide. To compare RFC 1738 as it is printed, take
those of this project: grammar/readings.toml.

Formats:
  human  What differs, causes first, what is equal, and a count.
  json   One object on one line: {\"a\":…,\"b\":…,\"equal\":…,\"productions\":[…]}.
         A production has \"rule\" and \"result\": equal, differs, only_a or
         only_b. Where it differs, \"only_a\" and \"only_b\" hold a text or
         null, \"origin\" is body, exclusion (by readings) or others, and
         \"causes\" names these others.

Examples:
  rfc1738 grammar diff rfc1738.bnf my-transcription.bnf
  rfc1738 grammar diff --rule hostport --format json a.bnf b.bnf
  rfc1738 grammar diff --readings grammar/readings.toml a.bnf - < b.bnf";

const DIFF_EXIT_STATUS: &str = "\
Exit status:
  0  nothing differs
  1  something does
  2  wrong use, or a file that cannot be read or holds errors";

/// The arguments of `grammar`.
#[derive(Debug, Args)]
pub(crate) struct GrammarArguments {
    #[command(subcommand)]
    pub(crate) command: GrammarCommand,
}

/// The commands of `grammar`.
#[derive(Debug, Subcommand)]
pub(crate) enum GrammarCommand {
    /// Look for errors and for places that are worth knowing
    #[command(after_help = format!("{GRAMMAR_HELP}\n\n{EXIT_STATUS}"))]
    Check {
        /// Readings to apply to the file
        #[arg(long, value_name = "FILE", requires = "file")]
        readings: Option<OsString>,

        /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input;
        /// without it, the grammar of RFC 1738 with its readings
        #[arg(value_name = "FILE")]
        file: Option<OsString>,
    },
    /// Tell where two grammars derive different texts
    Diff(DiffArguments),
    /// Write a grammar in another notation
    Export(ExportArguments),
    /// Draw the productions as railroad diagrams
    Railroad(RailroadArguments),
}

/// The arguments of `grammar diff`.
#[derive(Debug, Args)]
#[command(after_help = format!("{DIFF_HELP}\n\n{DIFF_EXIT_STATUS}"))]
pub(crate) struct DiffArguments {
    /// Compare one production only
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// How to report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DiffFormat,

    /// Readings to apply to both files
    #[arg(long, value_name = "FILE")]
    pub(crate) readings: Option<OsString>,

    /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input
    #[arg(value_name = "A")]
    pub(crate) a: OsString,

    /// The file to compare it with; - for standard input
    #[arg(value_name = "B")]
    pub(crate) b: OsString,
}

/// How `grammar diff` reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// What differs and what is equal, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}
