//! Search: matching by all derivations at once.
//!
//! Some expressions cannot be put together from combinators that decide locally: a part can leave
//! any number of octets to its rest, or parts that backtrack are inside each other. For these the
//! generator writes a table of states, and [`first_derivation`] follows all derivations at the same
//! time.
//!
//! - Forwards, it keeps the states that some derivation reaches at each offset, in priority order
//!   (K. Thompson: Regular Expression Search Algorithm, 1968). This gives the longest match.
//! - Backwards, it keeps those that lead to the end of the match.
//! - Forwards again, it takes the first of these at every choice. This is the first derivation in
//!   priority order (A. Frisch, L. Cardelli: Greedy Regular Expression Matching, 2004).
//!
//! For example, `*"a" "ab"` reads `aab`. Forwards, both ways are open at each `a`. Backwards, only one
//! state at each offset leads to the end. So the repetition takes one `a`, although two would fit:
//!
//! ```text
//! 0: Either(1, 2)   1: "a", then 0   2: "a", then 3   3: "b", then 4   4: Accept
//!
//! offset   forwards   backwards
//!   0       1 2          1
//!   1       1 2 3        2
//!   2       1 2 3        3
//!   3       4            4
//! ```
//!
//! Invariant: time and memory are at most the length of the match times the number of states.

mod derivation;
mod threads;

use alloc::vec::Vec;

use super::terminal::take;
use crate::character_set::CharacterSet;
use crate::collector::{Characters, Collector};
use crate::production_set::ProductionId;
use derivation::{Derivation, Move};
use threads::{Opened, Threads};

/// The index of a state in its table. [`first_derivation()`] has an example of a table.
pub type StateIndex = u32;

/// A state of a table. The first state of a table is its start. [`first_derivation()`] has an
/// example.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchState {
    /// Consumes one of the characters.
    Consume(CharacterSet, StateIndex),
    /// Goes on with either state. A derivation through the first has priority.
    Either(StateIndex, StateIndex),
    /// Begins a production.
    Open(ProductionId, StateIndex),
    /// Begins a character production.
    OpenCharacter(ProductionId, StateIndex),
    /// Ends the innermost production.
    Close(StateIndex),
    /// Ends the match.
    Accept,
}

/// Matches the longest text that the table derives, by its first derivation in priority order. Allocates;
/// without spans to collect, it follows all derivations and keeps none.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{SearchState, first_derivation};
/// use rfcbnf_engine::spans::match_length;
///
/// // *"a" "ab"
/// let states = [
///     SearchState::Either(1, 2),
///     SearchState::Consume(CharacterSet::of("a"), 0),
///     SearchState::Consume(CharacterSet::of("a"), 3),
///     SearchState::Consume(CharacterSet::of("b"), 4),
///     SearchState::Accept,
/// ];
/// assert_eq!(match_length("aaabb", first_derivation(&states)), Some(4));
/// ```
///
/// # Panics
///
/// The parser panics if it reaches a state that the table does not have.
pub fn first_derivation<C: Collector>(
    states: &[SearchState],
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        if const { !C::COLLECTS && !C::OBSERVES } {
            let octets = collector.text().get(at..)?;
            return Some(at + Threads::longest_match(states, octets)?);
        }
        let attempts = collector.observes_attempts();
        let threads = Threads::run(states, collector.text().get(at..)?, attempts);
        let failed = attempts.then(|| failed_attempts(&threads));
        let derivation = Derivation::longest(&threads);
        for attempt in failed.into_iter().flatten() {
            collector.ahead(|ahead| report_attempt(&attempt, ahead, at));
        }
        Some(collect(&derivation?, collector, at))
    }
}

/// An attempt that failed at the furthest offset: the productions that are open there, from the outermost to
/// the innermost, and what was expected. Offsets count from the start of the search.
struct Attempt {
    open: Vec<Opened>,
    furthest: usize,
    /// Whether another octet was consumed for it than for the attempt before.
    is_other: bool,
    characters: CharacterSet,
}

/// Returns the attempts that failed at the furthest offset, in priority order.
fn failed_attempts(threads: &Threads<'_>) -> Vec<Attempt> {
    let (furthest, attempts) = threads.furthest();
    let mut before = None;
    let attempts = attempts.iter().map(|attempt| Attempt {
        open: threads.open_in(attempt).copied().collect(),
        furthest,
        is_other: before.replace(attempt.origin) != Some(attempt.origin),
        characters: attempt.characters,
    });
    attempts.collect()
}

/// Reports an attempt that failed.
fn report_attempt<C: Collector>(attempt: &Attempt, collector: &mut C, at: usize) {
    let furthest = attempt.furthest;
    let count = collector.count();
    let mut opened = 0;
    for one in &attempt.open {
        if shows(collector, one.is_character, one.start < furthest) {
            collector.open(one.production, at + one.start);
            opened += 1;
        }
    }
    if attempt.is_other && furthest > 0 {
        take(collector, at + furthest - 1, at + furthest);
    }
    collector.missed(at + furthest, || attempt.characters);
    for _ in 0..opened {
        collector.failed();
    }
    collector.truncate(count);
}

/// Returns whether the collector wants the span of a production. `is_encoded` tells whether a character
/// production matches more than one octet, or has begun to.
fn shows(collector: &impl Collector, is_character: bool, is_encoded: bool) -> bool {
    match collector.characters() {
        _ if !is_character => true,
        Characters::None => false,
        Characters::Encoded => is_encoded,
        Characters::All => true,
    }
}

/// Collects the productions and characters of the derivation. Returns the offset after it.
fn collect<C: Collector>(derivation: &Derivation, collector: &mut C, mut at: usize) -> usize {
    let mut open = Vec::new();
    for step in derivation.moves() {
        match *step {
            Move::Consume(length) => {
                take(collector, at, at + length);
                at += length;
            }
            Move::Open {
                production,
                is_character,
                length,
            } => {
                let is_shown = shows(collector, is_character, length > 1);
                open.push(is_shown.then(|| collector.open(production, at)));
            }
            Move::Close => {
                if let Some(span) = open.pop().flatten() {
                    collector.close(span, at);
                }
            }
        }
    }
    at
}
