//! The place of a row in terms of the grammar alone, for its id.

use std::collections::{HashSet, VecDeque};

use super::side_by_side::{Deviations, Pair};
use super::{At, Row};
use crate::automaton::{Automaton, DfaState, TooLarge, Work, readable_first};

impl Row {
    /// Returns the shortest text that leads to the row's place in `own`, the production as the
    /// grammar has it. If only other faults lead there, it is a text of the expected automaton.
    ///
    /// Other faults do not change the text: it is spelled with the first octets that the grammar
    /// allows, even if the parser rejects one of them.
    pub(in crate::causes) fn place_in(
        &self,
        own: &Automaton,
        expected: &Automaton,
        observed: &Automaton,
        work: &Work,
    ) -> Result<Vec<u8>, TooLarge> {
        let deviations = Deviations::new(expected, observed, work)?;
        let text = self.shortest_to(own, &deviations);
        let text = text.or_else(|| self.shortest_to(expected, &deviations));
        Ok(text.map(|text| respelled(own, &text)).unwrap_or_default())
    }

    /// Returns the shortest text after which a text takes a deviation of the row, and the expected
    /// automaton does what the production does.
    fn shortest_to(&self, own: &Automaton, deviations: &Deviations<'_>) -> Option<Vec<u8>> {
        let octets = readable_first();
        let start = (own.start(), deviations.start());
        let mut seen = HashSet::from([start]);
        let mut waiting = VecDeque::from([(start, Vec::new())]);
        while let Some(((state, pair), text)) = waiting.pop_front() {
            if self.is_taken(own, state, deviations, pair) {
                return Some(text);
            }
            for &octet in &octets {
                let next = own.step(state, octet).zip(deviations.step(pair, octet));
                if let Some(next) = next.filter(|next| seen.insert(*next)) {
                    waiting.push_back((next, [&text[..], &[octet]].concat()));
                }
            }
        }
        None
    }

    fn is_taken(
        &self,
        own: &Automaton,
        state: DfaState,
        deviations: &Deviations<'_>,
        pair: Pair,
    ) -> bool {
        let (expected, observed) = pair;
        let goes_on = |automaton: &Automaton, state, octet| automaton.step(state, octet).is_some();
        if let At::Foreign(octets) = &self.at {
            let mut octets = octets.iter();
            return octets.any(|octet| goes_on(deviations.observed, observed, octet));
        }
        let ends = self.ends
            && deviations.ends(pair) == Some(self.direction)
            && own.is_accepting(state) == deviations.expected.is_accepting(expected);
        let mut octets = self.octets.iter();
        let goes = |octet| {
            let direction = deviations
                .parts(pair, octet)
                .map(|(direction, _)| direction);
            direction == Some(self.direction)
                && goes_on(own, state, octet) == goes_on(deviations.expected, expected, octet)
        };
        self.is_at(expected) && (ends || octets.any(goes))
    }
}

/// Returns the text with the first octet that leads from each state to the next.
fn respelled(own: &Automaton, text: &[u8]) -> Vec<u8> {
    let octets = readable_first();
    let mut state = Some(own.start());
    let respelled = text.iter().map(|&octet| {
        let from = state;
        state = from.and_then(|from| own.step(from, octet));
        let (Some(from), Some(_)) = (from, state) else {
            return octet;
        };
        let mut octets = octets.iter().copied();
        octets
            .find(|&other| own.step(from, other) == state)
            .unwrap_or(octet)
    });
    respelled.collect()
}
