//! `rfc1738 conformance`: complete test suites for any parser.

mod cover;
mod export;
mod matrix;
mod report;
mod reports;
mod run;
mod shrink;
mod suites;

use clap::{Args, Subcommand};

use crate::outcome::{Failure, Verdict};
use cover::CoverArguments;
use export::ExportArguments;
use matrix::MatrixArguments;
use report::ReportArguments;
use run::arguments::RunArguments;
use shrink::ShrinkArguments;

/// The arguments of `conformance`.
#[derive(Debug, Args)]
pub(crate) struct ConformanceArguments {
    #[command(subcommand)]
    command: ConformanceCommand,
}

/// The commands of `conformance`.
#[derive(Debug, Subcommand)]
enum ConformanceCommand {
    /// Write a test suite that a faulty parser fails if it has few enough states
    Export(ExportArguments),
    /// Run a program on the suite and count its errors
    Run(Box<RunArguments>),
    /// Run many programs, and write one report with a column for each
    Matrix(MatrixArguments),
    /// Write reports of an earlier run, without asking the program again
    Report(ReportArguments),
    /// Shrink a text about which a program and the grammar disagree
    Shrink(ShrinkArguments),
    /// Say what the texts of a file reach in the grammar, and make texts for the rest
    Cover(CoverArguments),
}

/// Runs the command of `conformance`.
pub(crate) fn run(arguments: &ConformanceArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        ConformanceCommand::Export(arguments) => export::run(arguments),
        ConformanceCommand::Run(arguments) => run::run(arguments),
        ConformanceCommand::Matrix(arguments) => matrix::run(arguments),
        ConformanceCommand::Report(arguments) => report::run(arguments),
        ConformanceCommand::Shrink(arguments) => shrink::run(arguments),
        ConformanceCommand::Cover(arguments) => cover::run(arguments),
    }
}
