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

/// Deviations of one kind.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) direction: Direction,
    pub(super) deviation: Deviation,
    /// The observed automaton without these deviations.
    pub(super) mended: Automaton,
    /// The number of states of the expected automaton with which the observed one goes on.
    pub(super) targets: usize,
    at: At,
}

/// Where a text deviates.
#[derive(Debug, Clone)]
enum At {
    /// At its first octet of these, which no expected text contains.
    Foreign(OctetSet),
    /// At a pair with one of these states of the expected automaton.
    States(BTreeSet<DfaState>),
}

/// Returns the deviations of the observed automaton from the expected one.
///
/// A deviation is the first octet at which a text leaves the expected texts. If that makes many rows,
/// and all of their texts need an octet which no expected text contains, that octet is the row: in
/// a URL with a user name, `@` says more than each octet that a user name has and a host has not.
pub(super) fn rows(
    expected: &Automaton,
    observed: &Automaton,
    work: &Work,
) -> Result<Vec<Row>, TooLarge> {
    let mut rows = Vec::new();
    let mut left = observed.clone();
    let mut first = Deviations::new(expected, &left).rows();
    while let Some((octets, without)) = foreign(expected, &left, first.len(), work)? {
        let is_foreign = observed.without_within(&without, work);
        rows.push(Row {
            direction: Direction::WronglyAccepted,
            deviation: Deviation::Octets(octets),
            mended: observed.without_within(&is_foreign?, work)?,
            targets: 1,
            at: At::Foreign(octets),
        });
        left = without;
        first = Deviations::new(expected, &left).rows();
    }
    let foreign = observed.without_within(&left, work)?;
    let deviations = Deviations::new(expected, &left);
    for mut row in first {
        let mended = deviations.mended(&row, work)?;
        row.mended = mended.combined(&foreign, |mended, foreign| mended || foreign, work)?;
        rows.push(row);
    }
    Ok(rows)
}

/// Returns octets that no expected text contains, and the observed texts without them, if that leaves
/// fewer rows.
fn foreign(
    expected: &Automaton,
    observed: &Automaton,
    rows: usize,
    work: &Work,
) -> Result<Option<(OctetSet, Automaton)>, TooLarge> {
    let (own, taken) = (expected.octets(), observed.octets());
    let mut best: Option<(usize, OctetSet, Automaton)> = None;
    for class in observed.classes() {
        let octets = (*class & taken).without(own);
        if octets.is_empty() {
            continue;
        }
        let without = Automaton::of_states(
            observed.classes_with(octets),
            observed.start(),
            |&state| observed.is_accepting(state),
            |&state, octet| {
                let next = observed.step(state, octet);
                next.filter(|_| !octets.contains(octet))
            },
            work,
        )?;
        let left = 1 + Deviations::new(expected, &without).rows().len();
        if left < best.as_ref().map_or(rows, |(fewest, ..)| *fewest) {
            best = Some((left, octets, without));
        }
    }
    Ok(best.map(|(_, octets, without)| (octets, without)))
}

/// Two automata side by side.
struct Deviations<'a> {
    expected: &'a Automaton,
    observed: &'a Automaton,
    /// Whether they also part where both go on, if the observed automaton goes on as after another
    /// text, and accepts more there.
    with_detours: bool,
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

/// States with steps in common.
struct Alike {
    steps: BTreeSet<(u8, DfaState)>,
    states: BTreeSet<DfaState>,
}

impl<'a> Deviations<'a> {
    /// Pairs the states, with detours if that leaves fewer deviations.
    fn new(expected: &'a Automaton, observed: &'a Automaton) -> Self {
        let plain = Self::paired(expected, observed, false);
        let targets =
            |deviations: &Self| -> usize { deviations.rows().iter().map(|row| row.targets).sum() };
        let count = targets(&plain);
        if count < 2 {
            return plain;
        }
        let detours = Self::paired(expected, observed, true);
        if targets(&detours) < count {
            detours
        } else {
            plain
        }
    }

    fn paired(expected: &'a Automaton, observed: &'a Automaton, with_detours: bool) -> Self {
        let mut deviations = Self {
            classes: expected.classes_beside(observed),
            expected,
            observed,
            with_detours,
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
                let next = next.filter(|next| !self.is_detour(*next) && seen.insert(*next));
                waiting.extend(next);
            }
        }
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
    fn rows(&self) -> Vec<Row> {
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
            let states = signature.into_iter().map(|(state, _)| state);
            rows.push(Row {
                direction,
                deviation: Deviation::Octets(octets),
                mended: Automaton::empty(),
                targets: targets.len(),
                at: At::States(states.collect()),
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
                    deviation: Deviation::End,
                    mended: Automaton::empty(),
                    targets: 1,
                    at: At::States(states),
                });
            }
        }
        rows
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
            (Some(expected), Some(observed)) if self.is_detour((expected, observed)) => {
                let target = self.expected_of.get(&observed).copied();
                Some((Direction::WronglyAccepted, target))
            }
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
    fn mended(&self, row: &Row, work: &Work) -> Result<Automaton, TooLarge> {
        let start = (Some(self.expected.start()), Some(self.observed.start()));
        Automaton::of_states(
            self.classes.clone(),
            start,
            |&sides| match sides {
                (Some(expected), Some(observed)) => {
                    let is_mended = row.deviation == Deviation::End
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
        let is_mended = match row.deviation {
            Deviation::Octets(octets) => octets.contains(octet),
            Deviation::End => false,
        };
        let is_mended = is_mended && expected.is_some_and(|state| row.is_at(state));
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
    fn offset(&self, row: &Row, text: &[u8]) -> Option<usize> {
        let mut pair = (self.expected.start(), self.observed.start());
        for (offset, &octet) in text.iter().enumerate() {
            let is_here = row.is_at(pair.0);
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
                (Some(expected), Some(observed)) if !self.is_detour((expected, observed)) => {
                    (expected, observed)
                }
                (_, Some(observed)) => (*self.expected_of.get(&observed)?, observed),
                (Some(expected), None) => (expected, *self.observed_of.get(&expected)?),
                (None, None) => return None,
            };
        }
        let is_end = row.deviation == Deviation::End && row.is_at(pair.0);
        (is_end && self.ends(pair) == Some(row.direction)).then_some(text.len())
    }
}

impl Row {
    /// Returns the byte offset at which a text takes such a deviation first.
    pub(super) fn offset(
        &self,
        expected: &Automaton,
        observed: &Automaton,
        text: &[u8],
    ) -> Option<usize> {
        match &self.at {
            At::Foreign(octets) => text.iter().position(|&octet| octets.contains(octet)),
            At::States(_) => Deviations::new(expected, observed).offset(self, text),
        }
    }

    fn is_at(&self, state: DfaState) -> bool {
        match &self.at {
            At::Foreign(_) => false,
            At::States(states) => states.contains(&state),
        }
    }
}
