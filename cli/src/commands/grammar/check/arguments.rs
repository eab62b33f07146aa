//! The arguments of `grammar check`.

use std::ffi::OsString;

use clap::Args;

use crate::arguments::exit_status::EXIT_STATUS;
use crate::arguments::notation::NotationName;

const HELP: &str = "\
Shows errors on standard error. If there are none, shows findings on standard
output: unused productions, places where the first alternative or the longest
repetition would lose texts, and texts with several derivations. Findings do
not make the command fail.

A grammar in FILE is read to the letter; --readings applies readings where they
fit. RFC 1738 as printed needs its readings: --readings rfc1738. Without FILE
they are applied.

Examples:
  rfc1738 grammar check
  rfc1738 grammar check my-grammar.bnf
  rfc1738 grammar check --readings rfc1738 grammar/rfc1738.bnf
  rfc1738 grammar check - < my-grammar.bnf";

/// The arguments of `grammar check`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct GrammarCheckArguments {
    /// The notation of the grammar file [default: found out from the file]
    #[arg(long, value_enum, value_name = "NOTATION", requires = "file")]
    pub(crate) notation: Option<NotationName>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) readings: Option<OsString>,

    /// The grammar file (- for standard input), in the notation of RFC 822, ABNF or BNF
    /// [default: the grammar of RFC 1738 with its readings]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<OsString>,
}
