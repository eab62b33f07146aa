//! Lexemes: the smallest meaningful parts of the body of a rule.

use crate::error::GrammarErrorKind;
use crate::syntax::{Case, Comment, LiteralForm, Span};

/// A lexeme and its position.
pub(super) struct Located<'a> {
    pub(super) lexeme: Lexeme<'a>,
    pub(super) span: Span,
}

/// The smallest meaningful parts of a body.
pub(super) enum Lexeme<'a> {
    Literal {
        text: &'a str,
        /// How letters compare, if the literal says so.
        case: Option<Case>,
        form: LiteralForm,
    },
    /// The characters with these numbers.
    Numbers(String),
    /// The characters from the first number to the last.
    Range(char, char),
    Name(&'a str),
    /// The text in angle brackets.
    Angle(&'a str),
    Repetition(Counts),
    /// `n#m`.
    List(Counts),
    Open(Bracket),
    Close(Bracket),
    /// `|` or `/`.
    Separator(char),
    Comment(Comment),
    /// Unreadable text, with the span that the error points at.
    Fault(GrammarErrorKind, Span),
}

/// The numbers of rounds that a repetition allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Counts {
    pub(super) least: u32,
    pub(super) most: Option<u32>,
}

/// The two kinds of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Bracket {
    Square,
    Round,
}

impl Bracket {
    pub(super) fn open(self) -> char {
        if self == Bracket::Square { '[' } else { '(' }
    }

    pub(super) fn close(self) -> char {
        if self == Bracket::Square { ']' } else { ')' }
    }
}
