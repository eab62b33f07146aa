//! Notations that are recognized and not read.

use std::fmt;

/// A notation that is recognized by name. Files in it have one error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForeignNotation {
    /// Yacc and Bison: `name : body ;` behind `%%`.
    Yacc,
}

impl ForeignNotation {
    /// Returns what to do about a file in the notation.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::Yacc => {
                "leave out actions, and write `name = body` with `/` between alternatives (ABNF), or \
                 `name ::= body` with `|` (EBNF of the W3C)"
            }
        }
    }
}

/// Writes what a grammar in the notation is: `of Yacc`.
impl fmt::Display for ForeignNotation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Yacc => "of Yacc",
        })
    }
}
