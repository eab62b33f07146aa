//! Minimal automata with a step from every state for every character of the alphabet.
//!
//! Invariants:
//! - The sink is a state like the others. No text leads from it to an accepting state.
//! - The states are numbered in the order in which shortest texts, those with readable characters
//!   first, lead to them. State 0 is the start, and [`Completed::access`] returns such a text.
//! - Every prefix of an access text is an access text.
//!
//! Other automata beside that of the production, the *marks*, keep states apart that are equivalent. A
//! state is then one of each automaton, and those that texts reach are the states of the minimal Moore
//! machine whose output is the verdicts of all of them: where two of its states differ in one automaton, a
//! text tells them apart there, since that automaton is minimal. The sink is one state all the same.

use std::collections::HashMap;

use super::alphabet::Alphabet;
use crate::automaton::{Automaton, DfaState, TooLarge, access_texts};

/// The number of octets.
const OCTETS: usize = 256;

/// The greatest number of states if there are marks.
const STATES: usize = 10_000;

/// A state of the automaton and of each mark; `None` for a sink.
type Joint = (Option<DfaState>, Vec<Option<DfaState>>);

/// An automaton with its sink, over an [`Alphabet`].
pub(super) struct Completed {
    /// The symbols, readable ones first, with their classes.
    alphabet: Vec<(u8, usize)>,
    /// The members of each class, in the order of the alphabet.
    classes: Vec<Vec<u8>>,
    /// The class of each symbol.
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
        let mut completed = Self::without_states(automaton, &[], alphabet);
        let states = completed.joint_states(automaton, &[], usize::MAX);
        completed.add(automaton, &[], &states);
        completed
    }

    /// Returns the automaton whose states the marks keep apart, over the same alphabet.
    pub(super) fn marked(
        automaton: &Automaton,
        marks: &[Automaton],
        alphabet: &Alphabet,
    ) -> Result<Self, TooLarge> {
        let mut completed = Self::without_states(automaton, marks, alphabet);
        let states = completed.joint_states(automaton, marks, STATES + 1);
        if states.len() > STATES {
            return Err(TooLarge);
        }
        completed.add(automaton, marks, &states);
        Ok(completed)
    }

    fn without_states(automaton: &Automaton, marks: &[Automaton], alphabet: &Alphabet) -> Self {
        let (alphabet, classes) = divided(automaton, marks, alphabet);
        Self {
            class_of: class_of(&alphabet),
            alphabet,
            classes,
            steps: Vec::new(),
            accepting: Vec::new(),
            access: Vec::new(),
            entered: vec![None],
        }
    }

    /// Finds the states, at most this many, and keeps their access texts.
    fn joint_states(
        &mut self,
        automaton: &Automaton,
        marks: &[Automaton],
        most: usize,
    ) -> Vec<Joint> {
        let alive =
            |state: &DfaState| automaton.is_accepting(*state) || !automaton.next(*state).is_empty();
        let start = Some(automaton.start()).filter(alive);
        let starts = marks.iter().map(|mark| start.map(|_| mark.start()));
        let start = (start, starts.collect());
        let symbols = self.representatives();
        let step = |state: &Joint, symbol| Some(stepped(automaton, marks, state, symbol));
        let states = access_texts(start, &symbols, step).take(most);
        let (states, access) = states.unzip();
        self.access = access;
        states
    }

    /// Adds what there is to say of the states.
    fn add(&mut self, automaton: &Automaton, marks: &[Automaton], states: &[Joint]) {
        let numbers = states.iter().zip(0..);
        let numbers: HashMap<&Joint, usize> = numbers.collect();
        let symbols = self.representatives();
        for (number, state) in states.iter().enumerate() {
            let (own, _) = state;
            self.accepting
                .push(own.is_some_and(|state| automaton.is_accepting(state)));
            for &symbol in &symbols {
                let target = numbers[&stepped(automaton, marks, state, symbol)];
                // States are in the order in which steps first lead to them.
                if target == self.entered.len() {
                    self.entered.push(Some((number, symbol)));
                }
                self.steps.push(target);
            }
        }
    }

    /// Returns the first symbol of each class.
    fn representatives(&self) -> Vec<u8> {
        let classes = self.classes.iter();
        classes
            .filter_map(|members| members.first().copied())
            .collect()
    }

    /// Returns the number of states, including the sink.
    pub(super) fn states(&self) -> usize {
        self.accepting.len()
    }

    pub(super) fn is_accepting(&self, state: usize) -> bool {
        self.accepting[state]
    }

    /// Returns the state after any symbol of the class.
    pub(super) fn step(&self, state: usize, class: usize) -> usize {
        self.steps[state * self.classes.len() + class]
    }

    /// The symbols, readable ones first, with their classes.
    pub(super) fn alphabet(&self) -> &[(u8, usize)] {
        &self.alphabet
    }

    /// Returns the members of each class, the most readable first. No class is empty.
    pub(super) fn classes(&self) -> &[Vec<u8>] {
        &self.classes
    }

    /// Returns the class of a symbol of the alphabet.
    pub(super) fn class_of(&self, symbol: u8) -> usize {
        self.class_of[usize::from(symbol)]
    }

    /// Returns whether the step is the last one of an access text.
    pub(super) fn is_entry(&self, state: usize, symbol: u8) -> bool {
        let target = self.step(state, self.class_of(symbol));
        self.entered[target] == Some((state, symbol))
    }

    /// Returns the first of the shortest texts that lead to the state.
    pub(super) fn access(&self, state: usize) -> &[u8] {
        &self.access[state]
    }
}

/// Returns the state after the symbol.
fn stepped(automaton: &Automaton, marks: &[Automaton], (own, marked): &Joint, symbol: u8) -> Joint {
    let own = own.and_then(|state| automaton.step(state, symbol));
    let both = marks.iter().zip(marked);
    let both = both.map(|(mark, state)| {
        let state = own.and(*state)?;
        mark.step(state, symbol)
    });
    (own, both.collect())
}

fn class_of(alphabet: &[(u8, usize)]) -> Vec<usize> {
    let mut classes = vec![0; OCTETS];
    for &(symbol, class) in alphabet {
        classes[usize::from(symbol)] = class;
    }
    classes
}

/// Returns the alphabet with the class of each symbol, and the members of each class. All symbols
/// that no text contains are in one class, and lead to the sink.
fn divided(
    automaton: &Automaton,
    marks: &[Automaton],
    symbols: &Alphabet,
) -> (Vec<(u8, usize)>, Vec<Vec<u8>>) {
    let derived = automaton.octets();
    let mut numbers: HashMap<Option<Vec<usize>>, usize> = HashMap::new();
    let mut alphabet = Vec::new();
    let mut classes: Vec<Vec<u8>> = Vec::new();
    for &symbol in symbols.symbols() {
        let class = derived.contains(symbol).then(|| {
            let all = std::iter::once(automaton).chain(marks);
            all.map(|one| one.class_of(symbol)).collect()
        });
        let number = *numbers.entry(class).or_insert_with(|| {
            classes.push(Vec::new());
            classes.len() - 1
        });
        classes[number].push(symbol);
        alphabet.push((symbol, number));
    }
    (alphabet, classes)
}
