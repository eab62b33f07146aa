//! The words with which the texts of a suite begin: an access word, then an infix.
//!
//! An infix of one character is any character; a longer one holds a member of each class, in
//! turn, so that all members get theirs. Infixes that begin with the last step of an access
//! word are left out: what they lead to begins there.
//!
//! Invariants: each prefix is there once, and what it begins with is a prefix as well.

use super::completed::Completed;

/// What a text begins with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prefix {
    /// The state of the access word.
    base: usize,
    /// The number of characters behind it.
    depth: usize,
    /// Whether these are what stands for their classes, so that longer infixes begin like that.
    is_representative: bool,
    /// The state that it leads to.
    pub(super) state: usize,
}

/// All prefixes whose infixes have at most a certain number of characters.
#[derive(Clone, Copy)]
pub(super) struct Prefixes<'s> {
    automaton: &'s Completed,
    longest: usize,
}

impl<'s> Prefixes<'s> {
    pub(super) fn new(automaton: &'s Completed, longest: usize) -> Self {
        Self { automaton, longest }
    }

    /// The prefix with an empty infix, the access word of the state.
    pub(super) fn access(state: usize) -> Prefix {
        Prefix {
            base: state,
            depth: 0,
            is_representative: true,
            state,
        }
    }

    /// The prefix with one character more, if that is one.
    pub(super) fn longer(self, prefix: Prefix, character: char) -> Option<Prefix> {
        let class = self.automaton.class_of(character);
        let state = self.automaton.step(prefix.state, class);
        if prefix.depth == 0 && self.automaton.is_entry(prefix.base, character) {
            return Some(Self::access(state));
        }
        let is_representative = prefix.is_representative
            && self.representative(prefix.base, prefix.depth, class) == Some(character);
        let is_prefix = prefix.depth < self.longest && (prefix.depth == 0 || is_representative);
        is_prefix.then_some(Prefix {
            base: prefix.base,
            depth: prefix.depth + 1,
            is_representative,
            state,
        })
    }

    /// What stands for the class in infixes of more than one character. Nothing does at the
    /// beginning where a member leads to an access word.
    fn representative(self, base: usize, depth: usize, class: usize) -> Option<char> {
        let members = &self.automaton.classes()[class];
        let is_entry = |&member: &char| self.automaton.is_entry(base, member);
        if depth == 0 && members.iter().any(is_entry) {
            return None;
        }
        Some(members[(base + depth) % members.len()])
    }

    /// The prefixes with infixes of that many characters, with their texts.
    pub(super) fn into_those_of_length(
        self,
        length: usize,
    ) -> impl Iterator<Item = (String, Prefix)> {
        let choices = self.choices(length);
        let infixes = (0..length).fold(1_usize, |infixes, _| infixes.saturating_mul(choices));
        (0..self.automaton.states()).flat_map(move |state| {
            (0..infixes).filter_map(move |number| self.numbered(state, length, number))
        })
    }

    /// How many characters there are to choose from, each time, for an infix of that length.
    fn choices(self, length: usize) -> usize {
        match length {
            0 | 1 => self.automaton.alphabet().len(),
            _ => self.automaton.classes().len(),
        }
    }

    /// The prefix with the access word of the state and the infix with that number, if it is
    /// one. The digits of the number are what is chosen for each character, the last first.
    fn numbered(self, state: usize, length: usize, number: usize) -> Option<(String, Prefix)> {
        let mut text = self.automaton.access(state).to_owned();
        let mut prefix = Self::access(state);
        let mut number = number;
        for depth in 0..length {
            let choice = number % self.choices(length);
            number /= self.choices(length);
            let character = match length {
                1 => self.automaton.alphabet()[choice].0,
                _ => self.representative(state, depth, choice)?,
            };
            text.push(character);
            prefix = self.longer(prefix, character)?;
        }
        (prefix.depth == length).then_some((text, prefix))
    }

    /// For each state, how many prefixes with infixes of that many characters lead to it; the
    /// greatest number that there is where they are more.
    pub(super) fn count(self, length: usize) -> Vec<u64> {
        let mut counts = vec![0_u64; self.automaton.states()];
        for state in 0..self.automaton.states() {
            match length {
                0 => counts[state] = 1,
                1 => {
                    for &(character, class) in self.automaton.alphabet() {
                        let is_entry = self.automaton.is_entry(state, character);
                        counts[self.automaton.step(state, class)] += u64::from(!is_entry);
                    }
                }
                _ => {
                    for class in 0..self.automaton.classes().len() {
                        let is_there = self.representative(state, 0, class).is_some();
                        counts[self.automaton.step(state, class)] += u64::from(is_there);
                    }
                }
            }
        }
        (1..length).fold(counts, |counts, _| self.counts_after(&counts))
    }

    /// How many lead to each state after one step more with a member of each class.
    fn counts_after(self, before: &[u64]) -> Vec<u64> {
        let mut after = vec![0_u64; before.len()];
        for (state, &count) in before.iter().enumerate() {
            for class in 0..self.automaton.classes().len() {
                let target = self.automaton.step(state, class);
                after[target] = after[target].saturating_add(count);
            }
        }
        after
    }
}
