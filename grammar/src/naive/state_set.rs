//! What holds of a suffix of a text.

use super::conditions::{ALWAYS, Condition, ConditionId, Conditions, END};
use crate::automaton::Automaton;
use crate::octets::OctetSet;

/// The conditions that hold of a suffix, and the states from which the automaton accepts it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct StateSet(Box<[u64]>);

impl StateSet {
    /// Returns what holds of the empty suffix.
    pub(super) fn of_nothing(conditions: &Conditions, automaton: &Automaton) -> Self {
        let mut found = Self::empty(conditions, automaton);
        found.insert(END);
        found.fill(conditions, |_| false);
        for state in automaton.states() {
            if automaton.is_accepting(state) {
                found.insert(conditions.len() + state.number());
            }
        }
        found
    }

    /// Returns what holds of an octet followed by this suffix.
    pub(super) fn behind(&self, octet: u8, conditions: &Conditions, automaton: &Automaton) -> Self {
        let mut found = Self::empty(conditions, automaton);
        found.fill(conditions, |steps| {
            let mut steps = steps.iter();
            steps.any(|&(set, next)| set.contains(octet) && self.contains(next))
        });
        for state in automaton.states() {
            let next = automaton.step(state, octet);
            if next.is_some_and(|next| self.contains(conditions.len() + next.number())) {
                found.insert(conditions.len() + state.number());
            }
        }
        found
    }

    fn empty(conditions: &Conditions, automaton: &Automaton) -> Self {
        let bits = conditions.len() + automaton.states().len();
        let mut found = Self(vec![0; bits.div_ceil(64)].into());
        found.insert(ALWAYS);
        found
    }

    fn fill(&mut self, conditions: &Conditions, next: impl Fn(&[(OctetSet, ConditionId)]) -> bool) {
        for (id, condition) in conditions.in_order() {
            let holds = match condition {
                Condition::Constant => continue,
                Condition::Next(steps) => next(steps),
                Condition::Choice(first, then, otherwise) => {
                    let first = self.contains(*first);
                    self.contains(if first { *then } else { *otherwise })
                }
            };
            if holds {
                self.insert(id);
            }
        }
    }

    /// Returns whether the automaton accepts the text and the naive reading rejects it.
    pub(super) fn is_wrong(&self, conditions: &Conditions, automaton: &Automaton) -> bool {
        let start = conditions.len() + automaton.start().number();
        self.contains(start) && !self.contains(conditions.start())
    }

    /// Returns whether a valid text ends with this suffix.
    pub(super) fn can_become_valid(&self, conditions: &Conditions, automaton: &Automaton) -> bool {
        let mut states = automaton.states();
        states.any(|state| self.contains(conditions.len() + state.number()))
    }

    fn contains(&self, bit: usize) -> bool {
        self.0[bit / 64] >> (bit % 64) & 1 == 1
    }

    fn insert(&mut self, bit: usize) {
        self.0[bit / 64] |= 1 << (bit % 64);
    }
}
