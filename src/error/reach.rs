//! Hears how far the productions get in a text.

use std::cell::Cell;
use std::marker::PhantomData;

use crate::engine::{Characters, Listener, Place, RuleSet};

/// The greatest offset up to which a terminal matched, in any attempt, or a scan.
pub(crate) struct Reach<P> {
    furthest: Cell<usize>,
    /// Where that terminal or scan began.
    origin: Cell<usize>,
    place: PhantomData<P>,
}

impl<P: Place> Reach<P> {
    /// No terminal matched yet.
    pub(crate) fn new() -> Self {
        Self {
            furthest: Cell::new(0),
            origin: Cell::new(0),
            place: PhantomData,
        }
    }

    /// That offset.
    pub(crate) fn furthest(&self) -> usize {
        self.furthest.get()
    }

    /// Where what reached it for the first time began.
    pub(crate) fn origin(&self) -> usize {
        self.origin.get()
    }
}

impl<P: Place> Listener for Reach<P> {
    type Place = P;

    const CHARACTERS: Characters = Characters::None;
    const RULES: RuleSet = RuleSet::NONE;
    const HEARS_TRIALS: bool = true;
    const ASKS_FOR_ATTEMPTS: bool = true;

    #[inline]
    fn consumed(&self, start: usize, end: usize) {
        if end > self.furthest.get() {
            self.furthest.set(end);
            self.origin.set(start);
        }
    }
}
