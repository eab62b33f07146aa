//! `rfc1738 conformance`: complete test suites for any parser.

mod answer;
pub(crate) mod arguments;
mod breakdown;
mod export;
mod pipes;
mod recogniser;
mod record;
mod report;
mod run;
mod suites;
mod tally;

use crate::outcome::{Failure, Verdict};
use arguments::{ConformanceArguments, ConformanceCommand};

/// Does what is asked for.
pub(crate) fn run(arguments: &ConformanceArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        ConformanceCommand::Export(arguments) => export::run(arguments),
        ConformanceCommand::Run(arguments) => run::run(arguments),
    }
}
