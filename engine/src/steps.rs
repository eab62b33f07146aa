//! Counts the steps of parsers and observers, so that tests can distinguish linear from quadratic
//! time without a clock.

use core::cell::Cell;
use std::thread_local;

thread_local! {
    static STEPS: Cell<usize> = const { Cell::new(0) };
}

/// Adds to the steps of this thread.
pub fn count(steps: usize) {
    STEPS.set(STEPS.get() + steps);
}

/// Returns the number of steps that `work` takes.
pub fn of<R>(work: impl FnOnce() -> R) -> usize {
    let before = STEPS.get();
    let _ = work();
    STEPS.get() - before
}
