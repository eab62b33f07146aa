//! The texts that an automaton accepts, the shortest first.

use std::vec::IntoIter;

use crate::automaton::{Automaton, DfaState};

/// Iterates over the accepted texts, each once, those of one length in ASCII order. It ends only
/// if the language is finite.
#[derive(Debug, Clone)]
pub(super) struct Enumeration<'a> {
    automaton: &'a Automaton,
    /// For each length and each state, whether a text of that length leads from the state to an
    /// accepting one.
    ends: Vec<Vec<bool>>,
    length: usize,
    /// The states on the path to the next text, each with the characters not yet tried from it.
    open: Vec<(DfaState, IntoIter<char>)>,
    text: String,
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
            text: String::new(),
        };
        texts.begin();
        texts
    }

    /// Begins with the texts of the current length.
    fn begin(&mut self) {
        self.text.clear();
        let start = self.automaton.start();
        if self.ends[self.length][start.number()] {
            let characters = self.characters(start, 0);
            self.open.push((start, characters));
        }
    }

    /// Returns the characters after which a text of the current length can still be accepted.
    fn characters(&self, state: DfaState, depth: usize) -> IntoIter<char> {
        let Some(left) = self.length.checked_sub(depth + 1) else {
            return Vec::new().into_iter();
        };
        let next = self.automaton.next(state);
        let can_follow = |character: &char| {
            let next = self.automaton.step(state, *character);
            next.is_some_and(|next| self.ends[left][next.number()])
        };
        next.chars()
            .filter(can_follow)
            .collect::<Vec<_>>()
            .into_iter()
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
    type Item = String;

    fn next(&mut self) -> Option<String> {
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
            let Some((state, characters)) = self.open.last_mut() else {
                continue;
            };
            let state = *state;
            let Some(character) = characters.next() else {
                self.open.pop();
                self.text.pop();
                continue;
            };
            if let Some(next) = self.automaton.step(state, character) {
                let characters = self.characters(next, self.open.len());
                self.text.push(character);
                self.open.push((next, characters));
            }
        }
    }
}
