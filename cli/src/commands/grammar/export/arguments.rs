//! The arguments of `grammar export`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

const HELP: &str = "\
Notations:
  abnf   RFC 5234, lines ending with CR LF. Upper and lower case differ in literals,
         so letters are written by their numbers: %x61. What a reading excludes
         cannot be said there; a comment says so. A production that is called like
         a core rule, such as digit, gets another name: digit-rule.
  ebnf   The EBNF of the W3C (XML 1.0, Section 6). Counts are written out.
  pest   A grammar of pest 2, a rule for each production. pest takes the first
         alternative that fits and never gives back, so it derives less: the comment
         at the top names the productions.
  regex  A regular expression for one production, in the syntax that Perl, Python
         and Rust share. It matches whole texts: ^…$. In Perl and Python, $ also
         matches before a line feed at the end; put \\z in its place in Perl, and use
         re.fullmatch in Python, where that matters.
  dot    The minimal automaton of one production, for Graphviz.

abnf, ebnf and pest hold all productions, or with --rule one and those that it uses.
A name that the notation does not have is changed, and a comment says so.

A grammar in FILE is read to the letter; --readings applies the readings of another
file to it, as far as they find what they decide.

Examples:
  rfc1738 grammar export --to abnf > rfc1738.abnf
  rfc1738 grammar export --to pest --rule hostport
  grep -xP \"$(rfc1738 grammar export --to regex)\" urls.txt
  rfc1738 grammar export --to dot --rule hostname | dot -Tsvg > hostname.svg
  rfc1738 grammar export --to ebnf dates.bnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, a grammar that cannot be read or holds errors, a production that is
     too large for the notation, or an output that cannot be written";

/// The arguments of `grammar export`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExportArguments {
    /// The notation to write
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) to: Notation,

    /// The production to write [default: all; for regex and dot, url, or of FILE the one that no
    /// other uses]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// Readings to apply to the file
    #[arg(long, value_name = "FILE", requires = "file")]
    pub(crate) readings: Option<OsString>,

    /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input; without it,
    /// the grammar of RFC 1738 with its readings
    #[arg(value_name = "FILE")]
    pub(crate) file: Option<OsString>,
}

/// The notations of others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// ABNF (RFC 5234)
    Abnf,
    /// EBNF (W3C)
    Ebnf,
    /// pest
    Pest,
    /// A regular expression
    Regex,
    /// Graphviz
    Dot,
}
