//! Lexemes, the smallest meaningful parts of the body of a rule, and the parts of a file that the layers pass on.

use std::borrow::Cow;

use nom_locate::LocatedSpan;

use crate::error::GrammarErrorKind;
use crate::syntax::{Case, Comment, LiteralForm, Span};

/// A lexeme and its position.
#[derive(Debug, Clone)]
pub(crate) struct Located<'a> {
    pub(crate) lexeme: Lexeme<'a>,
    pub(crate) span: Span,
}

/// The smallest meaningful parts of a body. Each notation has some of them.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Lexeme<'a> {
    Literal {
        text: Cow<'a, str>,
        /// How letters compare, if the literal says so.
        case: Option<Case>,
        form: LiteralForm,
    },
    /// The characters with these numbers.
    Numbers(String),
    /// The characters from the first to the last.
    Range(char, char),
    /// `[a-z]`: the first and the last character of each range.
    Class(Vec<(char, char)>),
    Name(Cow<'a, str>),
    /// The text in angle brackets, or between the question marks of ISO 14977.
    Angle(&'a str),
    /// The end of the text: `EOF`, `EOI`.
    End,
    /// `n*m`, before what is repeated.
    Repetition(Counts),
    /// `n#m`.
    List(Counts),
    /// `?`, after what may be left out.
    Optional,
    /// `*`, `+` and `{n,m}`, after what is repeated.
    Rounds(Counts),
    /// `-`: the texts before it, without those after it.
    Except,
    /// `!`: a lookahead.
    Not,
    /// `&`: a lookahead.
    And,
    /// `~`: any character but those after it.
    Other,
    Open(Bracket),
    Close(Bracket),
    /// `|` or `/`.
    Separator(char),
    /// `,` between elements, which says nothing.
    Comma,
    /// The sign between the name of a rule and its body.
    Defines(&'a str),
    /// The sign at the end of a rule.
    Ends,
    /// `..` between two characters.
    Dots(&'a str),
    /// `[12]`, the number of a rule, or `[VC: …]`, a constraint.
    Annotation,
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

impl Lexeme<'_> {
    /// Returns what a sign means in most notations that have it.
    pub(super) fn of_sign(sign: char) -> Self {
        match sign {
            '?' => Self::Optional,
            '*' => Self::Rounds(Counts::ANY),
            '+' => Self::Rounds(Counts::SEVERAL),
            '-' => Self::Except,
            '!' => Self::Not,
            '&' => Self::And,
            '~' => Self::Other,
            ',' => Self::Comma,
            ';' => Self::Ends,
            _ => {
                let opened = Bracket::opened_by(sign).map(Self::Open);
                let found = opened.or_else(|| Bracket::closed_by(sign).map(Self::Close));
                found.unwrap_or(Self::Separator(sign))
            }
        }
    }
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

impl Counts {
    pub(crate) const ANY: Self = Self {
        least: 0,
        most: None,
    };

    pub(crate) const SEVERAL: Self = Self {
        least: 1,
        most: None,
    };
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
