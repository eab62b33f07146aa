//! The arguments of `conformance run`.

use std::ffi::{OsStr, OsString};
use std::num::{NonZeroU64, NonZeroUsize};

use clap::{Args, ValueEnum};
use rfc1738::Rule;

use crate::arguments::rule::RuleParser;

const USAGE: &str = "rfc1738 conformance run [OPTIONS] -- COMMAND [ARG]...";

const HELP: &str = "\
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

const EXIT_STATUS: &str = "\
Exit status:
  0  COMMAND agrees with the grammar on every text
  1  it disagrees
  2  wrong use, or COMMAND did not answer every text: it cannot be started, it
     ended early, nothing happened within the time limit, or it wrote something
     else than answers";

/// The arguments of `conformance run`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
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
