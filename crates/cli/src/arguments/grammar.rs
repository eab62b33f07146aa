//! `--grammar` or FILE, `--import`, `--notation`, `--readings` and `--rule`: the grammar that a command works
//! on, and its production.

use std::ffi::{OsStr, OsString};

use clap::Args;

use crate::arguments::notation::NotationName;

/// The grammar to use.
#[derive(Debug, Args)]
pub(crate) struct GrammarChoice {
    /// Use the grammar in FILE (- for standard input), in a notation that --notation lists
    /// [default: that of RFC 1738 with its readings]; can be repeated for a grammar in several files
    #[arg(id = "grammar", long = "grammar", value_name = "FILE")]
    pub(crate) files: Vec<OsString>,

    /// Take what the grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR", requires = "grammar")]
    pub(crate) imports: Vec<OsString>,

    /// The notation of the grammar files [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION", requires = "grammar")]
    pub(crate) notation: Option<NotationName>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE", requires = "grammar")]
    pub(crate) readings: Option<OsString>,
}

impl GrammarChoice {
    /// Returns the first grammar file; `None` for the grammar of RFC 1738.
    pub(crate) fn file(&self) -> Option<&OsStr> {
        self.files.first().map(OsString::as_os_str)
    }
}

/// The grammar that a command is about.
#[derive(Debug, Args)]
pub(crate) struct GrammarFile {
    /// Take what the grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR", requires = "file")]
    pub(crate) imports: Vec<OsString>,

    /// The notation of the grammar file [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION", requires = "file")]
    pub(crate) notation: Option<NotationName>,

    /// Apply the readings in FILE to the grammar; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) readings: Option<OsString>,

    /// The grammar file (- for standard input), in a notation that --notation lists
    /// [default: the grammar of RFC 1738 with its readings]
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<OsString>,
}

/// The production to use.
#[derive(Debug, Args)]
pub(crate) struct ProductionChoice {
    /// Use this production [default: url; with --grammar, the first production of the grammar]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,
}
