//! What automata may take.

use std::cell::Cell;

use thiserror::Error;

use crate::search_end::Watch;

/// The greatest number of states of an automaton before it is made minimal.
pub(super) const STATES: usize = 10_000;

/// The memory, in bytes, that a nondeterministic automaton may take, and also the memory that the
/// sets of its states may take.
pub(super) const MEMORY: usize = 64 << 20;

/// The greatest number of steps to make the automata of one grammar, and again to decide all
/// questions about them. A step is about one transition of one state.
const STEPS: usize = 8_000_000;

/// The number of these steps that a production takes at most, before the others have had theirs.
pub(super) const FIRST_STEPS: usize = 20_000;

/// The automaton of an expression takes more states, more memory or more time than this package
/// works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "too large to be decided: its automaton takes more than {STATES} states or {} MiB, \
     or the grammar more than {} million steps",
    MEMORY >> 20,
    STEPS / 1_000_000
)]
pub struct TooLarge;

/// The steps that are left for the automata of one grammar.
///
/// Every construction and every search takes its steps from here, so no number of questions takes
/// more time than the limit.
#[derive(Debug)]
pub(crate) struct Work {
    left: Cell<usize>,
    /// Ends the work before its steps are taken.
    watch: Option<Watch>,
}

impl Work {
    /// Returns as much as one grammar may take.
    pub(crate) fn new() -> Self {
        Self {
            left: Cell::new(STEPS),
            watch: None,
        }
    }

    /// Runs a construction that may take only some of the steps.
    pub(crate) fn at_most<T>(&self, steps: usize, run: impl FnOnce(&Self) -> T) -> T {
        let before = self.left.get();
        let share = Self {
            left: Cell::new(before.min(steps)),
            watch: self.watch.clone(),
        };
        let result = run(&share);
        let taken = before.min(steps) - share.left.get();
        self.left.set(before - taken);
        result
    }

    /// Returns as much as one grammar may take, or less if the search for causes has to end.
    pub(crate) fn watched(watch: &Watch) -> Self {
        Self {
            watch: Some(watch.clone()),
            ..Self::new()
        }
    }

    /// Returns a number of steps, or less if the search for causes has to end.
    pub(crate) fn of_steps(steps: usize, watch: &Watch) -> Self {
        Self {
            left: Cell::new(steps),
            watch: Some(watch.clone()),
        }
    }

    /// Returns whether the search that the work is for has to end.
    pub(crate) fn is_over(&self) -> bool {
        self.watch.as_ref().is_some_and(Watch::is_over)
    }

    /// Returns as much as is needed, for a search whose cost one automaton bounds.
    pub(super) fn unlimited() -> Self {
        Self {
            left: Cell::new(usize::MAX),
            watch: None,
        }
    }

    /// Takes some steps.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if fewer are left, and from then on. If the search has to end, none are.
    pub(crate) fn take(&self, steps: usize) -> Result<(), TooLarge> {
        let left = self.left.get().checked_sub(steps);
        let left = left.filter(|_| !self.is_over());
        self.left.set(left.unwrap_or(0));
        left.map(|_| ()).ok_or(TooLarge)
    }

    /// Fails as [`take`](Self::take) does if fewer steps are left. Otherwise, takes none.
    pub(super) fn expect(&self, steps: usize) -> Result<(), TooLarge> {
        if steps > self.left.get() {
            self.take(steps)?;
        }
        Ok(())
    }
}
