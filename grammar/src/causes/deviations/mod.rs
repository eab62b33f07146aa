//! Where two automata part.
//!
//! Both automata read a text side by side. As long as it is a viable prefix of both, they are at a
//! *pair* of states. They deviate at a pair if one of them goes on with an octet and the other does
//! not, or if one of them can end and the other cannot.

mod merging;
mod naming;
mod side_by_side;

use std::collections::BTreeSet;

use super::cause::{Deviation, Direction};
use crate::automaton::{Automaton, DfaState, TooLarge, Work};
use crate::octets::OctetSet;
use side_by_side::Deviations;

/// Deviations of one kind.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) direction: Direction,
    /// The octets at which a text deviates.
    octets: OctetSet,
    /// Whether a text deviates by its end.
    ends: bool,
    /// The observed automaton without these deviations.
    pub(super) mended: Automaton,
    /// How many deviations the row counts for: one for each state of the expected automaton with
    /// which the observed one goes on, and one for each of a few octets that are rejected. Octets
    /// that one new part begins with belong together; octets that are rejected may be missing in
    /// different productions, unless nothing else may stand there.
    pub(super) cost: usize,
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
    let mut first = Deviations::new(expected, &left, work)?.rows();
    while let Some((octets, without)) = foreign(expected, &left, first.len(), work)? {
        let is_foreign = observed.without_within(&without, work);
        rows.push(Row {
            direction: Direction::WronglyAccepted,
            octets,
            ends: false,
            mended: observed.without_within(&is_foreign?, work)?,
            cost: 1,
            at: At::Foreign(octets),
        });
        left = without;
        first = Deviations::new(expected, &left, work)?.rows();
    }
    let foreign = observed.without_within(&left, work)?;
    let deviations = Deviations::new(expected, &left, work)?;
    for mut row in deviations.merged(first) {
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
        let left = 1 + Deviations::new(expected, &without, work)?.rows().len();
        if left < best.as_ref().map_or(rows, |(fewest, ..)| *fewest) {
            best = Some((left, octets, without));
        }
    }
    Ok(best.map(|(_, octets, without)| (octets, without)))
}

impl Row {
    /// Returns what a text of the row has at its place. The end also stands for the octets that may
    /// follow a part left out.
    pub(super) fn deviation(&self) -> Deviation {
        if self.ends {
            Deviation::End
        } else {
            Deviation::Octets(self.octets)
        }
    }

    /// Returns the byte offset at which a text takes such a deviation first.
    pub(super) fn offset(
        &self,
        expected: &Automaton,
        observed: &Automaton,
        text: &[u8],
        work: &Work,
    ) -> Option<usize> {
        match &self.at {
            At::Foreign(octets) => text.iter().position(|&octet| octets.contains(octet)),
            At::States(_) => Deviations::new(expected, observed, work)
                .ok()?
                .offset(self, text),
        }
    }

    fn is_at(&self, state: DfaState) -> bool {
        match &self.at {
            At::Foreign(_) => false,
            At::States(states) => states.contains(&state),
        }
    }
}
