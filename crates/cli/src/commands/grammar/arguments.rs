//! The arguments of `grammar`.

use clap::{Args, Subcommand};

use crate::commands::grammar::check::arguments::GrammarCheckArguments;
use crate::commands::grammar::diff::arguments::DiffArguments;
use crate::commands::grammar::export::arguments::ExportArguments;
use crate::commands::grammar::extract::arguments::ExtractArguments;
use crate::commands::grammar::format::arguments::FormatArguments;
use crate::commands::grammar::make_crate::arguments::CrateArguments;
use crate::commands::grammar::railroad::arguments::RailroadArguments;

/// The arguments of `grammar`.
#[derive(Debug, Args)]
pub(crate) struct GrammarArguments {
    #[command(subcommand)]
    pub(crate) command: GrammarCommand,
}

/// The commands of `grammar`.
#[derive(Debug, Subcommand)]
pub(crate) enum GrammarCommand {
    /// Find errors and pitfalls of a grammar
    Check(GrammarCheckArguments),
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
}
