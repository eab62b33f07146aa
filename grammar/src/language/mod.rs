//! The language of an expression, as a deterministic automaton.
//!
//! Invariant: state 0 is the start, and from every state a word can be completed; a step
//! that leads nowhere is absent. The one exception is the empty language, whose start
//! accepts nothing and leads nowhere.

use std::collections::{HashMap, VecDeque};

use thiserror::Error;

mod automaton;
mod compare;
mod minimal;

pub use automaton::Languages;
pub use compare::Witness;
pub use minimal::SmallState;

/// The number of ASCII characters: no grammar of this notation derives any other octet.
const ASCII: usize = 128;

/// Stands for the absence of a step.
const NOWHERE: u32 = u32::MAX;

/// The greatest number of states of an automaton.
const STATES: usize = 10_000;

/// The automaton of an expression has more states than this package works with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("it is too large to be decided: its automaton has more than {STATES} states")]
pub struct TooLarge;

/// A regular language over ASCII.
#[derive(Debug, Clone)]
pub struct Language {
    states: Vec<State>,
}

#[derive(Debug, Clone)]
struct State {
    accepting: bool,
    next: [u32; ASCII],
}

/// The longest prefix of a text with which a word begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ViablePrefix {
    /// Its length in octets.
    pub length: usize,
    /// The characters that can follow it in a word, in ASCII order.
    pub next: String,
    /// Whether it is a word itself.
    pub can_end: bool,
}

impl Language {
    /// The state after the character, or nothing where no word goes on like that. The states
    /// are numbered from 0, which is the start.
    #[must_use]
    pub fn step(&self, state: u32, character: usize) -> Option<u32> {
        let next = *self.states.get(state as usize)?.next.get(character)?;
        (next != NOWHERE).then_some(next)
    }

    /// Whether what led to the state is a word.
    #[must_use]
    pub fn accepting(&self, state: u32) -> bool {
        let state = self.states.get(state as usize);
        state.is_some_and(|state| state.accepting)
    }

    /// Whether any word goes on after this state.
    fn goes_on(&self, state: u32) -> bool {
        self.states[state as usize]
            .next
            .iter()
            .any(|&next| next != NOWHERE)
    }

    /// Whether the text is a word.
    #[must_use]
    pub fn contains(&self, text: &str) -> bool {
        self.longest_prefix(text) == Some(text.len())
    }

    /// The length in octets of the longest prefix of the text that is a word.
    #[must_use]
    pub fn longest_prefix(&self, text: &str) -> Option<usize> {
        let mut state = 0;
        let mut longest = self.accepting(state).then_some(0);
        for (index, octet) in text.bytes().enumerate() {
            if !octet.is_ascii() {
                break;
            }
            let Some(next) = self.step(state, usize::from(octet)) else {
                break;
            };
            state = next;
            if self.accepting(state) {
                longest = Some(index + 1);
            }
        }
        longest
    }

    /// The longest prefix of the text with which a word begins, and how it can go on.
    #[must_use]
    pub fn viable_prefix(&self, text: &[u8]) -> ViablePrefix {
        let mut state = 0;
        let mut length = 0;
        for &octet in text.iter().take_while(|octet| octet.is_ascii()) {
            let Some(next) = self.step(state, usize::from(octet)) else {
                break;
            };
            state = next;
            length += 1;
        }
        ViablePrefix {
            length,
            next: self.characters(state, |_| true),
            can_end: self.accepting(state),
        }
    }

    /// Whether the empty text is a word.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.accepting(0)
    }

    /// The characters that a word begins with, in ASCII order: the FIRST set.
    #[must_use]
    pub fn first(&self) -> String {
        self.characters(0, |_| true)
    }

    /// The characters that are words, and that no longer word begins with.
    #[must_use]
    pub fn whole_characters(&self) -> String {
        self.characters(0, |next| self.accepting(next) && !self.goes_on(next))
    }

    fn characters(&self, state: u32, wanted: impl Fn(u32) -> bool) -> String {
        (0..ASCII)
            .filter(|&character| self.step(state, character).is_some_and(&wanted))
            .filter_map(|character| u8::try_from(character).ok())
            .map(char::from)
            .collect()
    }

    /// Whether one of the wanted characters stands in some word.
    #[must_use]
    pub fn holds(&self, wanted: impl Fn(char) -> bool) -> bool {
        let wanted =
            |character: usize| u8::try_from(character).is_ok_and(|octet| wanted(char::from(octet)));
        let steps = self
            .states
            .iter()
            .flat_map(|state| state.next.iter().enumerate());
        steps
            .into_iter()
            .any(|(character, &next)| next != NOWHERE && wanted(character))
    }

    /// Whether no word is a proper prefix of another.
    #[must_use]
    pub fn is_prefix_free(&self) -> bool {
        (0..self.states.len()).all(|index| {
            let state = u32::try_from(index).unwrap_or(NOWHERE);
            !(self.accepting(state) && self.goes_on(state))
        })
    }

    /// Numbers what `steps` reaches from `start`, breadth first, and keeps what can be
    /// completed.
    fn explore<S, A, N>(start: S, accepting: A, steps: N) -> Result<Self, TooLarge>
    where
        S: Clone + Eq + std::hash::Hash,
        A: Fn(&S) -> bool,
        N: Fn(&S) -> Vec<Option<S>>,
    {
        let mut numbers = HashMap::from([(start.clone(), 0_u32)]);
        let mut waiting = VecDeque::from([start]);
        let mut states = Vec::new();
        while let Some(set) = waiting.pop_front() {
            if numbers.len() > STATES {
                return Err(TooLarge);
            }
            let mut next = [NOWHERE; ASCII];
            for (character, target) in steps(&set).into_iter().enumerate() {
                let Some(target) = target else {
                    continue;
                };
                let fresh = u32::try_from(numbers.len()).unwrap_or(NOWHERE);
                next[character] = *numbers.entry(target.clone()).or_insert_with(|| {
                    waiting.push_back(target);
                    fresh
                });
            }
            states.push(State {
                accepting: accepting(&set),
                next,
            });
        }
        Ok(Self { states }.trimmed())
    }

    /// Without the states from which no word can be completed.
    fn trimmed(self) -> Self {
        let mut live: Vec<bool> = self.states.iter().map(|state| state.accepting).collect();
        loop {
            let mut changed = false;
            for index in (0..self.states.len()).rev() {
                let reaches = |&next: &u32| next != NOWHERE && live[next as usize];
                if !live[index] && self.states[index].next.iter().any(reaches) {
                    live[index] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        live[0] = true;
        let mut count = 0;
        let numbers: Vec<u32> = live
            .iter()
            .map(|&alive| {
                let number = if alive { count } else { NOWHERE };
                count += u32::from(alive);
                number
            })
            .collect();
        let renumbered = |next: u32| {
            if next == NOWHERE {
                NOWHERE
            } else {
                numbers[next as usize]
            }
        };
        let states = self
            .states
            .into_iter()
            .zip(&live)
            .filter(|(_, alive)| **alive);
        let states = states.map(|(state, _)| State {
            accepting: state.accepting,
            next: state.next.map(renumbered),
        });
        Self {
            states: states.collect(),
        }
    }
}
