//! Why there is no answer about a text.

use alloc::format;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::LimitReached;
use crate::document::Document;
use crate::error::{DocumentError, ErrorOffset, SyntaxError, TextError};
use crate::origin::Origin;
use crate::production::Production;

/// The reason why a question about a text has no answer. It is neither "valid" nor "invalid".
///
/// ```
/// use rfcbnf_engine::recognizer::{LimitReached, Undecided};
///
/// assert_eq!(
///     Undecided::from(LimitReached::Steps).to_string(),
///     "the text takes more than 20000000 steps and 100 for each octet"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Undecided {
    /// The recognizer gave up, so the verdict is not known.
    Verdict(LimitReached),
    /// The text is valid, but its first derivation is not to be had.
    Tree(LimitReached),
    /// The text is invalid, and the first derivation of its longest valid prefix, which the steps
    /// would show, is not to be had.
    Steps {
        /// The length of the prefix in octets.
        length: usize,
        /// Why there is no derivation.
        limit: LimitReached,
    },
    /// No derivation of the text does without texts that only people know, and some could do with them.
    Unknown(UnknownText),
}

/// The part of a text that only people know to be valid or not.
///
/// ```
/// use rfcbnf_engine::recognizer::{Undecided, UnknownText};
///
/// let unknown = UnknownText { production: "day".into(), offset: 3, length: None };
/// assert_eq!(
///     Undecided::Unknown(unknown).to_string(),
///     "the text is valid only if a part of it at offset 3 is derived by `day`, which the grammar does not \
///      define"
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownText {
    /// The name of a production without a definition, or prose in angle brackets.
    pub production: Arc<str>,
    /// Where the first derivation that could be right needs the production first, in octets.
    pub offset: usize,
    /// Why the length of the part decides, if the grammar defines the production and another part of the text
    /// gives its length.
    pub length: Option<Arc<str>>,
}

impl fmt::Display for UnknownText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            production,
            offset,
            length,
        } = self;
        if let Some(length) = length {
            return write!(
                formatter,
                "the text is valid only if the part of it at offset {offset} that `{production}` derives \
                 has the right length: {length}"
            );
        }
        write!(
            formatter,
            "the text is valid only if a part of it at offset {offset} is "
        )?;
        if production.starts_with('<') {
            write!(
                formatter,
                "what the grammar describes in prose: {production}"
            )
        } else {
            write!(
                formatter,
                "derived by `{production}`, which the grammar does not define"
            )
        }
    }
}

impl From<LimitReached> for Undecided {
    fn from(limit: LimitReached) -> Self {
        Self::Verdict(limit)
    }
}

impl fmt::Display for Undecided {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Verdict(limit) => limit.fmt(formatter),
            Self::Tree(limit) => write!(
                formatter,
                "the text is valid, but its tree is not computed: {limit}"
            ),
            Self::Steps { length, limit } => write!(
                formatter,
                "the text is invalid, and the steps through its longest valid prefix, \
                 which ends at offset {length}, are not computed: {limit}"
            ),
            Self::Unknown(unknown) => unknown.fmt(formatter),
        }
    }
}

impl core::error::Error for Undecided {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Verdict(limit) | Self::Tree(limit) | Self::Steps { limit, .. } => Some(limit),
            Self::Unknown(_) => None,
        }
    }
}

/// Why a text has no tree: there is an error `E` in it, or the question is undecided. Productions that recurse return it,
/// in generated crates and in `rfcbnf`.
///
/// ```
/// use rfcbnf_engine::SyntaxError;
/// use rfcbnf_engine::recognizer::{LimitReached, ParseError, Undecided};
///
/// let error: ParseError<SyntaxError<rfc1738::Rule>> = Undecided::Verdict(LimitReached::Size).into();
/// assert_eq!(error.to_string(), "undecided: the text takes tables of more than 240 megabytes and 80 octets for each octet, or 360 megabytes");
/// assert!(error.syntax().is_none());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ParseError<E> {
    /// The production does not derive the text.
    Syntax(E),
    /// It takes too much to answer, or only people know.
    Undecided(Undecided),
}

