//! The arguments of `conformance export`.

use clap::{Args, ValueEnum};
use rfc1738::Rule;

use crate::arguments::rule::RuleParser;

const HELP: &str = "\
A suite is complete (HSI method): a parser that accepts other texts than the
production derives gives a wrong verdict on at least one text of its suite, if
it is an automaton with at most K states more than the smallest right one. The
state from which nothing can become valid is counted. Without extra states no
more is assumed; with them, that the parser does not distinguish characters
that the production never distinguishes.

No text holds CR or LF. Of the characters outside ASCII, é stands for all.

Formats:
  jsonl  An object on a line: {\"rule\":…,\"input\":…,\"ok\":true}. A rejected text
         has \"offset\", where its longest prefix ends that could still become
         valid, in octets; \"next\", every character that could stand there; and
         \"can_end\", whether the text could have ended there.
  txt    A text on a line, the empty one included; neither productions nor
         verdicts.
  yaml   What ABNF test runners like those for OData read: a list TestCases of
         Name, Rule, Input and, for a rejected text, FailAt, the offset.

Examples:
  rfc1738 conformance export > url.jsonl
  rfc1738 conformance export --rule host --rule port --extra-states 1
  rfc1738 conformance export --all --format yaml
  rfc1738 conformance export --rule port --format txt | rfc1738 check --rule port";

const EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, or an output that cannot be written";

/// The arguments of `conformance export`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    pub(crate) selection: Selection,

    /// How to write the texts
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExportFormat,
}

/// Which suites to take.
#[derive(Debug, Args)]
pub(crate) struct Selection {
    /// The production to test for; can be given more than once
    #[arg(long = "rule", value_name = "NAME", value_parser = RuleParser, default_value = "url")]
    pub(crate) rules: Vec<Rule>,

    /// Test for every production
    #[arg(long, conflicts_with = "rules")]
    pub(crate) all: bool,

    /// How many states more than a right parser needs a faulty one may have
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) extra_states: u8,
}

/// How `conformance export` writes texts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportFormat {
    /// An object for each text
    #[default]
    Jsonl,
    /// The texts alone
    Txt,
    /// One list of test cases
    Yaml,
}
