//! The shortlex order of texts: shorter ones come first, and texts of one length as their octets say; and the
//! shortest texts that lead to the states of an automaton.

use std::cmp::Ordering;
use std::collections::{HashSet, VecDeque};

use crate::automaton::{Automaton, DfaState, readable_first};

/// Compares two texts in this order.
pub(super) fn compare(one: &[u8], other: &[u8]) -> Ordering {
    (one.len(), one).cmp(&(other.len(), other))
}

/// Puts texts in this order.
pub(super) fn sort(texts: &mut [impl AsRef<[u8]>]) {
    texts.sort_unstable_by(|one, other| compare(one.as_ref(), other.as_ref()));
}

/// Returns each state that a text leads to, with the first such text in the order of
/// [`Automaton::shortest`]. The states are in the order of their texts.
pub(super) fn accesses(automaton: &Automaton) -> Vec<(DfaState, Vec<u8>)> {
    let octets = readable_first();
    let start = (automaton.start(), Vec::new());
    let mut seen = HashSet::from([automaton.start()]);
    let mut waiting = VecDeque::from([start]);
    let mut accesses = Vec::new();
    while let Some((state, text)) = waiting.pop_front() {
        for &octet in &octets {
            let next = automaton.step(state, octet);
            if let Some(next) = next.filter(|&next| seen.insert(next)) {
                waiting.push_back((next, [&text[..], &[octet]].concat()));
            }
        }
        accesses.push((state, text));
    }
    accesses
}
