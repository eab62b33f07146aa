//! The arguments of `grammar check`.

use clap::Args;

use crate::arguments::exit_status::EXIT_STATUS;
use crate::arguments::grammar::GrammarFile;

const HELP: &str = "\
Shows errors on standard error. If there are none, shows findings on standard
output: unused productions, productions that derive no text and alternatives
that need one, places where the first alternative or the longest repetition
would lose texts, and texts with several derivations. The last line counts them,
and the productions in which automata cannot look for the last two, or not beyond
the depth of --depth. Findings do not make the command fail.

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
    #[command(flatten)]
    pub(crate) grammar: GrammarFile,

    /// Of productions that lead to themselves, examine texts with up to N of them inside each other, not
    /// counting left and right recursion
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) depth: u32,
}
