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

use nom::IResult;
use nom::error::{ErrorKind, ParseError};

use super::failure;
use crate::character_set::CharacterSet;
use crate::production_set::ProductionId;
use crate::text::{Characters, Text};
pub(crate) use derivation::{Derivation, Move};
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

/// Matches the longest text that the table derives, by its first derivation in priority order.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{SearchState, first_derivation};
///
/// // *"a" "ab"
/// let states = [
///     SearchState::Either(1, 2),
///     SearchState::Consume(CharacterSet::of("a"), 0),
///     SearchState::Consume(CharacterSet::of("a"), 3),
///     SearchState::Consume(CharacterSet::of("b"), 4),
///     SearchState::Accept,
/// ];
/// assert_eq!(first_derivation::<_, ()>(&states)("aaabb"), Ok(("b", "aaab")));
/// ```
///
/// # Panics
///
/// The parser panics if it reaches a state that the table does not have.
pub fn first_derivation<I, E>(states: &[SearchState]) -> impl Fn(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
{
    move |input: I| {
        let rest = if input.is_observed() {
            let threads = Threads::run(states, input.octets(), input.observes_attempts());
            if input.observes_attempts() {
                report_attempts(&threads, &input.lookahead());
            }
            let derivation = Derivation::longest(&threads);
            derivation.map(|derivation| report_derivation(&derivation, &input))
        } else {
            let length = longest_match(states, input.octets());
            let length = length.filter(|length| input.divides_at(*length));
            length.map(|length| input.take_from(length))
        };
        let Some(rest) = rest else {
            return Err(failure(input, ErrorKind::Fail));
        };
        let consumed = input.before(&rest);
        Ok((rest, consumed))
    }
}

/// Returns the length of the longest match, if there is a match.
pub(crate) fn longest_match(states: &[SearchState], octets: &[u8]) -> Option<usize> {
    Threads::longest_match(states, octets)
}

/// Returns the first derivation of the longest match, if there is a match.
pub(crate) fn derivation(states: &[SearchState], octets: &[u8]) -> Option<Derivation> {
    Derivation::longest(&Threads::run(states, octets, false))
}

/// Reports the attempts that failed at the furthest offset, in priority order.
fn report_attempts<I: Text>(threads: &Threads<'_>, input: &I) {
    let (furthest, attempts) = threads.furthest();
    let shows = |opened: &&Opened| shows(input, opened.is_character, || opened.start < furthest);
    let mut before = None;
    for attempt in attempts {
        let mut here = input.clone();
        let mut offset = 0;
        let mut open = Vec::new();
        for opened in threads.open_in(attempt).filter(shows) {
            here = here.take_from(opened.start - offset);
            offset = opened.start;
            open.push(here.clone());
            here = here.opening(opened.production);
        }
        if before != Some(attempt.origin) && furthest > 0 {
            input.take_from(furthest - 1).consuming(1);
        }
        before = Some(attempt.origin);
        here.take_from(furthest - offset)
            .expecting(0, || attempt.characters);
        for start in open.into_iter().rev() {
            start.abandoning();
        }
    }
}

/// Returns whether the input wants the events of a production. `is_encoded` tells whether a
/// character production has consumed octets of an encoded character.
fn shows(input: &impl Text, is_character: bool, is_encoded: impl FnOnce() -> bool) -> bool {
    match input.characters() {
        _ if !is_character => true,
        Characters::None => false,
        Characters::Encoded => is_encoded(),
        Characters::All => true,
    }
}

/// Reports the productions and characters of the derivation. Returns the rest.
fn report_derivation<I: Text>(derivation: &Derivation, input: &I) -> I {
    let mut here = input.clone();
    let mut open = Vec::new();
    for step in derivation.moves() {
        match *step {
            Move::Consume(length) => {
                here.consuming(length);
                here = here.take_from(length);
            }
            Move::Open {
                production,
                is_character,
                length,
            } => {
                let is_shown = shows(input, is_character, || length > 1);
                open.push(is_shown.then(|| (here.clone(), production)));
                if is_shown {
                    here = here.opening(production);
                }
            }
            Move::Close => {
                if let Some((start, production)) = open.pop().flatten() {
                    here = start.closing(here, production);
                }
            }
        }
    }
    here
}
