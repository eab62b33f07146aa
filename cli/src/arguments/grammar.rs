//! `--grammar` and `--readings`: the grammar that a command works on.

use std::ffi::OsString;

use clap::Args;

/// The grammar to use.
#[derive(Debug, Args)]
pub(crate) struct GrammarChoice {
    /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input; without it,
    /// the grammar of RFC 1738 with its readings
    #[arg(long = "grammar", value_name = "FILE")]
    pub(crate) file: Option<OsString>,

    /// Readings to apply to the file
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) readings: Option<OsString>,
}
