//! Two automata that read texts side by side.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use super::{At, Row};
use crate::automaton::{Automaton, DfaState, TooLarge, Work, readable_first};
use crate::causes::cause::Direction;
use crate::octets::OctetSet;

/// The number of octets from which on they are one part, and not single characters.
const FEW: usize = 4;

/// A state of the expected automaton and one of the observed automaton.
pub(super) type Pair = (DfaState, DfaState);

/// The states of the two automata. `None` stands for the sink.
type Sides = (Option<DfaState>, Option<DfaState>);

/// Two automata side by side.
pub(super) struct Deviations<'a> {
    pub(super) expected: &'a Automaton,
    pub(super) observed: &'a Automaton,
    /// Whether they also part where both go on, if the observed automaton goes on as after another
    /// text, and accepts more there.
    with_detours: bool,
    pub(super) classes: Vec<OctetSet>,
    /// For each state of the observed automaton, the first state of the expected one that it is
    /// paired with.
    pub(super) expected_of: HashMap<DfaState, DfaState>,
    /// For each state of the expected automaton, the first state of the observed one that it is
    /// paired with.
    observed_of: HashMap<DfaState, DfaState>,
    pub(super) pairs: Vec<Pair>,
    /// Says whether the search has to end.
    work: &'a Work,
}

/// For each state of the expected automaton, where the observed one goes on.
type Signature = BTreeSet<(DfaState, Option<DfaState>)>;

/// States with steps in common.
struct Alike {
    steps: BTreeSet<(u8, DfaState)>,
    states: BTreeSet<DfaState>,
}

impl<'a> Deviations<'a> {
    /// Pairs the states, with detours if that leaves fewer deviations.
    ///
    /// Fails if the search has to end.
    pub(super) fn new(
        expected: &'a Automaton,
        observed: &'a Automaton,
        work: &'a Work,
    ) -> Result<Self, TooLarge> {
        let plain = Self::paired(expected, observed, false, work);
        let targets =
            |deviations: &Self| -> usize { deviations.rows().iter().map(|row| row.cost).sum() };
        let count = targets(&plain);
        let mut fewest = plain;
        if count >= 2 {
            let detours = Self::paired(expected, observed, true, work);
            if targets(&detours) < count {
                fewest = detours;
            }
        }
        if work.is_over() {
            return Err(TooLarge);
        }
        Ok(fewest)
    }

