//! The notes of an error, computed when they are first asked for.

use std::fmt;
use std::sync::OnceLock;

use super::causes;
use super::draft::Note;
use super::rejection::Rejection;

/// The notes of an error, or the text that they follow from.
#[derive(Clone)]
pub(in crate::error) struct LazyNotes {
    text: Box<[u8]>,
    notes: OnceLock<Vec<Note>>,
}

impl LazyNotes {
    pub(in crate::error) fn new(text: &[u8]) -> Self {
        Self {
            text: text.into(),
            notes: OnceLock::new(),
        }
    }

    /// Returns the text.
    pub(in crate::error) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns the notes on the rejection of the text.
    pub(in crate::error) fn get<'a>(
        &'a self,
        rejection: impl FnOnce(&'a [u8]) -> Rejection<'a>,
    ) -> &'a [Note] {
        self.notes
            .get_or_init(|| causes::notes(&rejection(&self.text)))
    }
}

/// Compares the texts: the notes follow from them.
impl PartialEq for LazyNotes {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for LazyNotes {}

/// Leaves the text out: it can be long, and need not print.
impl fmt::Debug for LazyNotes {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut notes = formatter.debug_struct("LazyNotes");
        notes.field("octets", &self.text.len());
        notes.finish_non_exhaustive()
    }
}