impl<E> ParseError<E> {
    /// Returns the error in the text; `None` if the question is undecided.
    #[must_use]
    pub fn syntax(&self) -> Option<&E> {
        match self {
            Self::Syntax(error) => Some(error),
            Self::Undecided(_) => None,
        }
    }

    /// Returns the same with another error in the text.
    #[must_use]
    pub fn map<F>(self, change: impl FnOnce(E) -> F) -> ParseError<F> {
        match self {
            Self::Syntax(error) => ParseError::Syntax(change(error)),
            Self::Undecided(undecided) => ParseError::Undecided(undecided),
        }
    }
}

impl<E: TextError> ParseError<E> {
    /// Returns the error with its position in the document that the text comes from: see
    /// [`SyntaxError::in_document`]. An undecided question has the position at which the text starts.
    ///
    /// ```
    /// use rfcbnf_engine::recognizer::{LimitReached, ParseError, Undecided};
    /// use rfcbnf_engine::{Document, SyntaxError};
    ///
    /// let document = Document::named("ports", "http = 80\n");
    /// let error: ParseError<SyntaxError<rfc1738::Rule>> = Undecided::Verdict(LimitReached::Size).into();
    /// assert_eq!(
    ///     error.in_document(&document, 7).to_string(),
    ///     "ports:1:8: undecided: the text takes tables of more than 240 megabytes and 80 octets for each octet, or 360 megabytes",
    /// );
    /// ```
    #[must_use]
    pub fn in_document(self, document: &Document<'_>, origin: impl Origin) -> DocumentError<Self> {
        DocumentError::new(self, document, &origin)
    }
}

impl<P: Production> From<SyntaxError<P>> for ParseError<SyntaxError<P>> {
    fn from(error: SyntaxError<P>) -> Self {
        Self::Syntax(error)
    }
}

impl<E> From<Undecided> for ParseError<E> {
    fn from(undecided: Undecided) -> Self {
        Self::Undecided(undecided)
    }
}

impl<E> From<LimitReached> for ParseError<E> {
    fn from(limit: LimitReached) -> Self {
        Self::Undecided(limit.into())
    }
}

/// The offset of the error in the text, or 0 if the question is undecided.
impl<E: ErrorOffset> ErrorOffset for ParseError<E> {
    fn error_offset(&self) -> usize {
        self.syntax().map_or(0, E::error_offset)
    }
}

/// An undecided question has no part of the text to underline.
impl<E: TextError> TextError for ParseError<E> {
    fn error_text(&self) -> &[u8] {
        self.syntax().map_or(&[], E::error_text)
    }

    fn error_span(&self) -> Range<usize> {
        self.syntax().map_or(0..0, E::error_span)
    }

    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.write_line(out),
            Self::Undecided(_) => out.write_str(&self.reason()),
        }
    }

    fn reason(&self) -> String {
        match self {
            Self::Syntax(error) => error.reason(),
            Self::Undecided(undecided) => format!("undecided: {undecided}"),
        }
    }

    fn context_names(&self) -> String {
        self.syntax().map_or_else(String::new, E::context_names)
    }

    fn remarks(&self) -> Vec<String> {
        self.syntax().map_or_else(Vec::new, E::remarks)
    }

    fn secrets(&self) -> Vec<Range<usize>> {
        self.syntax().map_or_else(Vec::new, E::secrets)
    }
}

/// Writes the error as it writes itself, or why there is no answer.
impl<E: fmt::Display> fmt::Display for ParseError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax(error) => error.fmt(formatter),
            Self::Undecided(undecided) => write!(formatter, "undecided: {undecided}"),
        }
    }
}

impl<E: core::error::Error> core::error::Error for ParseError<E> {}
