//! The first pass over a text with an error: how far terminals match.

use core::cell::Cell;

use crate::observer::{Interests, Observer};
use crate::text::Characters;

/// Observes the furthest offset up to which a terminal or a DFA consumes, in any attempt.
pub(crate) struct FurthestOffset {
    offset: Cell<usize>,
    /// The start of the terminal or DFA that first reached it.
    origin: Cell<usize>,
}

impl FurthestOffset {
    /// Returns an observer that has seen nothing yet.
    pub(crate) fn new() -> Self {
        Self {
            offset: Cell::new(0),
            origin: Cell::new(0),
        }
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset.get()
    }

    /// Returns the start of the terminal or DFA that first reached it.
    pub(crate) fn origin(&self) -> usize {
        self.origin.get()
    }
}

impl Observer for FurthestOffset {
    #[inline]
    fn interests(&self) -> &Interests {
        const {
            &Interests {
                characters: Characters::None,
                nodes: false,
                attempts: true,
                every_attempt: true,
            }
        }
    }

    #[inline]
    fn consumed(&self, start: usize, end: usize) {
        if end > self.offset.get() {
            self.offset.set(end);
            self.origin.set(start);
        }
    }
}
