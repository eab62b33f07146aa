//! The texts of a suite, with the right verdicts.

use crate::automaton::Automaton;

/// A text of a suite, with the right verdict.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    text: String,
    rejection: Option<Rejection>,
}

/// Why the production does not derive a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The byte offset at which the viable prefix ends.
    pub offset: usize,
    /// The characters that can follow there, in ASCII order.
    pub next: String,
    /// Whether the text could end there.
    pub can_end: bool,
}

impl Case {
    pub(super) fn new(automaton: &Automaton, text: String) -> Self {
        let prefix = automaton.viable_prefix(text.as_bytes());
        let is_word = prefix.length() == text.len() && prefix.can_end();
        let rejection = (!is_word).then(|| Rejection {
            offset: prefix.length(),
            next: prefix.next(),
            can_end: prefix.can_end(),
        });
        Self { text, rejection }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
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
