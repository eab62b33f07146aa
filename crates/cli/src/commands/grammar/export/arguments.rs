//! The arguments of `grammar export`.

use clap::{Args, ValueEnum};

use crate::arguments::grammar::GrammarFile;
use crate::input::depth::DepthChoice;

const HELP: &str = "\
Notations:
  rfc822 The notation of RFC 822, as RFC 1738 uses it. A letter in either case
         becomes two alternatives.
  bnf    BNF with names in angle brackets, as RFC 2141 uses it: <name> ::= ….
  abnf   RFC 5234, lines ending with CR LF. Literals keep upper and lower case
         apart, so letters are written as numbers: %x61. If a
         reading excludes texts of a production, the others are written out, and
         a comment says so; rfc822 and bnf do the same. A production named like a
         core rule, such as digit, gets another name: digit-rule.
         Where no number is above %xFF, numbers are octets: characters above %x7F
         become their octets in UTF-8, in rfc822 and bnf too.
  ebnf   The EBNF of the W3C (XML 1.0, Section 6). Counts are written out. Prose
         becomes a name without a definition. Its numbers are characters, so
         octets above 7F are refused; pest refuses them too.
  pest   A grammar of pest 2, one rule a production. pest takes the first
         alternative that fits and never backtracks, so it derives less; the
         comment at the top names the productions.
  regex  A regular expression for one production, in the syntax that Perl,
         Python and Rust share. It matches whole texts: ^…$. In Perl and Python,
         $ also matches before a line feed at the end; with --engine, it does not.
         If the production derives more than ASCII, the pattern is one of
         characters in a grammar of characters, and otherwise one of octets; a
         note on standard error says which, and what each engine needs.
  dot    The minimal automaton of one production, for Graphviz; in a grammar of
         characters, each edge is a character.

Of a recursive production, regex and dot have the texts to the depth of
--depth, and a note says so.

rfc822, bnf, abnf, ebnf and pest hold all productions, or with --rule one production and
those that it uses. If the notation does not allow a name, it is changed and a
comment says so.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 grammar export --to abnf > rfc1738.abnf
  rfc1738 grammar export --to pest --rule hostport
  grep -xP \"$(rfc1738 grammar export --to regex)\" urls.txt
  rfc1738 grammar export --to regex --engine javascript rfc8259.abnf --rule string
  rfc1738 grammar export --to dot --rule hostname | dot -Tsvg > hostname.svg
  rfc1738 grammar export --to ebnf dates.bnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, a grammar that cannot be read or has errors, a production that
     is too large for the notation, or output that cannot be written";

/// The arguments of `grammar export`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExportArguments {
    /// Write this notation
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) to: Notation,

    /// Write this production [default: all; for regex and dot, url, or with FILE its first
    /// production]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// Write the regular expression for this engine [default: the syntax that Perl, Python and
    /// Rust share]
    #[arg(long, value_enum, value_name = "ENGINE")]
    pub(crate) engine: Option<EngineName>,

    /// Write a regular expression of characters or of octets [default: characters, if a number of
    /// the grammar is above %xFF; otherwise octets]
    #[arg(long, value_enum, value_name = "UNIT")]
    pub(crate) of: Option<Unit>,

    #[command(flatten)]
    pub(crate) depth: DepthChoice,

    #[command(flatten)]
    pub(crate) grammar: GrammarFile,
}

/// The notations to write.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// The notation of RFC 822
    Rfc822,
    /// BNF with names in angle brackets
    Bnf,
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

/// The engines of regular expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineName {
    /// The module re
    Python,
    /// The crate regex, and rg
    Rust,
    /// Browsers and Node.js
    #[value(name = "javascript")]
    JavaScript,
    /// PCRE, as in grep -P, rg -P and PHP; and Perl
    Pcre,
}

/// What a pattern matches.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Unit {
    /// Characters, of strings
    Characters,
    /// Octets, in a grammar of characters those of UTF-8
    Octets,
}
