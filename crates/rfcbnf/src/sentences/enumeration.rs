//! The texts that an automaton accepts, the shortest first.

use std::vec::IntoIter;

use crate::automaton::{Automaton, DfaState};

/// Iterates over the accepted texts, each once, those of one length in ascending order. It ends only
/// if the language is finite.
#[derive(Debug, Clone)]
pub(super) struct Enumeration<'a> {
    automaton: &'a Automaton,
    /// For each length and each state, whether a text of that length leads from the state to an
    /// accepting one.
    ends: Vec<Vec<bool>>,
    length: usize,
    /// The states on the path to the next text, each with the octets not yet tried from it.
    open: Vec<(DfaState, IntoIter<u8>)>,
    text: Vec<u8>,
}

impl<'a> Enumeration<'a> {
    pub(super) fn new(automaton: &'a Automaton) -> Self {
        let states = automaton.states();
        let ends = states.map(|state| automaton.is_accepting(state)).collect();
        let mut texts = Self {
            automaton,
            ends: vec![ends],
            length: 0,
            open: Vec::new(),
            text: Vec::new(),
        };
        texts.begin();
        texts
    }

    /// Begins with the texts of the current length.
    fn begin(&mut self) {
        self.text.clear();
        let start = self.automaton.start();
        if self.ends[self.length][start.number()] {
            let octets = self.octets(start, 0);
            self.open.push((start, octets));
        }
    }

    /// Returns the octets after which a text of the current length can still be accepted.
    fn octets(&self, state: DfaState, depth: usize) -> IntoIter<u8> {
        let Some(left) = self.length.checked_sub(depth + 1) else {
            return Vec::new().into_iter();
        };
        let next = self.automaton.next(state);
        let can_follow = |octet: &u8| {
            let next = self.automaton.step(state, *octet);
            next.is_some_and(|next| self.ends[left][next.number()])
        };
        let octets: Vec<u8> = next.iter().filter(can_follow).collect();
        octets.into_iter()
    }

    /// Goes on to the next length. Returns whether there can be longer texts.
    fn lengthen(&mut self) -> bool {
        let shorter = &self.ends[self.length];
        if !shorter.contains(&true) {
            return false;
        }
        let states = self.automaton.states();
        let leads_on = |state| {
            let classes = 0..self.automaton.classes().len();
            let mut steps = classes.filter_map(|class| self.automaton.step_by_class(state, class));
            steps.any(|next| shorter[next.number()])
        };
        let ends = states.map(leads_on).collect();
        self.ends.push(ends);
        self.length += 1;
        self.begin();
        true
    }
}

impl Iterator for Enumeration<'_> {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            if self.open.is_empty() && !self.lengthen() {
                return None;
            }
            if self.open.len() > self.length {
                self.open.pop();
                let text = self.text.clone();
                self.text.pop();
                return Some(text);
            }
            let Some((state, octets)) = self.open.last_mut() else {
                continue;
            };
            let state = *state;
            let Some(octet) = octets.next() else {
                self.open.pop();
                self.text.pop();
                continue;
            };
            if let Some(next) = self.automaton.step(state, octet) {
                let octets = self.octets(next, self.open.len());
                self.text.push(octet);
                self.open.push((next, octets));
            }
        }
    }
}
