//! The texts of a suite, with the right verdicts.

use crate::automaton::Automaton;
use crate::recognizer::{Recognizer, Undecided};
use crate::rejection::Rejection;
use crate::syntax::Encoding;

/// A text of a suite, with the right verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    text: Vec<u8>,
    rejection: Option<Rejection>,
}

impl Case {
    pub(super) fn new(automaton: &Automaton, encoding: Encoding, text: Vec<u8>) -> Self {
        let rejection = Rejection::by_automaton(automaton, encoding, &text);
        Self { text, rejection }
    }

    /// Returns the case of a text with the verdict of a recognizer.
    pub(super) fn recognized(recognizer: &Recognizer, text: Vec<u8>) -> Result<Self, Undecided> {
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
