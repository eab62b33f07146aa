//! `rfc1738 conformance`: complete test suites for any parser.

pub(crate) mod arguments;
mod export;
mod suites;

use crate::outcome::{Failure, Verdict};
use arguments::{ConformanceArguments, ConformanceCommand};

/// Does what is asked for.
pub(crate) fn run(arguments: &ConformanceArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        ConformanceCommand::Export(arguments) => export::run(arguments),
    }
}
