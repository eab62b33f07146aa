//! `--notation`: how a grammar file writes rules.

use std::fmt;

use clap::ValueEnum;
use rfcbnf::syntax::Notation;

/// The notations of grammar files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum NotationName {
    /// That of RFC 822, as RFC 1738 uses it: name = body, alternatives with | or /
    Rfc822,
    /// ABNF: RFC 5234 and RFC 7405
    Abnf,
    /// <name> ::= body, alternatives with |
    Bnf,
    /// The EBNF of the W3C: name ::= body, with [a-z], #x41, ?, * and + behind elements
    W3c,
    /// The EBNF of ISO/IEC 14977: name = body ; with commas, [ ], { } and *
    Iso,
    /// ANTLR: name : body ; as far as BNF can say it
    Antlr,
    /// A parsing expression grammar: name <- body, without the order of the alternatives
    Peg,
    /// pest: name = { body }, without the order of the alternatives
    Pest,
}

impl From<NotationName> for Notation {
    fn from(name: NotationName) -> Self {
        match name {
            NotationName::Rfc822 => Self::Rfc822,
            NotationName::Abnf => Self::Abnf,
            NotationName::Bnf => Self::Bnf,
            NotationName::W3c => Self::W3c,
            NotationName::Iso => Self::Iso,
            NotationName::Antlr => Self::Antlr,
            NotationName::Peg => Self::Peg,
            NotationName::Pest => Self::Pest,
        }
    }
}

impl From<Notation> for NotationName {
    fn from(notation: Notation) -> Self {
        match notation {
            Notation::Rfc822 => Self::Rfc822,
            Notation::Abnf => Self::Abnf,
            Notation::Bnf => Self::Bnf,
            Notation::W3c => Self::W3c,
            Notation::Iso => Self::Iso,
            Notation::Antlr => Self::Antlr,
            Notation::Peg => Self::Peg,
            Notation::Pest => Self::Pest,
        }
    }
}

/// Writes the value of `--notation`.
impl fmt::Display for NotationName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rfc822 => "rfc822",
            Self::Abnf => "abnf",
            Self::Bnf => "bnf",
            Self::W3c => "w3c",
            Self::Iso => "iso",
            Self::Antlr => "antlr",
            Self::Peg => "peg",
            Self::Pest => "pest",
        })
    }
}
