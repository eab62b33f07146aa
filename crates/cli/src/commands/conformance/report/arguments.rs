//! The arguments of `conformance report`.

use std::ffi::OsString;

use clap::Args;

use crate::arguments::grammar::GrammarChoice;
use crate::commands::conformance::reports::choice::{ReportChoice, ReportParser};

const USAGE: &str = "rfc1738 conformance report [OPTIONS] FILE";

const HELP: &str = "\
Reads what `conformance run --report json` wrote, and writes it in other formats.
No program is run. The formats and the exit status are those of `conformance run`.

The file has the productions of a run and not their grammar, so a run with
--grammar needs the same grammar again. A run with --against needs none, and has the
formats human and json. A file of another version of this command
may not be readable; the program has to be run again then.

Examples:
  rfc1738 conformance report run.json
  rfc1738 conformance report --report html=out.html --report sarif=out.sarif run.json
  rfc1738 conformance report --grammar dates.bnf --report github run.json";

const EXIT_STATUS: &str = "\
Exit status:
  0  in that run, the program agreed with the grammar, or the baseline accepted all
     causes and groups
  1  it disagreed
  2  wrong use, an unreadable FILE, or a run in which the program did not answer
     every text";

/// The arguments of `conformance report`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ReportArguments {
    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    /// Write a report in this format, to FILE if it is given; can be repeated [default: human]
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = ReportParser)]
    pub(crate) report: Vec<ReportChoice>,

    /// The file of `conformance run --report json=FILE`; - reads standard input
    pub(crate) file: OsString,
}
