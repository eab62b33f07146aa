//! The texts of a suite, with the right verdicts.

use crate::automaton::Automaton;
use crate::octets::OctetSet;
use crate::recognizer::{LimitReached, Recognizer};

/// A text of a suite, with the right verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    text: Vec<u8>,
    rejection: Option<Rejection>,
}

/// Why the production does not derive a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The byte offset at which the viable prefix ends.
    pub offset: usize,
    /// The octets that can follow there.
    pub next: OctetSet,
    /// Whether the text could end there.
    pub can_end: bool,
}

impl Rejection {
    /// Returns why the production of the automaton does not derive the text; `None` if it does.
    pub(crate) fn by_automaton(automaton: &Automaton, text: &[u8]) -> Option<Self> {
        let prefix = automaton.viable_prefix(text);
        let is_word = prefix.length() == text.len() && prefix.can_end();
        (!is_word).then(|| Self {
            offset: prefix.length(),
            next: prefix.next(),
            can_end: prefix.can_end(),
        })
    }

    /// Returns why the production of the recognizer does not derive the text; `None` if it does.
    pub(super) fn by_recognizer(
        recognizer: &Recognizer,
        text: &[u8],
    ) -> Result<Option<Self>, LimitReached> {
        let found = recognizer.recognize(text)?;
        Ok((!found.accepts_all()).then(|| Self {
            offset: found.furthest,
            next: found.next.into(),
            can_end: found.can_end,
        }))
    }
}

impl Case {
    pub(super) fn new(automaton: &Automaton, text: Vec<u8>) -> Self {
        let rejection = Rejection::by_automaton(automaton, &text);
        Self { text, rejection }
    }

    /// Returns the case of a text with the verdict of a recognizer.
    pub(super) fn recognized(recognizer: &Recognizer, text: Vec<u8>) -> Result<Self, LimitReached> {
        let rejection = Rejection::by_recognizer(recognizer, &text)?;
        Ok(Self { text, rejection })
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns whether the production derives it.
    #[must_use]
    pub fn is_word(&self) -> bool {
        self.rejection.is_none()
    }

    /// Returns why the production does not derive it; `None` if it does.
    #[must_use]
    pub fn rejection(&self) -> Option<&Rejection> {
        self.rejection.as_ref()
    }
}
