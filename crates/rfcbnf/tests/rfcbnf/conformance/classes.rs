//! Acceptors that do not distinguish the characters of a class, and the texts of suites for them.

use std::collections::HashSet;

use rfcbnf::automaton::{Automaton, DfaState};

use super::support::suite;

/// A complete deterministic automaton over classes instead of characters. It starts in state 0.
#[derive(Clone)]
pub(crate) struct ByClass {
    pub(crate) classes: usize,
    /// The next state for each state and class.
    pub(crate) steps: Vec<usize>,
    pub(crate) accepting: Vec<bool>,
}

impl ByClass {
    /// Returns the acceptor of the automaton's texts. Its last state is the sink.
    pub(crate) fn of(automaton: &Automaton) -> Self {
        let (classes, sink) = (automaton.classes().len(), automaton.states().len());
        let mut steps = vec![sink; (sink + 1) * classes];
        for state in automaton.states() {
            for class in 0..classes {
                let target = automaton.step_by_class(state, class);
                steps[state.number() * classes + class] = target.map_or(sink, DfaState::number);
            }
        }
        let accepting = automaton
            .states()
            .map(|state| automaton.is_accepting(state));
        Self {
            classes,
            steps,
            accepting: accepting.chain([false]).collect(),
        }
    }

    pub(crate) fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(crate) fn step(&self, state: usize, class: usize) -> usize {
        self.steps[state * self.classes + class]
    }

    /// Returns whether the text leads from the state to one that accepts.
    pub(crate) fn accepts_from(&self, mut state: usize, text: &[u8]) -> bool {
        // A plain loop, because the tests are compiled without optimization.
        let (steps, mut index) = (self.steps.as_slice(), 0);
        while index < text.len() {
            state = steps[state * self.classes + usize::from(text[index])];
            index += 1;
        }
        self.accepting[state]
    }

    /// Returns whether both accept the same texts.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let mut seen = vec![false; self.states() * other.states()];
        seen[0] = true;
        let mut waiting = vec![(0, 0)];
        while let Some((mine, theirs)) = waiting.pop() {
            if self.accepting[mine] != other.accepting[theirs] {
                return false;
            }
            for class in 0..self.classes {
                let next = (self.step(mine, class), other.step(theirs, class));
                if !std::mem::replace(&mut seen[next.0 * other.states() + next.1], true) {
                    waiting.push(next);
                }
            }
        }
        true
    }
}

/// Returns the texts of the suite as classes, each once, the shortest first. Characters outside ASCII are
/// in no accepted text, and neither is their first octet.
pub(crate) fn texts(automaton: &Automaton, extra_states: u8) -> Vec<Vec<u8>> {
    let class = |octet| u8::try_from(automaton.class_of(octet)).expect("there are few classes");
    let classes: Vec<u8> = (0..=u8::MAX).map(class).collect();
    let mut texts = HashSet::new();
    for mut text in suite(automaton, extra_states).texts() {
        let mut length = 0;
        for index in 0..text.len() {
            let octet = text[index];
            // The later octets of a character are no characters.
            if !(0x80..0xc0).contains(&octet) {
                text[length] = classes[usize::from(octet)];
                length += 1;
            }
        }
        text.truncate(length);
        texts.insert(text);
    }
    let mut texts: Vec<Vec<u8>> = texts.into_iter().collect();
    texts.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    texts
}
