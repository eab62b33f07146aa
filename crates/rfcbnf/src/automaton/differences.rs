//! The texts that one automaton accepts and another does not, one after the other.
//!
//! The search is A* (P. Hart, N. Nilsson, B. Raphael, 1968): it goes on with the beginning whose
//! shortest text is shortest. Distances are exact, so each step is on the way to a text.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

use super::determinize::classes;
use super::limits::{TooLarge, Work};
use super::search::with_most_readable;
use super::{Automaton, DfaState};
use crate::octets::OctetSet;

/// The greatest number of octets that beginnings have together.
const OCTETS_KEPT: usize = 2_000_000;

/// The texts of a difference, the shortest first. Ends early where it would take too much memory.
#[derive(Debug)]
pub(crate) struct Differences {
    states: Vec<State>,
    /// For each beginning, its last octet and the beginning before that, which is an earlier one.
    beginnings: Vec<(u8, usize)>,
    waiting: BinaryHeap<Waiting>,
}

/// A pair of states, that of the second automaton if it still follows.
type Pair = (DfaState, Option<DfaState>);

#[derive(Debug, Default)]
struct State {
    is_accepted: bool,
    /// The length of the shortest text, not empty, that leads to an accepted state.
    rest: Option<usize>,
    next: Vec<(u8, usize)>,
}

/// A beginning that waits for its texts. The shortest text comes first, then the latest beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Waiting {
    /// The length of the shortest of its texts.
    shortest: Reverse<usize>,
    beginning: usize,
    length: usize,
    /// The state that it leads to; `None` if the beginning is itself the text.
    state: Option<usize>,
}

impl Automaton {
    /// Returns the texts that this automaton accepts and the other does not, the shortest first. One
    /// octet stands for all those that neither automaton and none of the sets tells apart.
    pub(crate) fn differences(
        &self,
        other: &Self,
        sets: impl IntoIterator<Item = OctetSet>,
        work: &Work,
    ) -> Result<Differences, TooLarge> {
        let own = self.classes.iter().chain(&other.classes).copied();
        let octets = with_most_readable(classes(own.chain(sets))).into_iter();
        let octets: Vec<u8> = octets.map(|(_, octet)| octet).collect();
        let mut states = self.pairs(other, &octets, work)?;
        measure(&mut states);
        let mut found = Differences {
            states,
            beginnings: vec![(0, 0)],
            waiting: BinaryHeap::new(),
        };
        found.wait(0, 0, 0);
        Ok(found)
    }

    /// Returns the pairs of states that texts lead to.
    fn pairs(&self, other: &Self, octets: &[u8], work: &Work) -> Result<Vec<State>, TooLarge> {
        let start: Pair = (self.start(), Some(other.start()));
        let mut numbers = HashMap::from([(start, 0)]);
        let mut waiting = vec![start];
        let mut states = vec![State::default()];
        while let Some(pair @ (mine, theirs)) = waiting.pop() {
            work.take(octets.len())?;
            let is_theirs = theirs.is_some_and(|state| other.is_accepting(state));
            let mut next = Vec::new();
            for &octet in octets {
                let Some(mine) = self.step(mine, octet) else {
                    continue;
                };
                let theirs = theirs.and_then(|state| other.step(state, octet));
                let number = *numbers.entry((mine, theirs)).or_insert_with(|| {
                    waiting.push((mine, theirs));
                    states.push(State::default());
                    states.len() - 1
                });
                next.push((octet, number));
            }
            let state = &mut states[numbers[&pair]];
            state.is_accepted = self.is_accepting(mine) && !is_theirs;
            state.next = next;
        }
        Ok(states)
    }
}

/// Measures how far each state is from an accepted one.
fn measure(states: &mut [State]) {
    let mut before = vec![Vec::new(); states.len()];
    for (number, state) in states.iter().enumerate() {
        for &(_, next) in &state.next {
            before[next].push(number);
        }
    }
    let accepted = states.iter().enumerate();
    let accepted = accepted.filter(|(_, state)| state.is_accepted);
    let mut layer: Vec<usize> = accepted.map(|(number, _)| number).collect();
    let mut rest = 0;
    while !layer.is_empty() {
        rest += 1;
        let mut further = Vec::new();
        for number in layer.iter().flat_map(|&number| &before[number]) {
            if states[*number].rest.is_none() {
                states[*number].rest = Some(rest);
                further.push(*number);
            }
        }
        layer = further;
    }
}

impl Differences {
    /// Returns the length of the next text; `None` if there is none.
    pub(crate) fn next_length(&self) -> Option<usize> {
        self.waiting.peek().map(|waiting| waiting.shortest.0)
    }

    /// Lets a beginning wait, for itself if it is a text, and for longer texts.
    fn wait(&mut self, beginning: usize, length: usize, state: usize) {
        let State {
            is_accepted, rest, ..
        } = self.states[state];
        if let Some(rest) = rest {
            self.waiting.push(Waiting {
                shortest: Reverse(length + rest),
                beginning,
                length,
                state: Some(state),
            });
        }
        if is_accepted {
            self.waiting.push(Waiting {
                shortest: Reverse(length),
                beginning,
                length,
                state: None,
            });
        }
    }

    fn text(&self, mut beginning: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while beginning > 0 {
            let (octet, before) = self.beginnings[beginning];
            text.push(octet);
            beginning = before;
        }
        text.reverse();
        text
    }
}

impl Iterator for Differences {
    type Item = Vec<u8>;

    fn next(&mut self) -> Option<Vec<u8>> {
        while let Some(&waiting) = self.waiting.peek() {
            let Some(state) = waiting.state else {
                self.waiting.pop();
                return Some(self.text(waiting.beginning));
            };
            if self.beginnings.len() >= OCTETS_KEPT {
                return None;
            }
            self.waiting.pop();
            // The last one comes first.
            for index in (0..self.states[state].next.len()).rev() {
                let (octet, next) = self.states[state].next[index];
                let State {
                    is_accepted, rest, ..
                } = self.states[next];
                if !is_accepted && rest.is_none() {
                    continue;
                }
                let beginning = self.beginnings.len();
                self.beginnings.push((octet, waiting.beginning));
                self.wait(beginning, waiting.length + 1, next);
            }
        }
        None
    }
}
