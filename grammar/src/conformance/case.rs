//! A text of a suite and what is right about it.

use crate::automaton::Automaton;

/// A text of a suite and what is right about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    text: String,
    rejection: Option<Rejection>,
}

/// Why a text is no word.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rejection {
    /// The offset in octets where the longest prefix ends with which a word begins.
    pub offset: usize,
    /// The characters with which a word can go on there, in ASCII order.
    pub next: String,
    /// Whether a word can end there.
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

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the production derives it.
    #[must_use]
    pub fn is_word(&self) -> bool {
        self.rejection.is_none()
    }

    /// Where the production does not derive it, why.
    #[must_use]
    pub fn rejection(&self) -> Option<&Rejection> {
        self.rejection.as_ref()
    }
}
