//! Stable ids of errors.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use thiserror::Error;

use super::note::NoteId;
use crate::rules::Rule;

/// The id of an error: a stable name for its kind.
///
/// An error that the prose of the RFC explains has the id of its first note, such as `http-user`.
/// Any other is a plain syntax error of a production, such as `telneturl-syntax`: its first note
/// only repeats the form that the production gives.
///
/// ```
/// use rfc1738::{ErrorId, NoteId, Rule, parse};
///
/// let id = |text: &str| parse(Rule::Url, text).unwrap_err().id();
/// assert_eq!(id("http://me@host/"), ErrorId::Note(NoteId::HttpUser));
/// assert_eq!(id("telnet://h/x"), ErrorId::Syntax(Rule::Telneturl));
/// assert_eq!(id("telnet://h/x").to_string(), "telneturl-syntax");
/// assert_eq!("http-user".parse(), Ok(ErrorId::Note(NoteId::HttpUser)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ErrorId {
    /// The prose of the RFC explains the error.
    Note(NoteId),
    /// The text does not have the form that the production gives.
    Syntax(Rule),
}

/// The suffix of the id of a plain syntax error, after the name of the production.
const SYNTAX: &str = "-syntax";

impl ErrorId {
    /// Returns all ids: those of the notes by section, then those of the productions in the order
    /// of the grammar.
    ///
    /// ```
    /// use rfc1738::ErrorId;
    ///
    /// assert!(ErrorId::all().all(|id| id.to_string().parse() == Ok(id)));
    /// ```
    pub fn all() -> impl Iterator<Item = Self> {
        let notes = NoteId::ALL.into_iter().filter(|note| !note.is_form());
        let productions = Rule::ALL.into_iter().map(Self::Syntax);
        notes.map(Self::Note).chain(productions)
    }

    /// Returns the section of RFC 1738 to read: a number, or `Appendix`.
    #[must_use]
    pub fn section(self) -> &'static str {
        match self {
            Self::Note(note) => note.section(),
            Self::Syntax(rule) => rule.section(),
        }
    }
}

/// Writes the id.
impl fmt::Display for ErrorId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Note(note) => note.fmt(formatter),
            Self::Syntax(rule) => formatter.pad(&format!("{rule}{SYNTAX}")),
        }
    }
}

/// Parses the id exactly, including its case.
impl FromStr for ErrorId {
    type Err = UnknownError;

    fn from_str(id: &str) -> Result<Self, UnknownError> {
        let unknown = || UnknownError { id: id.to_owned() };
        if let Some(rule) = id.strip_suffix(SYNTAX) {
            return rule.parse().map(Self::Syntax).map_err(|_| unknown());
        }
        let note = id.parse().ok().filter(|note: &NoteId| !note.is_form());
        note.map(Self::Note).ok_or_else(unknown)
    }
}

/// The error for an unknown id.
///
/// ```
/// let error = "http-syntax".parse::<rfc1738::ErrorId>().unwrap_err();
/// assert_eq!(error.to_string(), r#"there is no error "http-syntax""#);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("there is no error {id:?}")]
pub struct UnknownError {
    id: String,
}

impl UnknownError {
    /// Returns the unknown id.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }
}
