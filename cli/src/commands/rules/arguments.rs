//! The arguments of `rules`.

use clap::Args;
use rfc1738::Rule;

use crate::arguments::rule::RuleParser;

const HELP: &str = "\
Examples:
  rfc1738 rules
  rfc1738 rules gopherurl

`rfc1738 explain` shows more about one production.";

/// The arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct RulesArguments {
    /// Show this production only
    #[arg(value_parser = RuleParser)]
    pub(crate) name: Option<Rule>,
}