    fn paired(
        expected: &'a Automaton,
        observed: &'a Automaton,
        with_detours: bool,
        work: &'a Work,
    ) -> Self {
        let mut deviations = Self {
            classes: expected.classes_beside(observed),
            expected,
            observed,
            with_detours,
            work,
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
        let start = self.start();
        let mut seen = BTreeSet::from([start]);
        let mut waiting = VecDeque::from([start]);
        while let Some((expected, observed)) = waiting.pop_front() {
            if self.is_over() {
                return;
            }
            self.expected_of.entry(observed).or_insert(expected);
            self.observed_of.entry(expected).or_insert(observed);
            self.pairs.push((expected, observed));
            for &octet in &octets {
                let next = self.step((expected, observed), octet);
                waiting.extend(next.filter(|next| seen.insert(*next)));
            }
        }
    }

    /// Returns whether the search has to end.
    pub(super) fn is_over(&self) -> bool {
        self.work.is_over()
    }

    pub(super) fn start(&self) -> Pair {
        (self.expected.start(), self.observed.start())
    }

    /// Returns the next pair, unless the automata part.
    pub(super) fn step(&self, (expected, observed): Pair, octet: u8) -> Option<Pair> {
        let next = self.expected.step(expected, octet);
        let next = next.zip(self.observed.step(observed, octet));
        next.filter(|next| !self.is_detour(*next))
    }

    /// Returns whether the observed automaton, after an octet that leads to these states, goes on as
    /// after another text, and accepts every text there that the expected automaton accepts.
    fn is_detour(&self, (expected, observed): Pair) -> bool {
        let known = self.expected_of.get(&observed);
        self.with_detours
            && known.is_some_and(|known| *known != expected)
            && self.is_within(expected, observed)
    }

    /// Returns whether the observed automaton accepts from its state what the expected one accepts
    /// from its own.
    fn is_within(&self, expected: DfaState, observed: DfaState) -> bool {
        let mut seen = BTreeSet::from([(expected, observed)]);
        let mut waiting = vec![(expected, observed)];
        while let Some((expected, observed)) = waiting.pop() {
            if self.is_over() {
                return false;
            }
            if self.expected.is_accepting(expected) && !self.observed.is_accepting(observed) {
                return false;
            }
            for octet in self.classes.iter().filter_map(|class| class.lowest()) {
                let Some(expected) = self.expected.step(expected, octet) else {
                    continue;
                };
                let Some(observed) = self.observed.step(observed, octet) else {
                    return false;
                };
                if seen.insert((expected, observed)) {
                    waiting.push((expected, observed));
                }
            }
        }
        true
    }

    /// Returns the rows. Nothing is mended yet.
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
            let targets: BTreeSet<Option<DfaState>> =
                signature.iter().map(|(_, target)| *target).collect();
            let states: BTreeSet<DfaState> =
                signature.into_iter().map(|(state, _)| state).collect();
            rows.push(Row {
                direction,
                octets,
                ends: false,
                mended: Automaton::empty(),
                cost: match direction {
                    Direction::WronglyAccepted => targets.len(),
                    Direction::WronglyRejected => self.missing(octets, &states),
                },
                at: At::States(states),
            });
        }
        let ends = self.pairs.iter();
        let ends: BTreeSet<(Direction, DfaState)> = ends
            .filter_map(|&pair| Some((self.ends(pair)?, pair.0)))
            .collect();
        for direction in [Direction::WronglyAccepted, Direction::WronglyRejected] {
            let states = ends.iter().filter(|(one, _)| *one == direction);
            for states in self.alike(states.map(|(_, state)| *state)) {
                rows.push(Row {
                    direction,
                    octets: OctetSet::EMPTY,
                    ends: true,
                    mended: Automaton::empty(),
                    cost: 1,
                    at: At::States(states),
                });
            }
        }
        rows
    }

    /// Returns the number of parts that are missing if these octets are rejected at these states.
    /// Many octets are those of a part.
    fn missing(&self, octets: OctetSet, states: &BTreeSet<DfaState>) -> usize {
        let mut states = states.iter();
        let are_all = states.all(|&state| self.expected.next(state).without(octets).is_empty());
        if are_all {
            1
        } else {
            octets.iter().take(FEW).count()
        }
    }

    /// Groups the states from which an octet leads to the same state: a text that may end before an
    /// optional part may do so after each part that can stand before it.
    fn alike(&self, states: impl Iterator<Item = DfaState>) -> Vec<BTreeSet<DfaState>> {
        let mut groups: Vec<Alike> = Vec::new();
        for state in states {
            let octets = self.classes.iter().filter_map(|class| class.lowest());
            let steps = octets.filter_map(|octet| {
                let next = self.expected.step(state, octet)?;
                (next != state).then_some((octet, next))
            });
            let mut group = Alike {
                steps: steps.collect(),
                states: BTreeSet::from([state]),
            };
            let (alike, others): (Vec<Alike>, Vec<Alike>) = groups
                .into_iter()
                .partition(|other| !other.steps.is_disjoint(&group.steps));
            for other in alike {
                group.steps.extend(other.steps);
                group.states.extend(other.states);
            }
            groups = others;
            groups.push(group);
        }
        groups.into_iter().map(|group| group.states).collect()
    }

    /// Returns whether the automata part at the octet, and the state of the expected automaton that
    /// corresponds to the observed one after it.
    pub(super) fn parts(
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
            (Some(expected), Some(observed)) if self.is_detour((expected, observed)) => {
                let target = self.expected_of.get(&observed).copied();
                Some((Direction::WronglyAccepted, target))
            }
            _ => None,
        }
    }

    /// Returns whether exactly one of the automata can end.
    pub(super) fn ends(&self, (expected, observed): Pair) -> Option<Direction> {
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
                    let is_mended = row.ends
                        && row.is_at(expected)
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
        let is_mended =
            row.octets.contains(octet) && expected.is_some_and(|state| row.is_at(state));
        match (next, row.direction) {
            ((Some(expected), None), Direction::WronglyRejected)
                if is_mended && observed.is_some() =>
            {
                // The text goes on where the observed automaton is after such a text.
                Some((Some(expected), self.observed_of.get(&expected).copied()))
            }
            ((None, Some(_)), Direction::WronglyAccepted) if is_mended => None,
            ((Some(expected), Some(observed)), Direction::WronglyAccepted)
                if is_mended && self.is_detour((expected, observed)) =>
            {
                Some((Some(expected), self.observed_of.get(&expected).copied()))
            }
            ((Some(expected), Some(observed)), _) if self.is_detour((expected, observed)) => {
                Some((self.expected_of.get(&observed).copied(), Some(observed)))
            }
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
            let is_here = row.is_at(pair.0);
            if is_here
                && row.octets.contains(octet)
                && self.parts(pair, octet).map(|(direction, _)| direction) == Some(row.direction)
            {
                return Some(offset);
            }
            let next = self.expected.step(pair.0, octet);
            let observed = self.observed.step(pair.1, octet);
            pair = match (next, observed) {
                (Some(expected), Some(observed)) if !self.is_detour((expected, observed)) => {
                    (expected, observed)
                }
                (_, Some(observed)) => (*self.expected_of.get(&observed)?, observed),
                (Some(expected), None) => (expected, *self.observed_of.get(&expected)?),
                (None, None) => return None,
            };
        }
        let is_end = row.ends && row.is_at(pair.0);
        (is_end && self.ends(pair) == Some(row.direction)).then_some(text.len())
    }
}
