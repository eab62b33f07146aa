//! `rfc1738 conformance report`: writes reports of an earlier run.

use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::iter;

use clap::Args;
use rfc1738_views::conformance::saved::{SavedComparison, SavedRun};
use rfc1738_views::production::CheckedProduction;
use rfcbnf_engine::escape::Printable;
use serde::Deserialize;

use crate::arguments::GrammarChoice;
use crate::commands::conformance::reports::{
    ReportChoice, ReportFormat, ReportParser, Reports, Shown, refuse_comparison_formats,
    write_comparison,
};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::source::Source;
use crate::outcome::{Failure, Verdict};

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
    grammar: GrammarChoice,

    /// Write a report in this format, to FILE if it is given; can be repeated [default: human]
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = ReportParser::<ReportFormat>::new())]
    report: Vec<ReportChoice>,

    /// The file of `conformance run --report json=FILE`; - reads standard input
    file: OsString,
}

/// The length in octets of the longest report of a run.
const REPORT: usize = 32 << 20;

/// What the file has. Its other values are for programs.
#[derive(Deserialize)]
struct SavedReport {
    saved: Option<Saved>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Saved {
    Run(Box<SavedRun<'static>>),
    /// A run with `--against`.
    Comparison(Box<SavedComparison<'static>>),
}

/// Reads the file, and writes the reports.
pub(crate) fn run(arguments: &ReportArguments) -> Result<Verdict, Failure> {
    match read(&arguments.file)? {
        Saved::Run(saved) => report_run(arguments, &saved),
        Saved::Comparison(saved) => {
            refuse_comparison_formats(&arguments.report)?;
            write_comparison(reports(arguments)?, saved.result())
        }
    }
}

fn report_run(arguments: &ReportArguments, saved: &SavedRun<'static>) -> Result<Verdict, Failure> {
    if let (Some(grammar), None) = (saved.grammar(), arguments.grammar.file()) {
        let grammar = Printable(grammar.as_bytes());
        return Err(unusable(
            &arguments.file,
            format!("the run is about the grammar {grammar}; name it with --grammar"),
        ));
    }
    let Some(chosen) = ChosenGrammar::of(&arguments.grammar, Some(&arguments.file))? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(Some(saved.rule()))?;
    let others = saved.productions();
    let others = others.map(|other| chosen.production(Some(other)));
    let others: Vec<&str> = others.collect::<Result<_, _>>()?;
    let task = ReportTask {
        arguments,
        chosen: &chosen,
        saved,
        reports: reports(arguments)?,
    };
    chosen.run(name, &others, task)
}

fn reports(arguments: &ReportArguments) -> Result<Reports<'_>, Failure> {
    let run = ("the run", Some(arguments.file.as_os_str()));
    Reports::begin(
        &arguments.report,
        iter::once(run).chain(arguments.grammar.inputs()),
    )
}

/// Reads the report of a run of one program.
pub(super) fn read_run(name: &OsStr) -> Result<SavedRun<'static>, Failure> {
    match read(name)? {
        Saved::Run(saved) => Ok(*saved),
        Saved::Comparison(_) => Err(unusable(name, "a run with --against".to_owned())),
    }
}

fn read(name: &OsStr) -> Result<Saved, Failure> {
    let octets = Source::new(name).read_limited(REPORT, "the report of a run")?;
    let report: SavedReport = serde_json::from_slice(&octets).map_err(|error| {
        let reason = format!("not a report of `conformance run --report json`: {error}");
        unusable(name, reason)
    })?;
    let saved = report.saved.filter(|saved| match saved {
        Saved::Run(saved) => saved.is_readable(),
        Saved::Comparison(saved) => saved.is_readable(),
    });
    saved.ok_or_else(|| {
        let reason =
            "no report of `conformance run --report json` of this version; run the program again";
        unusable(name, reason.to_owned())
    })
}

fn unusable(name: &OsStr, reason: String) -> Failure {
    Failure::Unusable {
        name: Source::new(name).to_string(),
        reason,
    }
}

struct ReportTask<'a> {
    arguments: &'a ReportArguments,
    chosen: &'a ChosenGrammar,
    saved: &'a SavedRun<'static>,
    reports: Reports<'a>,
}

impl ProductionTask for ReportTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, others: &[P]) -> Result<Verdict, Failure> {
        let others = others.iter().map(|other| (other.to_string(), *other));
        let others: HashMap<String, P> = others.collect();
        let tally = self.saved.tally(rule, |name| others.get(name).copied());
        let shown = Shown {
            command_line: self.saved.command_line(),
            grammar: &self.arguments.grammar,
            chosen: self.chosen,
            result: self.saved.result(&tally),
        };
        shown.write(self.reports)
    }
}
