//! `rfc1738 exercise check`: whether exercises can be solved.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use rfc1738_views::exercise::record::ExerciseCheck;
use rfc1738_views::exercise::write_check;
use rfc1738_views::json;
use rfcbnf::exercise::{Check, Problem};

use super::read_sheet;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
A sheet is a file in TOML: a title, and a table for each exercise.
  title = \"Week 3\"
  [[exercise]]
  title = \"Brackets\"
  task = \"All texts of ( and ) in which every bracket is closed.\"
  start = 's = \"(\" \")\"'              what a student begins with
  solution = 's = *( \"(\" s \")\" )'    a grammar that solves it; not shown
  valid = [\"\", \"()()\"]              texts to derive
  invalid = [\")(\"]                  texts not to derive
  unambiguous = true                every text has one tree
  no-left-recursion = true          no production begins with itself
  productions = 2                   at most so many
  ll1 = true                        the next character decides
  length = 10                       where nothing is proved, texts have to be
                                    compared up to this length at least
  show-solution = true              once it is solved
Title and solution are needed, all else can be left out.

An exercise is ready if its solution meets its own conditions, and its start does
not solve it.

Formats:
  human  Each exercise, and why it is not ready.
  json   One object on one line for each exercise: \"ready\", \"problems\", and the
         \"solution\" and the \"start\" as `exercise answer` has them.

Examples:
  rfc1738 exercise check examples/exercises/week3.toml";

const EXIT_STATUS: &str = "\
Exit status:
  0  all exercises are ready
  1  one is not
  2  whether one is ready is undecided, wrong use, or a file that cannot be read";

/// The arguments of `exercise check`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExerciseCheckArguments {
    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: CheckFormat,

    /// The sheet of exercises (- for standard input)
    #[arg(value_name = "SHEET")]
    sheet: OsString,
}

/// The output format of `exercise check`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum CheckFormat {
    /// For people
    #[default]
    Human,
    /// One object a line, for programs
    Json,
}

/// Checks the exercises of a sheet.
pub(crate) fn run(arguments: &ExerciseCheckArguments) -> Result<Verdict, Failure> {
    let sheet = read_sheet(&arguments.sheet)?;
    let mut verdict = Verdict::Valid;
    let checked = sheet
        .exercises
        .iter()
        .map(|exercise| (exercise, exercise.check()));
    let mut checked = checked.inspect(|(_, check)| verdict = verdict.max(verdict_of(check)));
    match arguments.format {
        CheckFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            checked.try_for_each(|(exercise, check)| {
                write_check(out, palette, &exercise.title, &check)
            })
        })?,
        CheckFormat::Json => flushed(plain_output(), |out| {
            checked.try_for_each(|(_, check)| json::write(out, &ExerciseCheck::new(&check)))
        })?,
    }
    drop(checked);
    Ok(verdict)
}

fn verdict_of(check: &Check) -> Verdict {
    let problems = check.problems();
    let is_open = |one: &Problem| matches!(one, Problem::Unmet(finding) if !finding.is_refuted());
    match problems.is_empty() {
        true => Verdict::Valid,
        false if problems.iter().all(is_open) => Verdict::Unreadable,
        false => Verdict::Invalid,
    }
}
