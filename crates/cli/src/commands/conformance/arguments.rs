//! The arguments of `conformance`.

use clap::{Args, Subcommand};

use crate::commands::conformance::cover::arguments::CoverArguments;
use crate::commands::conformance::export::arguments::ExportArguments;
use crate::commands::conformance::report::arguments::ReportArguments;
use crate::commands::conformance::run::arguments::RunArguments;
use crate::commands::conformance::shrink::arguments::ShrinkArguments;

/// The arguments of `conformance`.
#[derive(Debug, Args)]
pub(crate) struct ConformanceArguments {
    #[command(subcommand)]
    pub(crate) command: ConformanceCommand,
}

/// The commands of `conformance`.
#[derive(Debug, Subcommand)]
pub(crate) enum ConformanceCommand {
    /// Write a test suite that a faulty parser fails if it has few enough states
    Export(ExportArguments),
    /// Run a program on the suite and count its errors
    Run(RunArguments),
    /// Write reports of an earlier run, without asking the program again
    Report(ReportArguments),
    /// Shrink a text about which a program and the grammar disagree
    Shrink(ShrinkArguments),
    /// Say what the texts of a file reach in the grammar, and make texts for the rest
    Cover(CoverArguments),
}
