//! Conditions on the rest of a text. Each says that the naive reading, from some expression of
//! the grammar on, matches the rest to its end.
//!
//! Invariant: a condition depends on conditions of the rest after the next octet, and on
//! conditions of the same rest that come before it in the order.
//!
//! So the conditions of a longer suffix follow from those of the suffix after its first octet in two rounds.
//! First come the conditions on the next octet: for each octet there is a list of those that it satisfies,
//! each with the condition that has to hold after it. Then come the choices, which need conditions of the
//! same suffix, in the order in which they need each other.

use std::collections::HashMap;

use crate::automaton::{Automaton, DfaState, octet_classes, with_most_readable};
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
    /// The next octet is in a set, and the condition beside the set holds after it.
    Next(Vec<(OctetSet, ConditionId)>),
    /// If the first holds, the second has to; if not, the third.
    Choice(ConditionId, ConditionId, ConditionId),
}

/// What has to hold after a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Following {
    /// After an empty match.
    pub(super) empty: ConditionId,
    /// After any other match.
    pub(super) consumed: ConditionId,
}

impl From<ConditionId> for Following {
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
        // Conditions of the same rest, and conditions after the next octet.
        let mut open = Vec::new();
        let mut after = vec![self.start];
        while let Some((id, is_complete)) = open.pop().or_else(|| Some((after.pop()?, false))) {
            if is_complete {
                order.push(id);
            } else if !std::mem::replace(&mut seen[id], true) {
                open.push((id, true));
                match &self.all[id] {
                    Condition::Choice(first, then, otherwise) => {
                        open.extend([first, then, otherwise].map(|&id| (id, false)));
                    }
                    Condition::Next(steps) => after.extend(steps.iter().map(|&(_, id)| id)),
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
    /// For each octet, the conditions that it satisfies, and the conditions after it.
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
pub(super) enum Correctness {
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
    pub(super) fn after(&self, suffix: &StateSet, octet: u8) -> Option<StateSet> {
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
    pub(super) fn reading(&self, suffix: &StateSet) -> Correctness {
        if !suffix.contains(self.state(self.automaton.start())) {
            return Correctness::Right;
        }
        match self.truth(suffix, self.conditions.start()) {
            Truth::Holds => Correctness::Right,
            Truth::Fails => Correctness::Wrong,
            Truth::Unknown => Correctness::Unknown,
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
