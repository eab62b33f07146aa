//! What holds of a suffix of a text.
//!
//! The conditions of a longer suffix follow from those of the suffix behind its first octet in two rounds.
//! First come the conditions on the next octet: for each octet there is a list of those that it satisfies,
//! each with the condition that has to hold behind it. Then come the choices, which need conditions of the
//! same suffix, in the order in which they need each other.

use std::collections::HashMap;

use super::conditions::{ALWAYS, Condition, ConditionId, Conditions, END, UNKNOWN};
use crate::automaton::{Automaton, DfaState};

/// The conditions that hold of a suffix, the states from which the automaton accepts it, and the
/// conditions that are not decided.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct StateSet(Box<[u64]>);

/// Steps from suffixes to those that are longer by an octet.
pub(super) struct Suffixes<'a> {
    conditions: &'a Conditions,
    automaton: &'a Automaton,
    /// The bits before it are those of conditions that hold and of states.
    first_unknown: usize,
    /// For each octet, the conditions that it satisfies, and the conditions behind it.
    satisfied: HashMap<u8, Vec<[ConditionId; 2]>>,
    /// The condition, and what it depends on.
    choices: Vec<(ConditionId, [ConditionId; 3])>,
}

/// Whether a condition holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    Holds,
    Fails,
    Unknown,
}

/// What the naive reading does with a text that the automaton accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// It accepts the text, or the automaton does not.
    Right,
    Wrong,
    /// It goes deeper than the conditions.
    Unknown,
}

impl<'a> Suffixes<'a> {
    /// Prepares the steps for these octets.
    pub(super) fn new(
        conditions: &'a Conditions,
        automaton: &'a Automaton,
        octets: impl IntoIterator<Item = u8>,
    ) -> Self {
        let octets = octets.into_iter().map(|octet| (octet, Vec::new()));
        let mut satisfied: HashMap<u8, Vec<[ConditionId; 2]>> = octets.collect();
        let mut choices = Vec::new();
        for (id, condition) in conditions.in_order() {
            match condition {
                Condition::Constant => {}
                Condition::Choice(first, then, otherwise) => {
                    choices.push((id, [*first, *then, *otherwise]));
                }
                Condition::Next(steps) => {
                    for (octet, satisfied) in &mut satisfied {
                        let steps = steps.iter().filter(|(set, _)| set.contains(*octet));
                        satisfied.extend(steps.map(|&(_, next)| [id, next]));
                    }
                }
            }
        }
        Self {
            conditions,
            automaton,
            first_unknown: conditions.len() + automaton.states().len(),
            satisfied,
            choices,
        }
    }

    /// Returns what holds of the empty suffix.
    pub(super) fn nothing(&self) -> StateSet {
        let mut found = self.empty();
        let accepting = self.automaton.states();
        for state in accepting.filter(|&state| self.automaton.is_accepting(state)) {
            found.insert(self.state(state));
        }
        found.insert(END);
        self.choose(&mut found);
        found
    }

    /// Returns what holds of an octet followed by this suffix; `None` if no valid text ends with that.
    pub(super) fn behind(&self, suffix: &StateSet, octet: u8) -> Option<StateSet> {
        let mut found = self.empty();
        let mut is_viable = false;
        for state in self.automaton.states() {
            let next = self.automaton.step(state, octet);
            if next.is_some_and(|next| suffix.contains(self.state(next))) {
                found.insert(self.state(state));
                is_viable = true;
            }
        }
        if !is_viable {
            return None;
        }
        for &[id, next] in self.satisfied.get(&octet).into_iter().flatten() {
            self.set(&mut found, id, self.truth(suffix, next));
        }
        self.choose(&mut found);
        Some(found)
    }

    /// Returns what the naive reading does with the suffix as a text.
    pub(super) fn reading(&self, suffix: &StateSet) -> Reading {
        if !suffix.contains(self.state(self.automaton.start())) {
            return Reading::Right;
        }
        match self.truth(suffix, self.conditions.start()) {
            Truth::Holds => Reading::Right,
            Truth::Fails => Reading::Wrong,
            Truth::Unknown => Reading::Unknown,
        }
    }

    fn empty(&self) -> StateSet {
        let bits = self.unknown(self.conditions.len());
        let mut found = StateSet(vec![0; bits.div_ceil(64)].into());
        found.insert(ALWAYS);
        found.insert(self.unknown(UNKNOWN));
        found
    }

    /// Adds the choices, once the conditions on the next octet are there.
    fn choose(&self, found: &mut StateSet) {
        for &(id, [first, then, otherwise]) in &self.choices {
            let truth = match self.truth(found, first) {
                Truth::Holds => self.truth(found, then),
                Truth::Fails => self.truth(found, otherwise),
                Truth::Unknown => {
                    let then = self.truth(found, then);
                    let is_decided = then == self.truth(found, otherwise);
                    if is_decided { then } else { Truth::Unknown }
                }
            };
            self.set(found, id, truth);
        }
    }

    /// Adds a reason for which a condition holds or may hold. One for which it holds is enough.
    fn set(&self, found: &mut StateSet, id: ConditionId, truth: Truth) {
        match truth {
            Truth::Holds => {
                found.insert(id);
                found.remove(self.unknown(id));
            }
            Truth::Unknown if !found.contains(id) => found.insert(self.unknown(id)),
            Truth::Unknown | Truth::Fails => {}
        }
    }

    fn truth(&self, suffix: &StateSet, id: ConditionId) -> Truth {
        if suffix.contains(id) {
            Truth::Holds
        } else if suffix.contains(self.unknown(id)) {
            Truth::Unknown
        } else {
            Truth::Fails
        }
    }

    /// Returns the bit that says that the automaton accepts the suffix from a state.
    fn state(&self, state: DfaState) -> usize {
        self.conditions.len() + state.number()
    }

    /// Returns the bit that says that a condition is not decided.
    fn unknown(&self, id: ConditionId) -> usize {
        self.first_unknown + id
    }
}

impl StateSet {
    fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }

    fn remove(&mut self, bit: usize) {
        self.0[bit / 64] &= !(1 << (bit % 64));
    }
}
