//! Hears how far the productions get in a text.

use std::cell::Cell;
use std::marker::PhantomData;

use crate::engine::{Characters, Listener, Place, RuleSet};

/// The greatest offset up to which a terminal matched, in any attempt.
pub(crate) struct Reach<P> {
    furthest: Cell<usize>,
    place: PhantomData<P>,
}

impl<P: Place> Reach<P> {
    /// No terminal matched yet.
    pub(crate) fn new() -> Self {
        Self {
            furthest: Cell::new(0),
            place: PhantomData,
        }
    }

    /// That offset.
    pub(crate) fn furthest(&self) -> usize {
        self.furthest.get()
    }
}

impl<P: Place> Listener for Reach<P> {
    type Place = P;

    const CHARACTERS: Characters = Characters::None;
    const RULES: RuleSet = RuleSet::NONE;
    const HEARS_TRIALS: bool = true;
    const ASKS_FOR_ATTEMPTS: bool = true;

    #[inline]
    fn consumed(&self, _start: usize, end: usize) {
        self.furthest.set(self.furthest.get().max(end));
    }
}
