//! The arguments of `grammar railroad`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

const HELP: &str = "\
Whoever follows the rails from the left end to the right one reads a text that the
production derives. A literal stands in quotation marks, the name of a production
without; what may be left out can be passed by; a way back is a further round.
Three or more alternatives of one character are gathered: \"a\"–\"z\" | \"-\".

Drawings:
  html  One page: an index; the productions under the headings of the grammar, each
        with its diagram, its text, its comments and readings, and what uses it.
        Names link to their diagrams. Light or dark, as the reader has it.
  svg   One picture of all diagrams, with the same links and colours.
  text  Plain characters, at most 80 columns wide where the brackets let it.

A FILE is read to the letter; --readings applies the readings of another file to
it, as far as they find what they decide.

Examples:
  rfc1738 grammar railroad -o rfc1738.html
  rfc1738 grammar railroad --rule ftpurl --to text
  rfc1738 grammar railroad --rule hostport -o hostport.svg
  rfc1738 grammar railroad dates.bnf > dates.html";

const EXIT_STATUS: &str = "\
Exit status:
  0  drawn
  2  wrong use, a grammar that cannot be read or holds errors, or an output that
     cannot be written";

/// The arguments of `grammar railroad`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct RailroadArguments {
    /// Draw one production only
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// What to draw [default: what the end of OUT says; on standard output, html]
    #[arg(long, value_enum, value_name = "DRAWING")]
    pub(crate) to: Option<Drawing>,

    /// The file to write: .html, .svg or .txt; - for standard output
    #[arg(short = 'o', long = "output", value_name = "OUT")]
    pub(crate) output: Option<OsString>,

    /// Readings to apply to the file
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) readings: Option<OsString>,

    /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input; without it,
    /// the grammar of RFC 1738 with its readings
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<OsString>,
}

/// What can be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawing {
    /// A page for browsers
    Html,
    /// A picture
    Svg,
    /// Plain characters, for terminals
    Text,
}
