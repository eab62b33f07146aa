//! The words of an automaton, the shortest first.

use crate::automaton::{Automaton, State};

/// Each word once, those of one length in ASCII order. There is an end only where there are
/// finitely many.
#[derive(Debug, Clone)]
pub(super) struct Words<'a> {
    automaton: &'a Automaton,
    /// For each length and each state, whether a word goes on from it for just that length.
    ends: Vec<Vec<bool>>,
    length: usize,
    /// The states on the way to the next word, each with the characters that are still to be
    /// tried from it.
    open: Vec<(State, std::vec::IntoIter<char>)>,
    text: String,
}

impl<'a> Words<'a> {
    pub(super) fn new(automaton: &'a Automaton) -> Self {
        let states = automaton.states();
        let ends = states.map(|state| automaton.is_accepting(state)).collect();
        let mut words = Self {
            automaton,
            ends: vec![ends],
            length: 0,
            open: Vec::new(),
            text: String::new(),
        };
        words.open();
        words
    }

    /// Begins with the words of the length.
    fn open(&mut self) {
        self.text.clear();
        let start = self.automaton.start();
        if self.ends[self.length][start.number()] {
            let characters = self.characters(start, 0);
            self.open.push((start, characters));
        }
    }

    /// The characters after which a word of the length can still be made.
    fn characters(&self, state: State, depth: usize) -> std::vec::IntoIter<char> {
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

    /// Goes on to longer words; false where there are none.
    fn lengthen(&mut self) -> bool {
        let shorter = &self.ends[self.length];
        if !shorter.contains(&true) {
            return false;
        }
        let states = self.automaton.states();
        let goes_on = |state| {
            let classes = 0..self.automaton.classes().len();
            let mut steps = classes.filter_map(|class| self.automaton.step_by_class(state, class));
            steps.any(|next| shorter[next.number()])
        };
        let ends = states.map(goes_on).collect();
        self.ends.push(ends);
        self.length += 1;
        self.open();
        true
    }
}

impl Iterator for Words<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        loop {
            if self.open.is_empty() && !self.lengthen() {
                return None;
            }
            if self.open.len() > self.length {
                self.open.pop();
                let word = self.text.clone();
                self.text.pop();
                return Some(word);
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
