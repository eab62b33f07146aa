//! Where an automaton says that a text ceases to be the beginning of a word.

use rfc1738::CharacterSet;
use rfcbnf::automaton::Automaton;
use serde::Serialize;

use crate::characters::ranges;

/// What is wrong with a text, told by the automaton of its production: all that there is for a
/// grammar that no parser was made from.
///
/// Invariant: the names and the order of the fields are a contract with programs.
#[derive(Serialize)]
pub(crate) struct Mismatch {
    /// The number of octets before the first that cannot stand where it stands.
    pub(crate) offset: usize,
    /// What stands there; nothing at the end of the text.
    pub(crate) found: Option<char>,
    /// What could have stood there.
    pub(crate) next: CharacterSet,
    /// Whether the text could have ended there.
    pub(crate) can_end: bool,
}

impl Mismatch {
    /// Of a text that the automaton does not accept.
    pub(crate) fn new(automaton: &Automaton, text: &str) -> Self {
        let prefix = automaton.viable_prefix(text.as_bytes());
        Self {
            offset: prefix.length(),
            found: text[prefix.length()..].chars().next(),
            next: prefix.next().chars().collect(),
            can_end: prefix.can_end(),
        }
    }

    /// What stands there, in words. Not escaped.
    pub(crate) fn found(&self) -> String {
        self.found.map_or_else(
            || "the end of the text".to_owned(),
            |character| format!("\"{character}\""),
        )
    }

    /// What could have stood there, in words. Not escaped.
    pub(crate) fn expected(&self) -> String {
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

/// The same as [`rfc1738::SyntaxError::summary`] says. Not escaped.
impl std::fmt::Display for Mismatch {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (expected, found) = (self.expected(), self.found());
        write!(
            formatter,
            "expected {expected}, found {found} at offset {}",
            self.offset
        )
    }
}
