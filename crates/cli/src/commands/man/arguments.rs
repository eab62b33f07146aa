//! The arguments of `man`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

const HELP: &str = "\
There is a page for the command and one for each subcommand: rfc1738.1,
rfc1738-parse.1, rfc1738-grammar-check.1 and so on. DIR is created. Pages in it
are replaced, and other files stay as they are.

Examples:
  rfc1738 man ~/.local/share/man/man1
  man rfc1738-grammar-check

Exit status:
  0  written
  2  wrong use, or a folder or a page that cannot be written";

/// The arguments of `man`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ManArguments {
    /// The folder for the pages
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,
}
