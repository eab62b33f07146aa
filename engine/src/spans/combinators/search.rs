//! The combinator that searches for the derivation.

use alloc::vec::Vec;

use crate::combinators::search::{Move, SearchState, derivation, longest_match};
use crate::spans::Collector;

/// Matches by search, and collects the spans of the first derivation. Allocates. Without spans to collect,
/// it follows all derivations and keeps none.
pub fn first_derivation<C: Collector>(
    states: &[SearchState],
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, mut at| {
        let octets = collector.text().get(at..)?;
        if const { !C::COLLECTS } {
            return Some(at + longest_match(states, octets)?);
        }
        let derivation = derivation(states, octets)?;
        let mut open = Vec::new();
        for step in derivation.moves() {
            match *step {
                Move::Consume(length) => at += length,
                Move::Open {
                    production,
                    is_character,
                    ..
                } => open.push((!is_character).then(|| collector.open(production, at))),
                Move::Close => {
                    if let Some(span) = open.pop().flatten() {
                        collector.close(span, at);
                    }
                }
            }
        }
        Some(at)
    }
}
