//! The prefixes of a suite's texts: an access text, then an infix.
//!
//! An infix of one input symbol is any symbol of the alphabet. In longer infixes, one member represents each
//! class, and the members take turns. An infix that begins with the last step of an access text is left
//! out: a shorter infix after that access text leads to the same states.
//!
//! Invariants: no prefix occurs twice, and every prefix of a prefix is one too.

use super::completed::Completed;

/// The prefix of a text of a suite.
#[derive(Debug, Clone, Copy)]
pub(super) struct Prefix {
    /// The state of the access text.
    base: usize,
    /// The number of input symbols after it.
    depth: usize,
    /// Whether these symbols represent their classes, so that longer infixes can begin with them.
    is_representative: bool,
    /// The state that it leads to.
    pub(super) state: usize,
}

/// All prefixes whose infixes have at most a certain number of input symbols.
#[derive(Clone, Copy)]
pub(super) struct Prefixes<'s> {
    automaton: &'s Completed,
    longest: usize,
}

impl<'s> Prefixes<'s> {
    pub(super) fn new(automaton: &'s Completed, longest: usize) -> Self {
        Self { automaton, longest }
    }

    /// Returns the prefix with an empty infix: the access text of the state.
    pub(super) fn access(state: usize) -> Prefix {
        Prefix {
            base: state,
            depth: 0,
            is_representative: true,
            state,
        }
    }

    /// Returns the prefix extended by an input symbol, if the suite has it.
    pub(super) fn longer(self, prefix: Prefix, symbol: u8) -> Option<Prefix> {
        let class = self.automaton.class_of(symbol);
        let state = self.automaton.step(prefix.state, class);
        if prefix.depth == 0 && self.automaton.is_entry(prefix.base, symbol) {
            return Some(Self::access(state));
        }
        let is_representative = prefix.is_representative
            && self.representative(prefix.base, prefix.depth, class) == Some(symbol);
        let is_prefix = prefix.depth < self.longest && (prefix.depth == 0 || is_representative);
        is_prefix.then_some(Prefix {
            base: prefix.base,
            depth: prefix.depth + 1,
            is_representative,
            state,
        })
    }

    /// Returns the input symbol that represents the class in infixes of more than one symbol.
    /// Returns `None` for a first symbol if a member of the class completes an access text.
    fn representative(self, base: usize, depth: usize, class: usize) -> Option<u8> {
        let members = &self.automaton.classes()[class];
        let is_entry = |&member: &u8| self.automaton.is_entry(base, member);
        if depth == 0 && members.iter().any(is_entry) {
            return None;
        }
        Some(members[(base + depth) % members.len()])
    }

    /// Returns the prefixes with the access text of the state and infixes of that length, with their
    /// texts.
    pub(super) fn into_those_of(
        self,
        length: usize,
        state: usize,
    ) -> impl Iterator<Item = (Vec<u8>, Prefix)> {
        let choices = self.choices(length);
        let infixes = (0..length).fold(1_usize, |infixes, _| infixes.saturating_mul(choices));
        (0..infixes).filter_map(move |number| self.numbered(state, length, number))
    }

    /// Returns the number of choices for each input symbol of an infix of that length.
    fn choices(self, length: usize) -> usize {
        match length {
            0 | 1 => self.automaton.alphabet().len(),
            _ => self.automaton.classes().len(),
        }
    }

    /// Returns the prefix with the access text of the state and the infix with that number, if the
    /// suite has it. The digits of the number are the choices for each input symbol, the last first.
    fn numbered(self, state: usize, length: usize, number: usize) -> Option<(Vec<u8>, Prefix)> {
        let mut text = self.automaton.access(state).to_owned();
        let mut prefix = Self::access(state);
        let mut number = number;
        for depth in 0..length {
            let choice = number % self.choices(length);
            number /= self.choices(length);
            let symbol = match length {
                1 => self.automaton.alphabet()[choice].0,
                _ => self.representative(state, depth, choice)?,
            };
            text.push(symbol);
            prefix = self.longer(prefix, symbol)?;
        }
        (prefix.depth == length).then_some((text, prefix))
    }

    /// Returns, for each state, the number of prefixes with infixes of that length that lead to it.
    /// The numbers saturate.
    pub(super) fn count(self, length: usize) -> Vec<u64> {
        let mut counts = vec![0_u64; self.automaton.states()];
        for state in 0..self.automaton.states() {
            match length {
                0 => counts[state] = 1,
                1 => {
                    for &(symbol, class) in self.automaton.alphabet() {
                        let is_entry = self.automaton.is_entry(state, symbol);
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

    /// Returns the numbers after one more step with a member of each class.
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
