//! The transitions of an automaton that texts take.

use std::collections::{HashMap, HashSet, VecDeque};

use crate::automaton::{Automaton, DfaState, with_most_readable};

/// A state and a class of octets that leads on from it.
type Transition = (DfaState, usize);

/// The transitions of the minimal automaton of a production.
#[derive(Debug, Clone)]
pub(super) struct Transitions {
    automaton: Automaton,
    reached: HashSet<Transition>,
    all: usize,
}

impl Transitions {
    pub(super) fn of(automaton: Automaton) -> Self {
        let classes = automaton.classes().len();
        let all = automaton.states().map(|state| {
            let classes = 0..classes;
            classes
                .filter(|&class| automaton.step_by_class(state, class).is_some())
                .count()
        });
        Self {
            all: all.sum(),
            automaton,
            reached: HashSet::new(),
        }
    }

    pub(super) fn reached(&self) -> usize {
        self.reached.len()
    }

    pub(super) fn all(&self) -> usize {
        self.all
    }

    /// Adds the transitions along the viable prefix of a text. Returns the number of new ones.
    pub(super) fn add(&mut self, text: &[u8]) -> usize {
        let before = self.reached.len();
        let mut state = self.automaton.start();
        for &octet in text {
            let Some(next) = self.automaton.step(state, octet) else {
                break;
            };
            self.reached.insert((state, self.automaton.class_of(octet)));
            state = next;
        }
        self.reached.len() - before
    }

    /// Returns a short valid text for each transition that is not taken, the states near the start
    /// first: a shortest text that leads to the state, the most readable octet, and a shortest text after
    /// it. Each text is made when it is asked for.
    pub(super) fn next_missing(&self) -> Option<Vec<u8>> {
        let representatives = with_most_readable(self.automaton.classes().to_vec());
        let octets: Vec<u8> = representatives
            .into_iter()
            .map(|(_, octet)| octet)
            .collect();
        let mut access: HashMap<DfaState, Vec<u8>> = HashMap::new();
        access.insert(self.automaton.start(), Vec::new());
        let mut waiting = VecDeque::from([self.automaton.start()]);
        while let Some(state) = waiting.pop_front() {
            let text = access.get(&state).cloned().unwrap_or_default();
            for &octet in &octets {
                let Some(next) = self.automaton.step(state, octet) else {
                    continue;
                };
                let text = [&*text, &[octet]].concat();
                if !self
                    .reached
                    .contains(&(state, self.automaton.class_of(octet)))
                {
                    return Some([text, self.completion(next)].concat());
                }
                access.entry(next).or_insert_with(|| {
                    waiting.push_back(next);
                    text
                });
            }
        }
        None
    }

    /// Returns a shortest text that leads from the state to an accepting one.
    fn completion(&self, state: DfaState) -> Vec<u8> {
        if self.automaton.is_accepting(state) {
            return Vec::new();
        }
        self.automaton.shortest_after(state).unwrap_or_default()
    }
}
