//! The input symbols that the learner asks about, and the classes that a parser does not distinguish.
//!
//! The learner asks about one input symbol of each class, its representative. At first the classes are those
//! of the expected automaton. Names in the code call an input symbol a *letter*.

use std::collections::HashMap;

use crate::automaton::Automaton;

/// The classes of input symbols.
pub(super) struct Letters {
    all: Vec<u8>,
    /// For each input symbol, the one that is asked about in its place; for any other octet, itself.
    representative: [u8; 256],
    /// For each representative, those that were set apart from it.
    set_apart: HashMap<u8, Vec<u8>>,
}

impl Letters {
    /// Returns the classes of the input symbols that the automaton does not tell apart.
    pub(super) fn of(automaton: &Automaton, letters: &[u8]) -> Self {
        let mut first: HashMap<usize, u8> = HashMap::new();
        let mut representative =
            std::array::from_fn(|octet| u8::try_from(octet).unwrap_or(u8::MAX));
        for &letter in letters {
            let class = automaton.class_of(letter);
            representative[usize::from(letter)] = *first.entry(class).or_insert(letter);
        }
        let mut letters = letters.to_vec();
        letters.sort_unstable();
        Self {
            all: letters,
            representative,
            set_apart: HashMap::new(),
        }
    }

    pub(super) fn representative(&self, letter: u8) -> u8 {
        self.representative[usize::from(letter)]
    }

    /// Returns the representatives.
    pub(super) fn asked(&self) -> impl Iterator<Item = u8> {
        let letters = self.all.iter().copied();
        letters.filter(|&letter| self.representative(letter) == letter)
    }

    /// Returns the representatives that were set apart from this one.
    pub(super) fn set_apart_from(&self, representative: u8) -> Vec<u8> {
        self.set_apart
            .get(&representative)
            .cloned()
            .unwrap_or_default()
    }

    /// Sets an input symbol apart from its representative. It joins the class of one that was set apart
    /// before it and that the parser treats like it, if there is one.
    pub(super) fn set_apart(&mut self, letter: u8, alike: Option<u8>) {
        let from = self.representative(letter);
        if alike.is_none() {
            self.set_apart.entry(from).or_default().push(letter);
        }
        self.representative[usize::from(letter)] = alike.unwrap_or(letter);
    }
}
