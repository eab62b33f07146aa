//! What an automaton may take.

use thiserror::Error;

/// The greatest number of states of an automaton before it is made minimal.
pub(super) const STATES: usize = 10_000;

/// The memory, in bytes, that a nondeterministic automaton may take, and also the memory that the
/// sets of its states may take.
pub(super) const MEMORY: usize = 64 << 20;

/// The automaton of an expression takes more states or more memory than this package works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "too large to be decided: its automaton takes more than {STATES} states or {} MiB",
    MEMORY >> 20
)]
pub struct TooLarge;
