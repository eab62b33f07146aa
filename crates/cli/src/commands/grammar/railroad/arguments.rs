//! The arguments of `grammar railroad`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::grammar::GrammarFile;

const HELP: &str = "\
Draws railroad diagrams. Follow the rails from left to right: every path spells
a text of the production. Literals stand in quotation marks, names of
productions do not. A way back starts another round. Three or more one-character
alternatives share a box: \"a\"–\"z\" | \"-\".

Drawings:
  html  One page: an index, and under the headings of the grammar each
        production with its diagram, its text, its comments and readings, and
        its users. Names link to their diagrams. Light or dark, as the browser
        prefers.
  svg   One picture of all diagrams, with the same links and colors.
  text  Plain characters, at most 80 columns wide unless brackets nest too
        deeply.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 grammar railroad -o rfc1738.html
  rfc1738 grammar railroad --rule ftpurl --to text
  rfc1738 grammar railroad --rule hostport -o hostport.svg
  rfc1738 grammar railroad dates.bnf > dates.html";

const EXIT_STATUS: &str = "\
Exit status:
  0  drawn
  2  wrong use, a grammar that cannot be read or has errors, or output that
     cannot be written";

/// The arguments of `grammar railroad`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct RailroadArguments {
    /// Draw this production only
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// The kind of drawing [default: by the extension of OUT; on standard output, html]
    #[arg(long, value_enum, value_name = "DRAWING")]
    pub(crate) to: Option<Drawing>,

    /// Write to this file, .html, .svg or .txt (- for standard output)
    #[arg(short = 'o', long = "output", value_name = "OUT")]
    pub(crate) output: Option<OsString>,

    #[command(flatten)]
    pub(crate) grammar: GrammarFile,
}

/// The kinds of drawings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Drawing {
    /// A page for browsers
    Html,
    /// A picture
    Svg,
    /// Plain characters, for terminals
    Text,
}
