//! `rfc1738 grammar`: grammars in any notation that is read.

pub(crate) mod arguments;
mod check;
mod diff;
mod export;
mod extract;
mod format;
mod make_crate;
mod railroad;

use crate::outcome::{Failure, Verdict};
use arguments::{GrammarArguments, GrammarCommand};

/// Runs the command of `grammar`.
pub(crate) fn run(arguments: &GrammarArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        GrammarCommand::Check(arguments) => check::run(arguments),
        GrammarCommand::Diff(arguments) => diff::run(arguments),
        GrammarCommand::Export(arguments) => export::run(arguments),
        GrammarCommand::Extract(arguments) => extract::run(arguments),
        GrammarCommand::Format(arguments) => format::run(arguments),
        GrammarCommand::Crate(arguments) => make_crate::run(arguments),
        GrammarCommand::Railroad(arguments) => railroad::run(arguments),
    }
}
