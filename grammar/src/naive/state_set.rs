//! What holds of a suffix of a text.

use super::conditions::{ALWAYS, Condition, ConditionId, Conditions, END, UNKNOWN};
use crate::automaton::Automaton;
use crate::octets::OctetSet;

/// The conditions that hold of a suffix, the states from which the automaton accepts it, and the
/// conditions that are not decided.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct StateSet(Box<[u64]>);

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

impl StateSet {
    /// Returns what holds of the empty suffix.
    pub(super) fn of_nothing(conditions: &Conditions, automaton: &Automaton) -> Self {
        let mut found = Self::empty(conditions, automaton);
        found.insert(END);
        found.fill((conditions, automaton), |_| Truth::Fails);
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
        found.fill((conditions, automaton), |steps| {
            let steps = steps.iter().filter(|(set, _)| set.contains(octet));
            let truths = steps.map(|&(_, next)| self.truth((conditions, automaton), next));
            truths.fold(Truth::Fails, Truth::or)
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
        let bits = unknown((conditions, automaton), conditions.len());
        let mut found = Self(vec![0; bits.div_ceil(64)].into());
        found.insert(ALWAYS);
        found.insert(unknown((conditions, automaton), UNKNOWN));
        found
    }

    fn fill(
        &mut self,
        of: (&Conditions, &Automaton),
        next: impl Fn(&[(OctetSet, ConditionId)]) -> Truth,
    ) {
        for (id, condition) in of.0.in_order() {
            let truth = match condition {
                Condition::Constant => continue,
                Condition::Next(steps) => next(steps),
                Condition::Choice(first, then, otherwise) => match self.truth(of, *first) {
                    Truth::Holds => self.truth(of, *then),
                    Truth::Fails => self.truth(of, *otherwise),
                    Truth::Unknown => {
                        let then = self.truth(of, *then);
                        let is_decided = then == self.truth(of, *otherwise);
                        if is_decided { then } else { Truth::Unknown }
                    }
                },
            };
            match truth {
                Truth::Holds => self.insert(id),
                Truth::Unknown => self.insert(unknown(of, id)),
                Truth::Fails => {}
            }
        }
    }

    fn truth(&self, of: (&Conditions, &Automaton), id: ConditionId) -> Truth {
        if self.contains(id) {
            Truth::Holds
        } else if self.contains(unknown(of, id)) {
            Truth::Unknown
        } else {
            Truth::Fails
        }
    }

    /// Returns what the naive reading does with the suffix as a text.
    pub(super) fn reading(&self, conditions: &Conditions, automaton: &Automaton) -> Reading {
        if !self.contains(conditions.len() + automaton.start().number()) {
            return Reading::Right;
        }
        match self.truth((conditions, automaton), conditions.start()) {
            Truth::Holds => Reading::Right,
            Truth::Fails => Reading::Wrong,
            Truth::Unknown => Reading::Unknown,
        }
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

impl Truth {
    fn or(self, other: Self) -> Self {
        match (self, other) {
            (Self::Holds, _) | (_, Self::Holds) => Self::Holds,
            (Self::Unknown, _) | (_, Self::Unknown) => Self::Unknown,
            _ => Self::Fails,
        }
    }
}

/// Returns the bit that says that a condition is not decided.
fn unknown((conditions, automaton): (&Conditions, &Automaton), id: ConditionId) -> usize {
    conditions.len() + automaton.states().len() + id
}
