//! What can be said of `conformance` on the command line.

use std::ffi::{OsStr, OsString};
use std::num::{NonZeroU64, NonZeroUsize};

use clap::{Args, Subcommand, ValueEnum};
use rfc1738::Rule;

use crate::names::RuleParser;

const EXPORT_HELP: &str = "\
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

const EXPORT_EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, or an output that cannot be written";

const RUN_USAGE: &str = "rfc1738 conformance run [OPTIONS] -- COMMAND [ARG]...";

const RUN_HELP: &str = "\
COMMAND is started once. It gets one text a line and writes one line for each:
`accept`, `reject`, or `reject OFFSET`, where OFFSET is the number of octets
before the first that cannot stand where it stands. It need not answer at once,
but it has to answer every line and to end when its input ends. The texts are
those of `conformance export`: any character but CR and LF can be among them.

A text is counted as true or false accept, or as true or false reject. Accepts
that are due count for the kind of URL, rejects that are due for the production
that the text fails in. An offset that differs is a disagreement; none given is
not. What COMMAND writes to standard error is kept back; its end is shown when
something goes wrong.

Formats:
  human  The counts of each production, and the shortest disagreements, among
         them one of each production and kind as far as --most allows.
  json   One object on one line: \"rule\", \"extra_states\", \"texts\" (how many the
         suite has), the counts, the same by \"productions\", \"disagreements\", and
         \"failure\": null, or an object about what kept the run from its end.

Examples:
  rfc1738 conformance run -- ./my-parser
  rfc1738 conformance run --rule httpurl --most 20 -- python3 parser.py
  rfc1738 conformance run --rule host --extra-states 1 --report json -- ./host";

const RUN_EXIT_STATUS: &str = "\
Exit status:
  0  COMMAND agrees with the grammar on every text
  1  it disagrees
  2  wrong use, or COMMAND did not answer every text: it cannot be started, it
     ended early, nothing happened within the time limit, or it wrote something
     else than answers";

/// The arguments of `conformance`.
#[derive(Debug, Args)]
pub(crate) struct ConformanceArguments {
    #[command(subcommand)]
    pub(crate) command: ConformanceCommand,
}

/// The commands of `conformance`.
#[derive(Debug, Subcommand)]
pub(crate) enum ConformanceCommand {
    /// Write texts at least one of which every faulty parser gets wrong
    Export(ExportArguments),
    /// Ask a program about these texts and count what it gets wrong
    Run(RunArguments),
}

/// The arguments of `conformance export`.
#[derive(Debug, Args)]
#[command(after_help = format!("{EXPORT_HELP}\n\n{EXPORT_EXIT_STATUS}"))]
pub(crate) struct ExportArguments {
    #[command(flatten)]
    pub(crate) selection: Selection,

    /// How to write the texts
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExportFormat,
}

/// The arguments of `conformance run`.
#[derive(Debug, Args)]
#[command(override_usage = RUN_USAGE, after_help = format!("{RUN_HELP}\n\n{RUN_EXIT_STATUS}"))]
pub(crate) struct RunArguments {
    /// The production to test for
    #[arg(long, value_name = "NAME", value_parser = RuleParser, default_value = "url")]
    pub(crate) rule: Rule,

    /// How many states more than the minimal automaton a faulty parser may have
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub(crate) extra_states: u8,

    /// How to report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) report: ReportFormat,

    /// How many disagreements to show at most
    #[arg(long, value_name = "N", default_value = "5")]
    pub(crate) most: NonZeroUsize,

    /// How long COMMAND may neither answer nor take another text
    #[arg(long, value_name = "SECONDS", default_value = "10")]
    pub(crate) timeout: NonZeroU64,

    /// What to run, with its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
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

/// How `conformance run` reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// A table and the shortest disagreements
    #[default]
    Human,
    /// One object, for programs
    Json,
}

impl RunArguments {
    /// The name of the command and its arguments.
    pub(crate) fn command(&self) -> (&OsStr, &[OsString]) {
        match self.command.as_slice() {
            [name, arguments @ ..] => (name, arguments),
            [] => (OsStr::new(""), &[]),
        }
    }
}
