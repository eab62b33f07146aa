//! `rfc1738 grammar`: grammars in any notation that is read.

mod check;
mod diff;
mod export;
mod extract;
mod format;
mod make_crate;
mod railroad;
mod tables;
mod test;

use clap::{Args, Subcommand};

use crate::outcome::{Failure, Verdict};
use check::GrammarCheckArguments;
use diff::DiffArguments;
use export::ExportArguments;
use extract::ExtractArguments;
use format::FormatArguments;
use make_crate::CrateArguments;
use railroad::RailroadArguments;
use tables::TablesArguments;
use test::TestArguments;

/// The arguments of `grammar`.
#[derive(Debug, Args)]
pub(crate) struct GrammarArguments {
    #[command(subcommand)]
    command: GrammarCommand,
}

/// The commands of `grammar`.
#[derive(Debug, Subcommand)]
enum GrammarCommand {
    /// Find errors and pitfalls of a grammar
    Check(GrammarCheckArguments),
    /// Check the texts beside a grammar, and what is expected of them
    Test(TestArguments),
    /// Show where two grammars derive different texts
    Diff(DiffArguments),
    /// Write a grammar in another notation
    Export(ExportArguments),
    /// Find the grammar in a document: an RFC as text, HTML or XML
    Extract(ExtractArguments),
    /// Write grammar files in one layout
    #[command(name = "fmt")]
    Format(FormatArguments),
    /// Write a crate of parsers for a grammar
    Crate(CrateArguments),
    /// Draw the productions as railroad diagrams
    Railroad(RailroadArguments),
    /// Show FIRST, FOLLOW and the table of LL(1)
    Tables(TablesArguments),
}

/// Runs the command of `grammar`.
pub(crate) fn run(arguments: &GrammarArguments) -> Result<Verdict, Failure> {
    match &arguments.command {
        GrammarCommand::Check(arguments) => check::run(arguments),
        GrammarCommand::Test(arguments) => test::run(arguments),
        GrammarCommand::Diff(arguments) => diff::run(arguments),
        GrammarCommand::Export(arguments) => export::run(arguments),
        GrammarCommand::Extract(arguments) => extract::run(arguments),
        GrammarCommand::Format(arguments) => format::run(arguments),
        GrammarCommand::Crate(arguments) => make_crate::run(arguments),
        GrammarCommand::Railroad(arguments) => railroad::run(arguments),
        GrammarCommand::Tables(arguments) => tables::run(arguments),
    }
}
