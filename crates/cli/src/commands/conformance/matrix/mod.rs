//! `rfc1738 conformance matrix`: runs many parsers on one production, asks each the witnesses of all others, and writes
//! one report.

mod file;
mod runs;

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rfc1738_views::conformance::matrix::{Matrix, page};
use rfc1738_views::json;
use rfcbnf_engine::escape::Printable;

use crate::arguments::number;
use crate::commands::conformance::reports::{ReportChoice, ReportParser, Reports};
use crate::commands::conformance::run::arguments::TimeLimit;
use crate::commands::conformance::run::cutoff::Cutoff;
use crate::outcome::{Failure, Verdict};
use crate::workers::processors;
use file::MatrixFile;
use runs::Runs;

const USAGE: &str = "rfc1738 conformance matrix [OPTIONS] FILE";

const HELP: &str = "\
Runs `conformance run` for each parser of FILE, asks every parser the witnesses of
all others, and writes one report: a row for each fact, and a column for each parser.
A fact is a part of the grammar where parsers deviate. Causes of several parsers are
one fact if the parsers answer each other's witnesses alike.

FILE is in TOML:
  grammar = \"json.abnf\"      # [default: the grammar of RFC 1738]
  rule = \"JSON-text\"         # [default: as in `conformance run`]
  time = \"60s\"               # for each parser
  options = [\"--quick\"]      # further options of `conformance run`

  [[parser]]
  name = \"node\"
  command = [\"node\", \"json_parse.mjs\"]
  version = [\"node\", \"--version\"]
  install = \"apt-get install nodejs\"
  changes = { host = [\"lowercase\"] }  # as --changes of `conformance run`
  by_hand = \"javascript=JSON.parse({text})\"  # as --by-hand
Each parser can have a \"rule\", a \"time\" and \"options\" of its own. Commands run in the
folder of FILE, and its paths are relative to that folder. A parser with
kept = \"run.json\" in place of a command is a run that
`conformance run --report json` wrote, on the same production of the same grammar.

If answers name parts, a row is also a part that parsers read otherwise than the
grammar, with how each reads it, or one that they read differently in texts that the
grammar does not derive.

A parser that the machine does not have is a column \"not run\", with its \"install\".

The run of each parser is kept in --keep, and is not made again as long as FILE, the
first line that \"version\" prints and this program are the same. After an interrupt,
the same command goes on with the parsers that have no run.

Examples:
  rfc1738 conformance matrix urls.toml
  rfc1738 conformance matrix --time 60s --report html=urls.html urls.toml
  rfc1738 conformance matrix --report json urls.toml";

const EXIT_STATUS: &str = "\
Exit status:
  0  every parser agrees with the grammar on every text
  1  some parser deviates
  2  wrong use, or a parser was not run or did not answer every text";

/// The arguments of `conformance matrix`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct MatrixArguments {
    /// End the run of each parser after this time, in place of the times in FILE
    #[arg(long, value_name = "TIME", value_parser = TimeLimit::read)]
    time: Option<TimeLimit>,

    /// Run N parsers at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>)]
    jobs: Option<NonZeroUsize>,

    /// Keep the runs in DIR [default: FILE with the extension .runs]
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,

    /// Run every parser again, also those with a kept run
    #[arg(long)]
    again: bool,

    /// Write a report in this format, to FILE if it is given; can be repeated [default: human]
    #[arg(long, value_name = "FORMAT[=FILE]", value_parser = ReportParser::<MatrixFormat>::new())]
    report: Vec<ReportChoice<MatrixFormat>>,

    /// The file with the parsers
    file: OsString,
}

/// The output format of `conformance matrix`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum MatrixFormat {
    /// A table, for people
    #[default]
    Human,
    /// A page in one file, for people
    Html,
    /// A list and a table in Markdown
    Markdown,
    /// One object, for programs
    Json,
}

/// Runs the parsers, and writes the reports.
pub(crate) fn run(arguments: &MatrixArguments) -> Result<Verdict, Failure> {
    let file = MatrixFile::read(&arguments.file)?;
    let inputs = [("the matrix", Some(arguments.file.as_os_str()))];
    let reports = Reports::begin(&arguments.report, inputs)?;
    let path = Path::new(&arguments.file);
    let keep = arguments.keep.clone();
    let runs = Runs {
        folder: path.parent().filter(|it| *it != Path::new("")),
        keep: keep.unwrap_or_else(|| path.with_extension("runs")),
        time: arguments.time.as_ref(),
        is_again: arguments.again,
        cutoff: Cutoff::handled(None),
    };
    let jobs = arguments.jobs.map_or_else(processors, NonZeroUsize::get);
    let parsers = runs.all(&file, jobs)?;
    let matrix = Matrix::new(&parsers);
    let title = Printable(arguments.file.as_encoded_bytes()).to_string();
    reports.write(|format, mut out, palette| {
        match format {
            MatrixFormat::Human => matrix.write(&mut out, palette)?,
            MatrixFormat::Html => out.write_all(page(&title, &matrix).as_bytes())?,
            MatrixFormat::Markdown => matrix.write_markdown(&mut out)?,
            MatrixFormat::Json => json::write(&mut out, &matrix.record())?,
        }
        Ok(())
    })?;
    if !matrix.is_complete() {
        return Ok(Verdict::Unreadable);
    }
    Ok(Verdict::of(matrix.facts.is_empty()))
}
