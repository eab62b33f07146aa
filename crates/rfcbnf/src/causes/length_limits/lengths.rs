//! Texts of a given length.

use crate::automaton::{Automaton, DfaState};

/// Which lengths the texts of an automaton have, up to a greatest one.
pub(super) struct Lengths<'a> {
    automaton: &'a Automaton,
    /// For each length, whether a text of that length leads from a state to the end.
    can_end: Vec<Vec<bool>>,
}

impl<'a> Lengths<'a> {
    /// Looks at all lengths up to the greatest one.
    pub(super) fn up_to(greatest: usize, automaton: &'a Automaton) -> Self {
        let states: Vec<DfaState> = automaton.states().collect();
        let steps = |state: DfaState| {
            let classes = 0..automaton.classes().len();
            let next = classes.filter_map(|class| automaton.step_by_class(state, class));
            let mut next: Vec<usize> = next.map(DfaState::number).collect();
            next.sort_unstable();
            next.dedup();
            next
        };
        let next: Vec<Vec<usize>> = states.iter().map(|&state| steps(state)).collect();
        let ends = states.iter().map(|&state| automaton.is_accepting(state));
        let mut can_end: Vec<Vec<bool>> = vec![ends.collect()];
        for length in 0..greatest {
            let before = &can_end[length];
            let goes_on = |next: &Vec<usize>| next.iter().any(|&state| before[state]);
            let after = next.iter().map(goes_on).collect();
            can_end.push(after);
        }
        Self { automaton, can_end }
    }

    fn exists(&self, length: usize) -> bool {
        let can_end = self.can_end.get(length);
        can_end.is_some_and(|can_end| can_end[self.automaton.start().number()])
    }

    /// Returns the least length but 0.
    pub(super) fn shortest(&self) -> Option<usize> {
        (1..self.can_end.len()).find(|&length| self.exists(length))
    }

    /// Returns the greatest length in a range.
    pub(super) fn last(&self, mut lengths: std::ops::Range<usize>) -> Option<usize> {
        lengths.rfind(|&length| self.exists(length))
    }

    /// Returns a text of that length. Where several letters are possible, it has the first of these: it
    /// stays in a loop as long as it can.
    pub(super) fn text(&self, length: usize, letters: &[u8]) -> Option<Vec<u8>> {
        self.written(length, length, letters)
    }

    /// Returns another text of that length, which runs through several loops. In its second half the letters
    /// are those that lead to the state that it passed the fewest times.
    pub(super) fn varied(&self, length: usize, letters: &[u8]) -> Option<Vec<u8>> {
        self.written(length, length / 2, letters)
    }

    fn written(&self, length: usize, half: usize, letters: &[u8]) -> Option<Vec<u8>> {
        if !self.exists(length) {
            return None;
        }
        let mut state = self.automaton.start();
        let mut passed = vec![0_usize; self.automaton.states().len()];
        let mut text = Vec::with_capacity(length);
        for rest in (0..length).rev() {
            let mut possible = letters.iter().filter_map(|&letter| {
                let next = self.automaton.step(state, letter)?;
                self.can_end[rest][next.number()].then_some((letter, next))
            });
            let (letter, next) = if text.len() < half {
                possible.next()?
            } else {
                possible.min_by_key(|(_, next)| passed[next.number()])?
            };
            text.push(letter);
            passed[next.number()] += 1;
            state = next;
        }
        Some(text)
    }
}
