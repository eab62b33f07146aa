//! Minimal automata with a step from every state for every character of the alphabet.
//!
//! Invariants:
//! - The sink is a state like the others. No text leads from it to an accepting state.
//! - The states are numbered in the order in which shortest texts, those with readable characters
//!   first, lead to them. State 0 is the start, and [`Completed::access`] returns such a text.
//! - Every prefix of an access text is an access text.

use std::collections::{HashMap, VecDeque};

use crate::automaton::{Automaton, DfaState};

/// Represents all characters outside ASCII.
const OUTSIDE: char = 'é';

/// The number of ASCII characters.
const ASCII: usize = 128;

/// An automaton with its sink. No text of a production contains CR or LF, so they are not in its
/// alphabet.
pub(super) struct Completed {
    /// The characters, readable ones first, with their classes.
    alphabet: Vec<(char, usize)>,
    /// The members of each class, in the order of the alphabet.
    classes: Vec<Vec<char>>,
    /// The class of each character, by [`index_of`].
    class_of: Vec<usize>,
    /// For each state and each class, the next state.
    steps: Vec<usize>,
    accepting: Vec<bool>,
    /// For each state, the first of the shortest texts that lead to it.
    access: Vec<String>,
    /// For each state but the start, the last step of that text.
    entered: Vec<Option<(usize, char)>>,
}

impl Completed {
    pub(super) fn new(automaton: &Automaton) -> Self {
        let (alphabet, classes) = divided(automaton);
        let mut completed = Self {
            class_of: class_of(&alphabet),
            alphabet,
            classes,
            steps: Vec::new(),
            accepting: Vec::new(),
            access: vec![String::new()],
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
            for &(character, class) in &self.alphabet {
                let target = explored.and_then(|state| automaton.step(state, character));
                let fresh = numbers.len();
                row[class] = *numbers.entry(target).or_insert_with(|| {
                    waiting.push_back(target);
                    self.entered.push(Some((number, character)));
                    let access = format!("{}{character}", self.access[number]);
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

    /// Returns the state after any character of the class.
    pub(super) fn step(&self, state: usize, class: usize) -> usize {
        self.steps[state * self.classes.len() + class]
    }

    /// The characters, readable ones first, with their classes.
    pub(super) fn alphabet(&self) -> &[(char, usize)] {
        &self.alphabet
    }

    /// Returns the members of each class, the most readable first. No class is empty.
    pub(super) fn classes(&self) -> &[Vec<char>] {
        &self.classes
    }

    /// Returns the class of a character of the alphabet.
    pub(super) fn class_of(&self, character: char) -> usize {
        self.class_of[index_of(character)]
    }

    /// Returns whether the step is the last one of an access text.
    pub(super) fn is_entry(&self, state: usize, character: char) -> bool {
        let target = self.step(state, self.class_of(character));
        self.entered[target] == Some((state, character))
    }

    /// Returns the first of the shortest texts that lead to the state.
    pub(super) fn access(&self, state: usize) -> &str {
        &self.access[state]
    }
}

/// Returns the index of a character in a table of all characters.
fn index_of(character: char) -> usize {
    (character as usize).min(ASCII)
}

fn class_of(alphabet: &[(char, usize)]) -> Vec<usize> {
    let mut classes = vec![0; ASCII + 1];
    for &(character, class) in alphabet {
        classes[index_of(character)] = class;
    }
    classes
}

/// Returns the alphabet with the class of each character, and the members of each class. Characters
/// outside ASCII lead to the sink, like all characters that no text contains.
fn divided(automaton: &Automaton) -> (Vec<(char, usize)>, Vec<Vec<char>>) {
    let mut numbers: HashMap<Option<usize>, usize> = HashMap::new();
    let mut alphabet = Vec::new();
    let mut classes: Vec<Vec<char>> = Vec::new();
    for character in readable_first() {
        let class = automaton.class_of(character);
        let leads = |&class: &usize| {
            let mut states = automaton.states();
            states.any(|state| automaton.step_by_class(state, class).is_some())
        };
        let number = *numbers.entry(class.filter(leads)).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        classes[number].push(character);
        alphabet.push((character, number));
    }
    (alphabet, classes)
}

/// Orders lower case letters, upper case letters, digits, other printable characters, and the rest.
fn readable_first() -> Vec<char> {
    let ascii = (0..128).map(char::from);
    let mut order: Vec<char> = ascii
        .chain([OUTSIDE])
        .filter(|character| !matches!(character, '\r' | '\n'))
        .collect();
    order.sort_by_key(|character| match character {
        'a'..='z' => 0,
        'A'..='Z' => 1,
        '0'..='9' => 2,
        '!'..='~' => 3,
        ' ' => 4,
        &OUTSIDE => 5,
        _ => 6,
    });
    order
}
