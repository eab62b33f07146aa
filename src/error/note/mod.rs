//! Notes: what the prose of the RFC says about an error.
//!
//! Invariant: a note explains what the grammar has decided. It never decides anything.

mod authority;
mod character;
mod scheme;

use std::borrow::Cow;
use std::fmt;

pub(crate) use authority::without_user;

use super::Found;
use crate::rules::Rule;
use rfcbnf_engine::{CharacterSet, ProductionSet};

/// A sentence about an error that follows from the prose of the RFC, and its section.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let error = parse(Rule::Url, "http://h/~user").unwrap_err();
/// let note = &error.notes()[0];
/// assert_eq!(note.section(), "2.2");
/// assert_eq!(note.message(), "\"~\" is unsafe and has to be encoded: %7E");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Note {
    section: &'static str,
    message: Cow<'static, str>,
}

impl Note {
    fn new(section: &'static str, message: impl Into<Cow<'static, str>>) -> Self {
        Self {
            section,
            message: message.into(),
        }
    }

    /// Returns the section of RFC 1738 that says so.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// Returns the sentence. Quoted text is escaped if it does not print.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Writes the sentence and the section:
/// `a space is unsafe and has to be encoded: %20 (RFC 1738, 2.2)`.
impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} (RFC 1738, {})", self.message, self.section)
    }
}

/// The facts of an error from which the notes follow.
#[derive(Clone, Copy)]
pub(super) struct Rejection<'a> {
    pub(super) rule: Rule,
    pub(super) text: &'a [u8],
    pub(super) offset: usize,
    pub(super) found: Option<Found>,
    pub(super) next: CharacterSet,
    pub(super) context: &'a [Rule],
    /// The context as a set.
    pub(super) open: ProductionSet,
}

impl<'a> Rejection<'a> {
    /// Returns the notes, the nearest cause first.
    pub(super) fn notes(self) -> Vec<Note> {
        let position = scheme::beginning(self)
            .or_else(|| authority::note(self))
            .or_else(|| self.typecode())
            .or_else(|| self.search());
        // A note on the character would mislead if another note explains the offset.
        let character = || character::note(self);
        let mut notes = Vec::new();
        notes.extend(position.or_else(character));
        notes.extend(scheme::nearest(self));
        notes
    }

    fn typecode(self) -> Option<Note> {
        self.is_in(Rule::Ftptype).then(|| {
            Note::new(
                "3.2.2",
                "the typecode is one of the characters \"a\", \"i\" and \"d\"",
            )
        })
    }

    fn search(self) -> Option<Note> {
        let is_search = self.is_in(Rule::Httpurl) && self.is_in(Rule::Search);
        let encoded = match self.found? {
            Found::Character('/') => "%2F",
            Found::Character('?') => "%3F",
            _ => return None,
        };
        is_search.then(|| {
            let message = "\"/\" and \"?\" are reserved in an http URL, so its search part holds them encoded";
            Note::new("3.3", format!("{message}: {encoded}"))
        })
    }

    fn is_in(self, rule: Rule) -> bool {
        self.open.contains(rule.id())
    }

    /// Returns the text before the offset.
    fn before(self) -> &'a [u8] {
        &self.text[..self.offset]
    }

    /// Returns the text from the offset on.
    fn after(self) -> &'a [u8] {
        &self.text[self.offset..]
    }
}
