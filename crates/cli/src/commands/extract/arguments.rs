//! The arguments of `extract`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::exit_status::EXIT_STATUS;

const HELP: &str = "\
Finds the forms that the Appendix of RFC 1738 recommends: <URL:…>, where white
space and line ends are ignored, and URL:… up to white space. A fragment behind
# is kept apart. With --bare, also finds a name with :// and text behind it,
mailto: with an address and news: with a newsgroup or an article, without the
punctuation that follows. A URL that is cut inside its host is never valid.

A hyphen at the end of a line in <URL:…> is kept if the text with it is a URL.
Other readings that are URLs are shown as alternatives.

Left out in <URL:…>, and reported: the marks of quoted lines and of comment lines, if
the line of the <URL: begins with the same mark; headers and footers of printed pages;
white space within a line. In HTML source, &lt;URL:…&gt; is a wrapper too: tags
are left out, and &amp; is read as &. With --bare, a URL ends before the first
character outside US-ASCII behind its host; reported if that is a letter.

A wrapper that ends at a <, a blank line, a line that is quoted less or the end of
the file is invalid; its URL is its first word. A URL that does not end within
1 MiB is invalid too.

Formats:
  human  FILE:LINE:COLUMN: URL for each URL, what was repaired and, if it is
         invalid, the error. Standard error has the number of URLs.
  json   One object a URL: {\"start\":…,\"end\":…,\"line\":…,\"column\":…,\"raw\":…,
         \"text\":…,\"fragment\":…,\"ok\":…,…}. \"raw\" is the text of the file from
         \"start\" to \"end\", byte offsets, with the fragment; \"text\" is the URL.
         \"file\" is there if there are several, \"kind\" is wrapped, prefixed or
         bare, \"fault\" is unclosed, too-long or soft-break, \"alternatives\" are the other
         readings of hyphens, \"repairs\" are what was left out or changed, each
         with \"id\", \"start\", \"end\", \"line\" and \"column\" in the file, \"error\" is
         that of `check` with offsets in \"text\", and \"place\" is the position of
         the error in the file.

Ids of repairs:
  quote-mark, comment-mark, page-break, white-space, hyphen, tag, reference, escape,
  non-ascii

Examples:
  rfc1738 extract mail.txt
  rfc1738 extract --bare --format json *.txt
  rfc1738 extract - < rfc1738.txt";

/// The arguments of `extract`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExtractArguments {
    /// Also find URLs that nothing marks
    #[arg(long)]
    pub(crate) bare: bool,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExtractFormat,

    /// The files, or - for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
}

/// The output format of `extract`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExtractFormat {
    /// One line a URL and its errors, for people
    #[default]
    Human,
    /// One object a URL, for programs
    Json,
}
