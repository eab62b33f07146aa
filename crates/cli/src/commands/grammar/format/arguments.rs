//! The arguments of `grammar fmt`.

use std::ffi::OsString;

use clap::Args;

use crate::arguments::notation::NotationName;

const HELP: &str = "\
A name begins its line, one blank is between elements and within brackets, and lines
have up to 72 characters. A longer body has an alternative on each line, with the
separators below the end of the sign. Elements, comments and their order stay, and so do
single blank lines, because a blank line divides a heading from a comment on a
production. A comment is not divided, so its line can be longer. Line ends stay CR LF in
a file whose first line ends so.

The formatted grammar reads as the same grammar, which is checked each time. Names that
are not defined are no obstacle; a file that cannot be read stays as it is.

Examples:
  rfc1738 grammar fmt dates.abnf times.abnf
  rfc1738 grammar fmt --check *.abnf
  rfc1738 grammar fmt - < dates.abnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  the files are formatted
  1  with --check: the files whose names are written are not formatted
  2  wrong use, or a file that cannot be read or written; other files are formatted";

/// The arguments of `grammar fmt`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct FormatArguments {
    /// Write nothing, and name the files that are not formatted
    #[arg(long)]
    pub(crate) check: bool,

    /// The notation of the files [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) notation: Option<NotationName>,

    /// Apply the readings in FILE to know the literals without quotation marks; rfc1738 names
    /// those of RFC 1738
    #[arg(long, value_name = "FILE")]
    pub(crate) readings: Option<OsString>,

    /// The grammar files, which are replaced (- for standard input, which goes to standard output)
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<OsString>,
}
