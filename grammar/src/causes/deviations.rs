//! Where two automata part.
//!
//! Both automata read a text side by side. As long as it is a viable prefix of both, they are at a
//! *pair* of states. They deviate at a pair if one of them goes on with an octet and the other does
//! not, or if one of them can end and the other cannot.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::cause::{Deviation, Direction};
use crate::automaton::{Automaton, DfaState, TooLarge, Work, readable_first};
use crate::octets::OctetSet;

/// A state of the expected automaton and one of the observed automaton.
type Pair = (DfaState, DfaState);

/// The states of the two automata. `None` stands for the sink.
type Sides = (Option<DfaState>, Option<DfaState>);

/// The deviations of one kind: the same octets at the same states of the expected automaton.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) direction: Direction,
    pub(super) deviation: Deviation,
    /// The states of the expected automaton.
    at: BTreeSet<DfaState>,
}

/// Two automata side by side.
pub(super) struct Deviations<'a> {
    expected: &'a Automaton,
    observed: &'a Automaton,
    classes: Vec<OctetSet>,
    /// For each state of the observed automaton, the first state of the expected one that it is
    /// paired with.
    expected_of: HashMap<DfaState, DfaState>,
    /// For each state of the expected automaton, the first state of the observed one that it is
    /// paired with.
    observed_of: HashMap<DfaState, DfaState>,
    pairs: Vec<Pair>,
}

/// For each state of the expected automaton, where the observed one goes on.
type Signature = BTreeSet<(DfaState, Option<DfaState>)>;

impl<'a> Deviations<'a> {
    pub(super) fn new(expected: &'a Automaton, observed: &'a Automaton) -> Self {
        let mut deviations = Self {
            classes: expected.classes_beside(observed),
            expected,
            observed,
            expected_of: HashMap::new(),
            observed_of: HashMap::new(),
            pairs: Vec::new(),
        };
        deviations.pair();
        deviations
    }

    /// Finds the pairs, breadth first.
    fn pair(&mut self) {
        let octets = readable_first();
        let start = (self.expected.start(), self.observed.start());
        let mut seen = BTreeSet::from([start]);
        let mut waiting = VecDeque::from([start]);
        while let Some((expected, observed)) = waiting.pop_front() {
            self.expected_of.entry(observed).or_insert(expected);
            self.observed_of.entry(expected).or_insert(observed);
            self.pairs.push((expected, observed));
            for &octet in &octets {
                let next = self.expected.step(expected, octet);
                let next = next.zip(self.observed.step(observed, octet));
                waiting.extend(next.filter(|next| seen.insert(*next)));
            }
        }
    }

