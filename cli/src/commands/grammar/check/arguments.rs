//! The arguments of `grammar check`.

use std::ffi::OsString;

use clap::Args;

use crate::arguments::exit_status::EXIT_STATUS;

const HELP: &str = "\
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

/// The arguments of `grammar check`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct GrammarCheckArguments {
    /// Readings to apply to the file
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) readings: Option<OsString>,

    /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input; without it,
    /// the grammar of RFC 1738 with its readings
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<OsString>,
}
