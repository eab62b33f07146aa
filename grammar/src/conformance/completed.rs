//! Minimal automata with a step from every state for every character of the alphabet.
//!
//! Invariants:
//! - The sink is a state like the others. No text leads from it to an accepting state.
//! - The states are numbered in the order in which shortest texts, those with readable characters
//!   first, lead to them. State 0 is the start, and [`Completed::access`] returns such a text.
//! - Every prefix of an access text is an access text.

use std::collections::{HashMap, VecDeque};

use super::alphabet::Alphabet;
use crate::automaton::{Automaton, DfaState};

/// The number of octets.
const OCTETS: usize = 256;

/// An automaton with its sink, over an [`Alphabet`].
pub(super) struct Completed {
    /// The letters, readable ones first, with their classes.
    alphabet: Vec<(u8, usize)>,
    /// The members of each class, in the order of the alphabet.
    classes: Vec<Vec<u8>>,
    /// The class of each letter.
    class_of: Vec<usize>,
    /// For each state and each class, the next state.
    steps: Vec<usize>,
    accepting: Vec<bool>,
    /// For each state, the first of the shortest texts that lead to it.
    access: Vec<Vec<u8>>,
    /// For each state but the start, the last step of that text.
    entered: Vec<Option<(usize, u8)>>,
}

impl Completed {
    pub(super) fn new(automaton: &Automaton, alphabet: &Alphabet) -> Self {
        let (alphabet, classes) = divided(automaton, alphabet);
        let mut completed = Self {
            class_of: class_of(&alphabet),
            alphabet,
            classes,
            steps: Vec::new(),
            accepting: Vec::new(),
            access: vec![Vec::new()],
            entered: vec![None],
        };
        completed.explore(automaton);
        completed
    }

    /// Numbers the states breadth first. `None` represents the sink.
    fn explore(&mut self, automaton: &Automaton) {
        let alive =
            |state: &DfaState| automaton.is_accepting(*state) || !automaton.next(*state).is_empty();
        let start = Some(automaton.start()).filter(alive);
        let mut numbers = HashMap::from([(start, 0)]);
        let mut waiting = VecDeque::from([start]);
        while let Some(explored) = waiting.pop_front() {
            let number = self.accepting.len();
            self.accepting
                .push(explored.is_some_and(|state| automaton.is_accepting(state)));
            let mut row = vec![0; self.classes.len()];
            for &(letter, class) in &self.alphabet {
                let target = explored.and_then(|state| automaton.step(state, letter));
                let fresh = numbers.len();
                row[class] = *numbers.entry(target).or_insert_with(|| {
                    waiting.push_back(target);
                    self.entered.push(Some((number, letter)));
                    let mut access = self.access[number].clone();
                    access.push(letter);
                    self.access.push(access);
                    fresh
                });
            }
            self.steps.extend(row);
        }
    }

    /// Returns the number of states, including the sink.
    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(super) fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// Returns the state after any letter of the class.
    pub(super) fn step(&self, state: usize, class: usize) -> usize {
        self.steps[state * self.classes.len() + class]
    }

    /// The letters, readable ones first, with their classes.
    pub(super) fn alphabet(&self) -> &[(u8, usize)] {
        &self.alphabet
    }

    /// Returns the members of each class, the most readable first. No class is empty.
    pub(super) fn classes(&self) -> &[Vec<u8>] {
        &self.classes
    }

    /// Returns the class of a letter of the alphabet.
    pub(super) fn class_of(&self, letter: u8) -> usize {
        self.class_of[usize::from(letter)]
    }

    /// Returns whether the step is the last one of an access text.
    pub(super) fn is_entry(&self, state: usize, letter: u8) -> bool {
        let target = self.step(state, self.class_of(letter));
        self.entered[target] == Some((state, letter))
    }

    /// Returns the first of the shortest texts that lead to the state.
    pub(super) fn access(&self, state: usize) -> &[u8] {
        &self.access[state]
    }
}

fn class_of(alphabet: &[(u8, usize)]) -> Vec<usize> {
    let mut classes = vec![0; OCTETS];
    for &(letter, class) in alphabet {
        classes[usize::from(letter)] = class;
    }
    classes
}

/// Returns the alphabet with the class of each letter, and the members of each class. All letters
/// that no text contains are in one class, and lead to the sink.
fn divided(automaton: &Automaton, letters: &Alphabet) -> (Vec<(u8, usize)>, Vec<Vec<u8>>) {
    let derived = automaton.octets();
    let mut numbers: HashMap<Option<usize>, usize> = HashMap::new();
    let mut alphabet = Vec::new();
    let mut classes: Vec<Vec<u8>> = Vec::new();
    for &letter in letters.letters() {
        let class = derived.contains(letter).then(|| automaton.class_of(letter));
        let number = *numbers.entry(class).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        classes[number].push(letter);
        alphabet.push((letter, number));
    }
    (alphabet, classes)
}