    /// Returns the rows.
    pub(super) fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut by_signature: BTreeMap<(Direction, Signature), OctetSet> = BTreeMap::new();
        for class in &self.classes {
            let Some(octet) = class.lowest() else {
                continue;
            };
            let mut signatures: BTreeMap<Direction, Signature> = BTreeMap::new();
            for &(expected, observed) in &self.pairs {
                if let Some((direction, target)) = self.parts((expected, observed), octet) {
                    let signature = signatures.entry(direction).or_default();
                    signature.insert((expected, target));
                }
            }
            for signature in signatures {
                *by_signature.entry(signature).or_default() |= *class;
            }
        }
        for ((direction, signature), octets) in by_signature {
            rows.push(Row {
                direction,
                deviation: Deviation::Octets(octets),
                at: signature.into_iter().map(|(state, _)| state).collect(),
            });
        }
        let ends = self.pairs.iter();
        let ends: BTreeSet<(Direction, DfaState)> = ends
            .filter_map(|&pair| Some((self.ends(pair)?, pair.0)))
            .collect();
        rows.extend(ends.into_iter().map(|(direction, state)| Row {
            direction,
            deviation: Deviation::End,
            at: BTreeSet::from([state]),
        }));
        rows
    }

    /// Returns whether the automata part at the octet, and the state of the expected automaton that
    /// corresponds to the observed one after it.
    fn parts(
        &self,
        (expected, observed): Pair,
        octet: u8,
    ) -> Option<(Direction, Option<DfaState>)> {
        match (
            self.expected.step(expected, octet),
            self.observed.step(observed, octet),
        ) {
            (None, Some(observed)) => {
                let target = self.expected_of.get(&observed).copied();
                Some((Direction::WronglyAccepted, target))
            }
            (Some(_), None) => Some((Direction::WronglyRejected, None)),
            _ => None,
        }
    }

    /// Returns whether exactly one of the automata can end.
    fn ends(&self, (expected, observed): Pair) -> Option<Direction> {
        match (
            self.expected.is_accepting(expected),
            self.observed.is_accepting(observed),
        ) {
            (false, true) => Some(Direction::WronglyAccepted),
            (true, false) => Some(Direction::WronglyRejected),
            _ => None,
        }
    }

    /// Returns the observed automaton without the deviations of a row.
    pub(super) fn mended(&self, row: &Row, work: &Work) -> Result<Automaton, TooLarge> {
        let start = (Some(self.expected.start()), Some(self.observed.start()));
        Automaton::of_states(
            self.classes.clone(),
            start,
            |&sides| match sides {
                (Some(expected), Some(observed)) => {
                    let is_mended = row.deviation == Deviation::End
                        && row.at.contains(&expected)
                        && self.ends((expected, observed)) == Some(row.direction);
                    self.observed.is_accepting(observed) != is_mended
                }
                (None, Some(observed)) => self.observed.is_accepting(observed),
                (Some(expected), None) => self.expected.is_accepting(expected),
                (None, None) => false,
            },
            |&sides, octet| self.mended_step(row, sides, octet),
            work,
        )
    }

    fn mended_step(&self, row: &Row, (expected, observed): Sides, octet: u8) -> Option<Sides> {
        let next = (
            expected.and_then(|state| self.expected.step(state, octet)),
            observed.and_then(|state| self.observed.step(state, octet)),
        );
        let is_mended = match row.deviation {
            Deviation::Octets(octets) => octets.contains(octet),
            Deviation::End => false,
        };
        let is_mended = is_mended && expected.is_some_and(|state| row.at.contains(&state));
        match (next, row.direction) {
            ((Some(expected), None), Direction::WronglyRejected)
                if is_mended && observed.is_some() =>
            {
                // The text goes on where the observed automaton is after such a text.
                Some((Some(expected), self.observed_of.get(&expected).copied()))
            }
            ((None, Some(_)), Direction::WronglyAccepted) if is_mended => None,
            ((None, Some(observed)), _) => {
                Some((self.expected_of.get(&observed).copied(), Some(observed)))
            }
            ((Some(_), None), _) if observed.is_some() => None,
            ((None, None), _) => None,
            (next, _) => Some(next),
        }
    }

    /// Returns the byte offset at which a text takes a deviation of the row first.
    pub(super) fn offset(&self, row: &Row, text: &[u8]) -> Option<usize> {
        let mut pair = (self.expected.start(), self.observed.start());
        for (offset, &octet) in text.iter().enumerate() {
            let is_here = row.at.contains(&pair.0);
            if let Deviation::Octets(octets) = row.deviation
                && is_here
                && octets.contains(octet)
                && self.parts(pair, octet).map(|(direction, _)| direction) == Some(row.direction)
            {
                return Some(offset);
            }
            let next = self.expected.step(pair.0, octet);
            let observed = self.observed.step(pair.1, octet);
            pair = match (next, observed) {
                (Some(expected), Some(observed)) => (expected, observed),
                (None, Some(observed)) => (*self.expected_of.get(&observed)?, observed),
                (Some(expected), None) => (expected, *self.observed_of.get(&expected)?),
                (None, None) => return None,
            };
        }
        let is_end = row.deviation == Deviation::End && row.at.contains(&pair.0);
        (is_end && self.ends(pair) == Some(row.direction)).then_some(text.len())
    }
}
