//! Which alternative a text comes from, by the state that it leads to.

use std::collections::{BTreeMap, HashSet};

use super::{Automaton, DfaState, OCTETS};

impl Automaton {
    /// Returns, for each accepting state of the union of the alternatives, the first alternative
    /// that derives the texts that lead there. Returns `None` if two texts that lead to the same
    /// state have different first alternatives.
    pub(crate) fn chosen(&self, alternatives: &[Self]) -> Option<BTreeMap<DfaState, usize>> {
        let starts = alternatives.iter().map(|one| Some(one.start()));
        let start = (self.start(), starts.collect::<Vec<_>>());
        let mut seen = HashSet::from([start.clone()]);
        let mut waiting = vec![start];
        let mut chosen = BTreeMap::new();
        while let Some((state, states)) = waiting.pop() {
            if self.is_accepting(state) {
                let mut pairs = alternatives.iter().zip(&states);
                let derives = |(one, state): (&Self, &Option<DfaState>)| {
                    state.is_some_and(|state| one.is_accepting(state))
                };
                let first = pairs.position(derives)?;
                if *chosen.entry(state).or_insert(first) != first {
                    return None;
                }
            }
            for octet in 0..OCTETS {
                let octet = u8::try_from(octet).ok()?;
                let Some(next) = self.step(state, octet) else {
                    continue;
                };
                let pairs = alternatives.iter().zip(&states);
                let steps = pairs.map(|(one, state)| one.step((*state)?, octet));
                let next = (next, steps.collect());
                if seen.insert(next.clone()) {
                    waiting.push(next);
                }
            }
        }
        Some(chosen)
    }
}
