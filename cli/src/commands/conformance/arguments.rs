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
    /// Write a test suite that every faulty parser with few enough states fails
    Export(ExportArguments),
    /// Run a program on the suite and count its errors
    Run(RunArguments),
}
