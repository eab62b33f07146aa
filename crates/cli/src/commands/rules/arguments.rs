//! The arguments of `rules`.

use clap::Args;

use crate::arguments::grammar::ProductionChoice;

const HELP: &str = "\
Lists all productions under their headings, or shows the page of one.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 rules
  rfc1738 rules gopherurl
  rfc1738 rules --grammar dates.bnf

`rfc1738 explain` shows more about one production.";

/// The arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = HELP, mut_arg("rule", |rule| rule.help("Show this production [default: list all]")))]
pub(crate) struct RulesArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    /// The production to show; the same as --rule
    #[arg(conflicts_with = "rule")]
    pub(crate) name: Option<String>,
}
