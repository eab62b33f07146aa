//! What a document says about some errors, and what can follow a text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use super::{Expected, Found, SyntaxError};
use crate::character_set::CharacterSet;
use crate::production::Production;

/// A sentence of a document about errors: where it applies, and its section.
///
/// The generator makes notes of an array `note` in a file of prose.
///
/// ```
/// use rfc1738::{Rule, parse};
/// use rfcbnf_engine::{Note, diagnose};
///
/// const NOTE: Note<Rule> = Note::new("port-digit", "3.1", "a port is a decimal number")
///     .within(&[Rule::Port]);
/// assert!(NOTE.is_about(&diagnose(Rule::Url, b"http://h:8o/")));
/// assert!(!NOTE.is_about(&diagnose(Rule::Url, b"http://h/ ")));
/// assert_eq!(NOTE.to_string(), "a port is a decimal number (3.1)");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Note<P: 'static> {
    id: &'static str,
    section: &'static str,
    message: &'static str,
    productions: &'static [P],
    found: Option<FoundOf>,
}

/// What has to stand at the offset of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FoundOf {
    Characters(&'static str),
    NotAscii,
    End,
}

impl<P: 'static> Note<P> {
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
    pub const fn within(mut self, productions: &'static [P]) -> Self {
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
}

impl<P: Production> Note<P> {
    /// Returns whether the note is about the error.
    #[must_use]
    pub fn is_about(&self, error: &SyntaxError<P>) -> bool {
        let is_open = |production: &P| error.context().contains(production);
        if !self.productions.is_empty() && !self.productions.iter().any(is_open) {
            return false;
        }
        match (self.found, error.found()) {
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
impl<P> fmt::Display for Note<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} ({})", self.message, self.section)
    }
}

/// What can follow a text that texts of a production begin with.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::next;
///
/// let next = next(Rule::Hostport, b"host:8")?;
/// assert_eq!(next.octets().to_string(), "0123456789");
/// assert_eq!(next.expected_list(), "digit or end of text");
/// assert!(next.can_end());
/// # Ok::<(), rfcbnf_engine::SyntaxError<Rule>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Next<P: Production>(SyntaxError<P>);

impl<P: Production> Next<P> {
    /// Makes it of the facts about the end of the longest viable prefix of a text.
    ///
    /// # Errors
    ///
    /// Returns the facts if that prefix is not the whole text: then it is an error.
    pub fn of(facts: SyntaxError<P>) -> Result<Self, SyntaxError<P>> {
        if facts.offset() < facts.text().len() {
            return Err(facts);
        }
        Ok(Self(facts))
    }

    /// Returns whether the production derives the text as it is.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.0.can_end()
    }

    /// Returns the octets that can follow.
    #[must_use]
    pub fn octets(&self) -> CharacterSet {
        self.0.next()
    }

    /// Returns the characters that can follow: see [`SyntaxError::next_characters`].
    #[must_use]
    pub fn characters(&self) -> Option<Vec<RangeInclusive<char>>> {
        self.0.next_characters()
    }

    /// Returns what can follow, in few names.
    #[must_use]
    pub fn expected(&self) -> &[Expected<P>] {
        self.0.expected()
    }

    /// Returns the names of what can follow as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        self.0.expected_list()
    }

    /// Returns the productions that are open, the outermost first.
    #[must_use]
    pub fn context(&self) -> &[P] {
        self.0.context()
    }
}

/// Writes the names of what can follow.
impl<P: Production> fmt::Debug for Next<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Next({})", self.expected_list())
    }
}
