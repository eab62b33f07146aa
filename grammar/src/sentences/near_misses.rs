//! Invalid texts that are one edit away from a valid one.

use std::collections::{HashSet, VecDeque};

use super::enumeration::Enumeration;
use super::random::Random;
use super::{FRUITLESS, Sentences, Texts};
use crate::automaton::Automaton;

/// Stands for the characters that no production derives.
const FOREIGN: char = 'é';

/// An invalid text, and the valid text that one edit made it from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The invalid text.
    pub text: String,
    /// The valid text.
    pub of: String,
}

/// An iterator over near misses. See [`Sentences::near_misses`].
pub struct NearMisses<'s> {
    automaton: &'s Automaton,
    /// The characters that valid texts contain.
    own: Vec<char>,
    /// The characters that edits insert.
    all: Vec<char>,
    random: Random,
    texts: Texts<'s>,
    in_order: Enumeration<'s>,
    is_random: bool,
    /// The near misses of the last text in order.
    waiting: VecDeque<NearMiss>,
    seen: HashSet<String>,
}

/// A single change of a text.
#[derive(Clone, Copy)]
pub(super) enum Edit {
    Insert(char),
    Delete,
    Replace(char),
    /// Swaps the character with the next one.
    Swap,
}

impl<'s> NearMisses<'s> {
    pub(super) fn new(sentences: &'s Sentences, seed: u64) -> Self {
        let automaton = &sentences.automaton;
        let states = automaton.states();
        let own: HashSet<char> = states
            .flat_map(|state| automaton.next(state).into_bytes())
            .map(char::from)
            .collect();
        let printable = (' '..='~').chain([FOREIGN]);
        Self {
            automaton,
            own: printable
                .clone()
                .filter(|character| own.contains(character))
                .collect(),
            all: printable.collect(),
            random: Random::new(seed),
            texts: sentences.random(seed),
            in_order: Enumeration::new(automaton),
            is_random: true,
            waiting: VecDeque::new(),
            seen: HashSet::new(),
        }
    }

    /// Edits the text at random.
    fn edited(&mut self, of: &str) -> Option<String> {
        let characters: Vec<char> = of.chars().collect();
        let known = !self.own.is_empty() && self.random.once_in(2);
        let set = if known { &self.own } else { &self.all };
        let &character = self.random.one_of(set)?;
        let edit = match self.random.below(4) {
            0 => Edit::Insert(character),
            1 => Edit::Delete,
            2 => Edit::Replace(character),
            _ => Edit::Swap,
        };
        let index = self.random.index(characters.len() + 1);
        edit.apply(&characters, index)
    }

    /// Returns the text as a near miss, if it is invalid and new.
    fn new_one(&mut self, text: String, of: &str) -> Option<NearMiss> {
        if self.automaton.accepts(text.as_bytes()) || !self.seen.insert(text.clone()) {
            return None;
        }
        let of = of.to_owned();
        Some(NearMiss { text, of })
    }

    fn next_at_random(&mut self) -> Option<NearMiss> {
        for _ in 0..FRUITLESS {
            let of = self.texts.next().or_else(|| {
                // Every text has been edited once. Start over.
                self.texts.seen.clear();
                self.texts.is_random = true;
                self.texts.next()
            })?;
            if let Some(text) = self.edited(&of)
                && let Some(miss) = self.new_one(text, &of)
            {
                return Some(miss);
            }
        }
        None
    }

    fn next_in_order(&mut self) -> Option<NearMiss> {
        while self.waiting.is_empty() {
            let of = self.in_order.next()?;
            let characters: Vec<char> = of.chars().collect();
            let inserted = self.all.iter().map(|&character| Edit::Insert(character));
            let replaced = self.all.iter().map(|&character| Edit::Replace(character));
            let edits: Vec<Edit> = [Edit::Delete, Edit::Swap]
                .into_iter()
                .chain(replaced)
                .chain(inserted)
                .collect();
            for index in 0..=characters.len() {
                let texts = edits
                    .iter()
                    .filter_map(|edit| edit.apply(&characters, index));
                for text in texts {
                    let miss = self.new_one(text, &of);
                    self.waiting.extend(miss);
                }
            }
        }
        self.waiting.pop_front()
    }
}

impl Iterator for NearMisses<'_> {
    type Item = NearMiss;

    fn next(&mut self) -> Option<NearMiss> {
        if self.is_random {
            if let Some(miss) = self.next_at_random() {
                return Some(miss);
            }
            self.is_random = false;
        }
        self.next_in_order()
    }
}

impl Edit {
    /// Returns the text with the edit at an index; `None` if no character to edit is there.
    pub(super) fn apply(self, characters: &[char], index: usize) -> Option<String> {
        let mut characters = characters.to_vec();
        match self {
            Self::Insert(character) => characters.insert(index, character),
            Self::Delete if index < characters.len() => {
                characters.remove(index);
            }
            Self::Replace(character) => *characters.get_mut(index)? = character,
            Self::Swap if index + 1 < characters.len() => characters.swap(index, index + 1),
            Self::Delete | Self::Swap => return None,
        }
        Some(characters.into_iter().collect())
    }
}
