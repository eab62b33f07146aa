//! Counts the steps of parsers and collectors, so that tests can distinguish linear from quadratic
//! time without a clock.
//!
//! ```
//! use rfc1738::{Rule, is_valid};
//! use rfcbnf_engine::steps;
//!
//! let digits = |count| "1".repeat(count);
//! let short = steps::of(|| is_valid(Rule::Port, digits(100)));
//! let long = steps::of(|| is_valid(Rule::Port, digits(200)));
//! assert!(long <= 2 * short);
//! ```

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
