//! The arguments of `rules`.

use clap::Args;
use rfc1738::Rule;

use crate::arguments::rule::RuleParser;

const HELP: &str = "\
Examples:
  rfc1738 rules
  rfc1738 rules gopherurl

`rfc1738 explain` tells more of one production.";

/// The arguments of `rules`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct RulesArguments {
    /// The production to tell about
    #[arg(value_parser = RuleParser)]
    pub(crate) name: Option<Rule>,
}
