//! `rfc1738 exercise`: tasks of a course, answers to them, and the hand-ins of many.

mod answer;
mod check;
mod grade;

use std::ffi::OsStr;

use clap::{Args, Subcommand};
use rfcbnf::exercise::Sheet;

use crate::input::toml_file::{escaped_lines, read_toml, unusable};
use crate::outcome::{Failure, Verdict};
use answer::AnswerArguments;
use check::ExerciseCheckArguments;
use grade::GradeArguments;

/// The arguments of `exercise`.
#[derive(Debug, Args)]
pub(crate) struct ExerciseArguments {
    #[command(subcommand)]
    command: ExerciseCommand,
}

/// The commands of `exercise`.
#[derive(Debug, Subcommand)]
enum ExerciseCommand {
    /// Check that exercises can be solved
    Check(ExerciseCheckArguments),
    /// Say what is wrong with a grammar as an answer
    Answer(AnswerArguments),
    /// Make a table of hand-ins
    Grade(GradeArguments),
}

/// Runs the command of `exercise`.
pub(crate) fn run(arguments: &ExerciseArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        ExerciseCommand::Check(arguments) => check::run(arguments),
        ExerciseCommand::Answer(arguments) => answer::run(arguments),
        ExerciseCommand::Grade(arguments) => grade::run(arguments),
    }
}

/// Reads a sheet of exercises.
fn read_sheet(name: &OsStr) -> Result<Sheet, Failure> {
    let text = read_toml(name, "a sheet of exercises")?;
    Sheet::from_toml(&text).map_err(|error| unusable(name, escaped_lines(&error)))
}
