//! The arguments of `lsp`.

use clap::{Args, ValueEnum};
use rfc1738_views::grammar_check::Findings;

use crate::arguments::findings::FindingsParser;
use crate::arguments::number::number;

const HELP: &str = "\
Speaks the Language Server Protocol (3.18) on standard input and output. An editor
starts it; docs/editors.md has the settings of editors.

What it knows: errors and findings while you type, those of `grammar check`; on a
name the production with its diagram and texts; definitions, uses, and other names
for productions; the outline; names to complete; the fixes of `grammar check --fix`
as code actions. NAME.imports.toml beside NAME.abnf counts, as for all commands.

Exit status:
  0  the editor ended it
  1  the input ended, or the editor left, without a request to shut down
  2  wrong use, or a stream that cannot be read or written";

/// The arguments of `lsp`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct LspArguments {
    /// Show these findings, beside the suspicious ones; can be repeated
    #[arg(long, value_name = "FINDINGS", value_parser = FindingsParser)]
    pub(crate) show: Vec<Findings>,

    /// Of recursive productions, examine texts with up to N of them inside each other, not
    /// counting left and right recursion
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>)]
    pub(crate) depth: u32,

    /// How the diagram of a production is drawn
    #[arg(long, value_enum, value_name = "FORM", default_value_t)]
    pub(crate) diagrams: DiagramForm,

    /// Use the standard streams, as without it; editors add it
    #[arg(long)]
    pub(crate) stdio: bool,
}

/// The form of a diagram.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiagramForm {
    /// In plain characters
    #[default]
    Text,
    /// As a picture, for editors that show pictures in Markdown
    Svg,
}
