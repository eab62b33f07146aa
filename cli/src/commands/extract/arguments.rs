//! The arguments of `extract`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::exit_status::EXIT_STATUS;

const HELP: &str = "\
Finds what the Appendix of RFC 1738 recommends to write: <URL:…>, where white
space is ignored, line ends included, and URL:… up to white space. A fragment
behind # is kept apart. With --bare also what only looks like a URL: a name
with :// and something behind it, mailto: or news: with something behind it;
without the punctuation that follows it.

A hyphen at the end of a line in <URL:…> is kept; what else the URL may be,
without it, is shown as well.

A wrapper that a < or a blank line ends, or the file, is a find of its own, and
invalid: its first word, as if there were no bracket. So is what has no end
within 1 MiB. The > that marks a quoted line in a mail ends a wrapper.

Formats:
  human  FILE:LINE:COLUMN: URL for each, and if it is invalid, why; the number
         of URLs on standard error.
  json   One object for each: {\"start\":…,\"end\":…,\"line\":…,\"column\":…,\"raw\":…,
         \"text\":…,\"fragment\":…,\"ok\":…,…}. \"raw\" is what the file holds from
         \"start\" to \"end\", offsets in octets, fragment included; \"text\" is the
         URL. \"file\" is there if there are several, \"kind\" is wrapped, prefixed
         or bare, \"fault\" is unclosed or too-long, \"alternatives\" are readings
         without hyphens, \"error\" is that of `check`, with its offsets in
         \"text\", and \"place\" is where in the file it is.

Examples:
  rfc1738 extract mail.txt
  rfc1738 extract --bare --format json *.txt
  rfc1738 extract - < rfc1738.txt";

/// The arguments of `extract`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExtractArguments {
    /// Find URLs without a mark, too
    #[arg(long)]
    pub(crate) bare: bool,

    /// How to report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExtractFormat,

    /// The files; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
}

/// How `extract` reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExtractFormat {
    /// A line for each URL, and what is wrong with it
    #[default]
    Human,
    /// An object for each URL
    Json,
}
