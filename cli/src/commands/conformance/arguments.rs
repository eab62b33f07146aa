//! The arguments of `conformance`.

use clap::{Args, Subcommand};

use crate::commands::conformance::export::arguments::ExportArguments;
use crate::commands::conformance::run::arguments::RunArguments;

/// The arguments of `conformance`.
#[derive(Debug, Args)]
pub(crate) struct ConformanceArguments {
    #[command(subcommand)]
    pub(crate) command: ConformanceCommand,
}

/// The commands of `conformance`.
#[derive(Debug, Subcommand)]
pub(crate) enum ConformanceCommand {
    /// Write texts at least one of which every faulty parser gets wrong
    Export(ExportArguments),
    /// Ask a program about these texts and count what it gets wrong
    Run(RunArguments),
}
