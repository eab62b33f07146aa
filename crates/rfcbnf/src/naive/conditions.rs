//! Conditions on the rest of a text. Each says that the naive reading, from some expression of
//! the grammar on, matches the rest to its end.
//!
//! Invariant: a condition depends on conditions of the rest behind the next octet, and on
//! conditions of the same rest that come before it in the order.

use std::collections::HashMap;

use crate::automaton::{Automaton, octet_classes, with_most_readable};
use crate::octets::OctetSet;

/// A condition, by its index.
pub(super) type ConditionId = usize;

/// The greatest number of conditions.
const LIMIT: usize = 100_000;

/// Holds of every rest.
pub(super) const ALWAYS: ConditionId = 0;
/// Holds of no rest.
pub(super) const NEVER: ConditionId = 1;
/// Holds of the empty rest.
pub(super) const END: ConditionId = 2;
/// Recursion that is too deep to follow: for which rests it holds is not known.
pub(super) const UNKNOWN: ConditionId = 3;

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) enum Condition {
    Constant,
    /// The next octet is in a set, and the condition beside the set holds behind it.
    Next(Vec<(OctetSet, ConditionId)>),
    /// If the first holds, the second has to; if not, the third.
    Choice(ConditionId, ConditionId, ConditionId),
}

/// What has to hold behind a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Behind {
    /// Behind an empty match.
    pub(super) empty: ConditionId,
    /// Behind any other match.
    pub(super) consumed: ConditionId,
}

impl From<ConditionId> for Behind {
    fn from(either: ConditionId) -> Self {
        Self {
            empty: either,
            consumed: either,
        }
    }
}

/// The conditions of one production.
pub(super) struct Conditions {
    all: Vec<Condition>,
    /// Those that were added at once, so that none is added twice.
    known: HashMap<Condition, ConditionId>,
    /// Each after those that it needs of the same rest.
    order: Vec<ConditionId>,
    /// Holds of the texts that the naive reading of the production accepts.
    start: ConditionId,
    /// Whether it takes too much to make them.
    is_given_up: bool,
    /// The number of addresses for which one was looked for.
    addresses: usize,
}

impl Conditions {
    /// Returns the constants only; nothing is accepted.
    pub(super) fn new() -> Self {
        Self {
            all: vec![Condition::Constant; UNKNOWN + 1],
            known: HashMap::new(),
            order: Vec::new(),
            start: NEVER,
            is_given_up: false,
            addresses: 0,
        }
    }

    /// Makes no more of them, because it takes too much.
    pub(super) fn give_up(&mut self) {
        self.is_given_up = true;
    }

    pub(super) fn add(&mut self, condition: Condition) -> ConditionId {
        if let Some(&known) = self.known.get(&condition) {
            return known;
        }
        let id = self.reserve();
        self.all[id] = condition.clone();
        self.known.insert(condition, id);
        id
    }

    /// Adds a condition that is to be defined later.
    pub(super) fn reserve(&mut self) -> ConditionId {
        self.all.push(Condition::Constant);
        self.all.len() - 1
    }

    pub(super) fn define(&mut self, id: ConditionId, condition: Condition) {
        self.all[id] = condition;
    }

    /// Makes `start` the condition of accepted texts, and orders the conditions that it needs. They were looked
    /// for at that number of addresses.
    pub(super) fn finish(mut self, start: ConditionId, addresses: usize) -> Self {
        self.start = start;
        self.addresses = addresses;
        self.order = self.dependent_last();
        self
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn start(&self) -> ConditionId {
        self.start
    }

    /// Returns the conditions that the start needs, each after those that it needs of the same rest.
    pub(super) fn in_order(&self) -> impl Iterator<Item = (ConditionId, &Condition)> {
        self.order.iter().map(|&id| (id, &self.all[id]))
    }

    /// Returns the number of addresses for which conditions were looked for.
    pub(super) fn addresses(&self) -> usize {
        self.addresses
    }

    /// Returns whether the limit was hit, so that conditions are missing.
    pub(super) fn is_too_large(&self) -> bool {
        self.is_given_up || self.all.len() > LIMIT
    }

    fn dependent_last(&self) -> Vec<ConditionId> {
        let mut seen = vec![false; self.all.len()];
        let mut order = Vec::new();
        // Conditions of the same rest, and conditions behind the next octet.
        let mut open = Vec::new();
        let mut behind = vec![self.start];
        while let Some((id, is_complete)) = open.pop().or_else(|| Some((behind.pop()?, false))) {
            if is_complete {
                order.push(id);
            } else if !std::mem::replace(&mut seen[id], true) {
                open.push((id, true));
                match &self.all[id] {
                    Condition::Choice(first, then, otherwise) => {
                        open.extend([first, then, otherwise].map(|&id| (id, false)));
                    }
                    Condition::Next(steps) => behind.extend(steps.iter().map(|&(_, id)| id)),
                    Condition::Constant => {}
                }
            }
        }
        order
    }

    /// Returns an octet for each set of those that neither a condition nor the automaton
    /// tells apart.
    pub(super) fn representatives(&self, automaton: &Automaton) -> Vec<u8> {
        let mut sets: Vec<OctetSet> = Vec::new();
        for (_, condition) in self.in_order() {
            if let Condition::Next(steps) = condition {
                sets.extend(steps.iter().map(|(set, _)| *set));
            }
        }
        let classes = octet_classes(sets.into_iter().chain(automaton.classes().iter().copied()));
        let octets = with_most_readable(classes).into_iter();
        octets.map(|(_, octet)| octet).collect()
    }
}
