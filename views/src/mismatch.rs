//! Why the automaton of a production rejects a text.
//!
//! Only generated parsers return a [`SyntaxError`](rfc1738::SyntaxError). A grammar from a file has
//! an automaton and this.

use std::fmt;

use rfc1738::CharacterSet;
use rfcbnf::automaton::Automaton;
use serde::Serialize;

use crate::characters::ranges;

/// The position at which an automaton rejects a text, and what it expects there.
///
/// [`Display`](fmt::Display) writes the line that [`rfc1738::SyntaxError::summary`] writes. It
/// escapes nothing.
#[derive(Debug, Serialize)]
pub struct Mismatch {
    /// The length of the longest viable prefix, in bytes.
    pub offset: usize,
    /// The character at the offset; `None` at the end of the text.
    pub found: Option<char>,
    /// Every character that would be accepted at the offset.
    pub next: CharacterSet,
    /// Whether the production derives the text up to the offset.
    pub can_end: bool,
}

impl Mismatch {
    /// Returns the mismatch of a text that the automaton rejects.
    #[must_use]
    pub fn new(automaton: &Automaton, text: &str) -> Self {
        let prefix = automaton.viable_prefix(text.as_bytes());
        Self {
            offset: prefix.length(),
            found: text[prefix.length()..].chars().next(),
            next: prefix.next().chars().collect(),
            can_end: prefix.can_end(),
        }
    }

    /// Returns the character at the offset in quotation marks, not escaped.
    #[must_use]
    pub fn found(&self) -> String {
        self.found.map_or_else(
            || "the end of the text".to_owned(),
            |character| format!("\"{character}\""),
        )
    }

    /// Returns the list of what would be accepted at the offset, not escaped.
    #[must_use]
    pub fn expected_list(&self) -> String {
        let next = match self.next.len() {
            1 => format!("\"{}\"", self.next),
            _ => ranges(self.next),
        };
        match (next, self.can_end) {
            (next, false) => next,
            (next, true) if next.is_empty() => "end of text".to_owned(),
            (next, true) => format!("{next} or end of text"),
        }
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (expected, found) = (self.expected_list(), self.found());
        write!(
            formatter,
            "expected {expected}, found {found} at offset {}",
            self.offset
        )
    }
}
