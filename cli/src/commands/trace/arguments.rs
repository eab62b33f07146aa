//! The arguments of `trace`.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use rfc1738::Rule;

use crate::arguments::detail::DetailName;
use crate::arguments::exit_status::EXIT_STATUS;
use crate::arguments::rule::RuleParser;

const HELP: &str = "\
A line for each step: its number; the text, with a bar behind what is consumed
so far; and what happens, indented by the productions that are open:

  hostname?          the production is tried here; (trial) says that it is to see
                     how far it gets, and that what is chosen is done once more
  takes \"a.\"         characters of the text are taken
  wants a-z 0-9      one of these was looked for and not taken
  gives back \"b\"     the reading goes on from an earlier place
  hostname \"a.b\"     the production has derived this
  hostname fails     it derives nothing here

What is in the tree of `parse` in the end is marked with a star.

Formats:
  human  A line for each step.
  json   One object on one line: {\"input\":…,\"rule\":…,\"ok\":…,\"prefix\":…,\"steps\":
         [{\"step\":1,\"event\":\"try\",\"rule\":…,\"start\":0,\"depth\":0,\"trial\":false,
         \"kept\":true},…]}. The events are try, match, fail, take, miss and
         give_back; \"prefix\" is the length of the longest prefix that is derived.

Examples:
  rfc1738 trace --rule hostname a.b
  rfc1738 trace --depth 3 ftp://me@host/
  rfc1738 trace --only login --only user --only hostport ftp://host/";

/// The arguments of `trace`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct TraceArguments {
    /// The production to run
    #[arg(long, value_name = "NAME", value_parser = RuleParser, default_value = "url")]
    pub(crate) rule: Rule,

    /// Whether to show the productions for single characters
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: DetailName,

    /// Show only so many levels of productions
    #[arg(long, value_name = "N")]
    pub(crate) depth: Option<NonZeroUsize>,

    /// Show only this production; may be given more than once
    #[arg(long, value_name = "RULE", value_parser = RuleParser)]
    pub(crate) only: Vec<Rule>,

    /// How to show the steps
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TraceFormat,

    /// The text; - for all of standard input without the line end that closes it
    pub(crate) text: OsString,
}

/// How `trace` shows steps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// A line for each, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}
