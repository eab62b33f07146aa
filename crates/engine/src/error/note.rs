//! What a document says about some errors.

use core::fmt;

use super::expected::Found;
use crate::production::ProductionId;

/// A sentence of a document about errors: where it applies, and its section.
///
/// The generator makes notes of an array `note` in a file of prose, and [`SyntaxError::notes`](crate::SyntaxError::notes) returns those about an error.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Note, diagnose};
///
/// const NOTE: Note = Note::new("space", "2.2", "a space is written %20").found(" ");
/// assert!(NOTE.is_about(&diagnose(Rule::Url, b"http://h/ ")));
/// assert!(!NOTE.is_about(&diagnose(Rule::Url, b"http://h:8o/")));
/// assert_eq!(NOTE.to_string(), "a space is written %20 (2.2)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note {
    id: &'static str,
    section: &'static str,
    message: &'static str,
    productions: &'static [ProductionId],
    found: Option<FoundOf>,
}

/// What has to stand at the offset of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FoundOf {
    Characters(&'static str),
    NotAscii,
    End,
}

impl Note {
    /// Returns a note about every error.
    #[must_use]
    pub const fn new(id: &'static str, section: &'static str, message: &'static str) -> Self {
        Self {
            id,
            section,
            message,
            productions: &[],
            found: None,
        }
    }

    /// Returns the note about errors with one of these productions open.
    #[must_use]
    pub const fn within(mut self, productions: &'static [ProductionId]) -> Self {
        self.productions = productions;
        self
    }

    /// Returns the note about errors that found one of these characters.
    #[must_use]
    pub const fn found(mut self, characters: &'static str) -> Self {
        self.found = Some(FoundOf::Characters(characters));
        self
    }

    /// Returns the note about errors that found a character or an octet above ASCII.
    #[must_use]
    pub const fn found_above_ascii(mut self) -> Self {
        self.found = Some(FoundOf::NotAscii);
        self
    }

    /// Returns the note about errors at the end of the text.
    #[must_use]
    pub const fn at_end(mut self) -> Self {
        self.found = Some(FoundOf::End);
        self
    }

    /// Returns the name of the note.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the section of the document that says so.
    #[must_use]
    pub fn section(&self) -> &'static str {
        self.section
    }

    /// Returns the sentence.
    #[must_use]
    pub fn message(&self) -> &'static str {
        self.message
    }

    /// Returns whether the note is about an error that found this, with these productions open.
    pub(super) fn applies(
        &self,
        found: Option<Found>,
        is_open: impl Fn(ProductionId) -> bool,
    ) -> bool {
        if !self.productions.is_empty() && !self.productions.iter().copied().any(is_open) {
            return false;
        }
        match (self.found, found) {
            (None, _)
            | (Some(FoundOf::End), None)
            | (Some(FoundOf::NotAscii), Some(Found::Octet(_))) => true,
            (Some(FoundOf::Characters(characters)), Some(Found::Character(found))) => {
                characters.contains(found)
            }
            (Some(FoundOf::NotAscii), Some(Found::Character(found))) => !found.is_ascii(),
            _ => false,
        }
    }
}

/// Writes the sentence and its section.
impl fmt::Display for Note {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.message, self.section)
    }
}
