//! `rfc1738 conformance`: complete test suites for any parser.

pub(crate) mod arguments;
mod cover;
mod export;
mod report;
mod reports;
mod run;
mod shrink;
mod suites;

use crate::outcome::{Failure, Verdict};
use arguments::{ConformanceArguments, ConformanceCommand};

/// Runs the command of `conformance`.
pub(crate) fn run(arguments: &ConformanceArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        ConformanceCommand::Export(arguments) => export::run(arguments),
        ConformanceCommand::Run(arguments) => run::run(arguments),
        ConformanceCommand::Report(arguments) => report::run(arguments),
        ConformanceCommand::Shrink(arguments) => shrink::run(arguments),
        ConformanceCommand::Cover(arguments) => cover::run(arguments),
    }
}
