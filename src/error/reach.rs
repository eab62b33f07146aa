//! Hears how far the productions get in a text.

use std::cell::Cell;

use crate::engine::{Characters, Listener, RuleSet, Wide};

/// The greatest offset up to which a terminal matched, in any attempt.
#[derive(Default)]
pub(crate) struct Reach(Cell<usize>);

impl Reach {
    /// That offset.
    pub(crate) fn furthest(&self) -> usize {
        self.0.get()
    }
}

impl Listener for Reach {
    type Place = Wide;

    const CHARACTERS: Characters = Characters::None;
    const RULES: RuleSet = RuleSet::NONE;
    const HEARS_TRIALS: bool = true;
    const ASKS_FOR_ATTEMPTS: bool = true;

    #[inline]
    fn consumed(&self, _start: usize, end: usize) {
        self.0.set(self.0.get().max(end));
    }
}
