//! Lexemes, the smallest meaningful parts of the body of a rule, and the parts of a file that the layers pass on.

use nom_locate::LocatedSpan;

use crate::error::GrammarErrorKind;
use crate::syntax::{Case, Comment, LiteralForm, Span};

/// A lexeme and its position.
pub(crate) struct Located<'a> {
    pub(crate) lexeme: Lexeme<'a>,
    pub(crate) span: Span,
}

/// The smallest meaningful parts of a body.
pub(crate) enum Lexeme<'a> {
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
    /// A literal or prose without an end, with the span that the error points at.
    Unclosed {
        kind: GrammarErrorKind,
        at: Span,
        /// The text up to the end of the line or of the body.
        text: &'a str,
    },
}

/// The numbers of rounds that a repetition allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) least: u32,
    pub(crate) most: Option<u32>,
}

/// The kinds of brackets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Bracket {
    Square,
    Round,
    /// A repetition in the notation of Wirth and in some old RFCs; an error in those of later ones.
    Curly,
}

impl Bracket {
    const ALL: [Self; 3] = [Self::Square, Self::Round, Self::Curly];

    /// Returns the bracket that a character opens.
    pub(crate) fn opened_by(character: char) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.open() == character)
    }

    /// Returns the bracket that a character closes.
    pub(crate) fn closed_by(character: char) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.close() == character)
    }

    pub(crate) fn open(self) -> char {
        match self {
            Self::Square => '[',
            Self::Round => '(',
            Self::Curly => '{',
        }
    }

    pub(crate) fn close(self) -> char {
        match self {
            Self::Square => ']',
            Self::Round => ')',
            Self::Curly => '}',
        }
    }
}

/// A part of the file with its offset.
pub(crate) type Input<'a> = LocatedSpan<&'a str>;

pub(crate) fn span_of(input: &Input) -> Span {
    let start = input.location_offset();
    start..start + input.fragment().len()
}
