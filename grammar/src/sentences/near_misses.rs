//! Texts that are one edit away from a valid one and are not valid.

use std::collections::{HashSet, VecDeque};

use super::random::Random;
use super::words::Words;
use super::{FRUITLESS, Sentences, Texts};
use crate::automaton::Automaton;

/// Stands for the characters that no production derives.
const FOREIGN: char = 'é';

/// A text that is not valid, and the valid one that it was made of by one edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NearMiss {
    /// The text.
    pub text: String,
    /// The text that is valid.
    pub of: String,
}

/// Near misses. See [`Sentences::near_misses`].
pub struct NearMisses<'s> {
    automaton: &'s Automaton,
    /// The characters that valid texts hold.
    own: Vec<char>,
    /// All that are inserted.
    all: Vec<char>,
    random: Random,
    texts: Texts<'s>,
    words: Words<'s>,
    is_random: bool,
    /// All edits of one word, where they are gone through in order.
    waiting: VecDeque<NearMiss>,
    seen: HashSet<String>,
}

/// A single change of a text.
#[derive(Clone, Copy)]
pub(super) enum Edit {
    Insert(char),
    Delete,
    Replace(char),
    /// With the character after it.
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
            words: Words::new(automaton),
            is_random: true,
            waiting: VecDeque::new(),
            seen: HashSet::new(),
        }
    }

    /// An edit at random of the text.
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
        let place = self.random.index(characters.len() + 1);
        edit.apply(&characters, place)
    }

    /// The miss, if it is one and is new.
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
                // All texts have had their turn: they have another.
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
            let of = self.words.next()?;
            let characters: Vec<char> = of.chars().collect();
            let inserted = self.all.iter().map(|&character| Edit::Insert(character));
            let replaced = self.all.iter().map(|&character| Edit::Replace(character));
            let edits: Vec<Edit> = [Edit::Delete, Edit::Swap]
                .into_iter()
                .chain(replaced)
                .chain(inserted)
                .collect();
            for place in 0..=characters.len() {
                let texts = edits
                    .iter()
                    .filter_map(|edit| edit.apply(&characters, place));
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
    /// The text with the change at the place; nothing where there is nothing to change.
    pub(super) fn apply(self, characters: &[char], place: usize) -> Option<String> {
        let mut characters = characters.to_vec();
        match self {
            Self::Insert(character) => characters.insert(place, character),
            Self::Delete if place < characters.len() => {
                characters.remove(place);
            }
            Self::Replace(character) => *characters.get_mut(place)? = character,
            Self::Swap if place + 1 < characters.len() => characters.swap(place, place + 1),
            Self::Delete | Self::Swap => return None,
        }
        Some(characters.into_iter().collect())
    }
}
