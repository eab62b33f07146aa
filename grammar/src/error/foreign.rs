//! Notations that are recognized and not read.

use std::fmt;

/// A notation that is recognized by name. Files in it have one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForeignNotation {
    /// ANTLR: `name : body ;`.
    Antlr,
    /// Yacc and Bison: `name : body ;` behind `%%`.
    Yacc,
    /// pest: `name = { body }`.
    Pest,
    /// A parsing expression grammar: `name <- body`.
    Peg,
}

impl ForeignNotation {
    /// Returns what to do about a file in the notation.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Antlr | Self::Yacc => {
                "leave out actions and lexer commands, and write `name = body` with `/` between alternatives \
                 (ABNF), or `name ::= body` with `|` (EBNF of the W3C)"
            }
            Self::Pest | Self::Peg => {
                "its choice is ordered, so no other notation says the same; write what it is to derive as \
                 `name ::= body` with `|` (EBNF of the W3C), or in ABNF"
            }
        }
    }
}

/// Writes what a grammar in the notation is: `of pest`, `in PEG notation`.
impl fmt::Display for ForeignNotation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Antlr => "of ANTLR",
            Self::Yacc => "of Yacc",
            Self::Pest => "of pest",
            Self::Peg => "in PEG notation",
        })
    }
}
