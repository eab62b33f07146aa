//! Rows that are one fault.
//!
//! - A part too many begins with several octets, at places that differ from octet to octet: a user
//!   name begins where a host does, and goes on where no host does.
//! - A part left out shows at each octet that may follow it, and at the end.
//!
//! Rows are merged only if nothing tells them from such a part.

use std::collections::{BTreeMap, BTreeSet};

use super::side_by_side::Deviations;
use super::{At, Row};
use crate::automaton::DfaState;
use crate::causes::cause::Direction;
use crate::octets::OctetSet;

impl Deviations<'_> {
    /// Merges the rows of one part.
    pub(super) fn merged(&self, mut rows: Vec<Row>) -> Vec<Row> {
        let mut index = 0;
        while index < rows.len() && !self.is_over() {
            let mut other = index + 1;
            while other < rows.len() {
                if self.begin_one_part(&rows[index], &rows[other]) {
                    let row = rows.remove(other);
                    rows[index].merge(row);
                    other = index + 1;
                } else {
                    other += 1;
                }
            }
            index += 1;
        }
        let places: BTreeSet<BTreeSet<DfaState>> = rows.iter().filter_map(Row::place).collect();
        for place in places {
            self.merge_what_follows(&place, &mut rows);
        }
        rows
    }

    /// Returns whether the octets of both rows begin one part: the states after the octets of one row
    /// lead to those of the other and back, and each octet is taken wherever the others are.
    fn begin_one_part(&self, one: &Row, other: &Row) -> bool {
        let (Some(left), Some(right)) = (self.extra_after(one), self.extra_after(other)) else {
            return false;
        };
        let octets = one.octets | other.octets;
        let mut pairs = self.pairs.iter();
        let is_taken = pairs.all(|&(expected, observed)| {
            let is_here = one.is_at(expected) || other.is_at(expected);
            !is_here || octets.without(self.observed.next(observed)).is_empty()
        });
        let are_in = |some: &BTreeSet<DfaState>, others: &BTreeSet<DfaState>| {
            let in_turn = |one, other| self.leads(one, other) && self.leads(other, one);
            let mut some = some.iter();
            some.all(|&one| others.iter().any(|&other| in_turn(one, other)))
        };
        is_taken && (are_in(&left, &right) || are_in(&right, &left))
    }

    /// Returns the states that the octets of a row lead to, if no expected text goes on there.
    fn extra_after(&self, row: &Row) -> Option<BTreeSet<DfaState>> {
        if row.ends || row.direction == Direction::WronglyRejected {
            return None;
        }
        let mut states = BTreeSet::new();
        for &(expected, observed) in self.pairs.iter().filter(|(state, _)| row.is_at(*state)) {
            for octet in self.octets_in(row.octets) {
                if self.expected.step(expected, octet).is_none() {
                    states.extend(self.observed.step(observed, octet));
                } else if self.parts((expected, observed), octet).is_some() {
                    return None;
                }
            }
        }
        let are_extra = states.iter().all(|&state| self.is_extra(state));
        are_extra.then_some(states)
    }

    /// Returns whether no expected text goes on in this state of the observed automaton.
    fn is_extra(&self, state: DfaState) -> bool {
        let mut pairs = self.pairs.iter();
        pairs.all(|&(expected, observed)| {
            observed != state || self.expected.next(expected).is_empty()
        })
    }

    /// Returns whether a text leads from one state of the observed automaton to the other, through
    /// states in which no expected text goes on.
    fn leads(&self, from: DfaState, to: DfaState) -> bool {
        let octets = || self.octets_in(OctetSet::ALL);
        let next = |state| octets().filter_map(move |octet| self.observed.step(state, octet));
        let extra = |state| next(state).filter(|&next| self.is_extra(next));
        reaches(from, extra, |state| state == to)
    }

    /// Merges the rows at a place if the parser goes on there as after a part that is left out.
    fn merge_what_follows(&self, place: &BTreeSet<DfaState>, rows: &mut Vec<Row>) {
        // For each choice of rows, the states in which a text may go on with them.
        let mut choices: BTreeMap<Vec<usize>, Vec<DfaState>> = BTreeMap::new();
        for after in self.expected.states() {
            let indices = rows.iter().enumerate().filter(|(_, row)| {
                row.place().as_ref() == Some(place) && self.follows(place, after, row)
            });
            let indices: Vec<usize> = indices.map(|(index, _)| index).collect();
            choices.entry(indices).or_default().push(after);
        }
        let parts = choices
            .into_iter()
            .filter(|(indices, after)| indices.len() > 1 && self.is_left_out(place, after));
        let Some((indices, _)) = parts.max_by_key(|(indices, _)| indices.len()) else {
            return;
        };
        for &index in indices[1..].iter().rev() {
            let row = rows.remove(index);
            rows[indices[0]].merge(row);
        }
    }

    /// Returns whether the row has only what may follow in this state of the expected automaton.
    fn follows(&self, place: &BTreeSet<DfaState>, after: DfaState, row: &Row) -> bool {
        let ends = !row.ends || self.expected.is_accepting(after);
        let mut pairs = self.pairs.iter().filter(|(state, _)| place.contains(state));
        ends && pairs.all(|&pair| {
            let mut octets = self.octets_in(row.octets);
            octets.all(|octet| match self.parts(pair, octet) {
                Some((_, target)) => target.is_some() && target == self.expected.step(after, octet),
                None => true,
            })
        })
    }

    /// Returns whether all that may follow in each of these states of the expected automaton is taken
    /// at the place. What leads back to such a state may belong to the part that is left out.
    fn is_left_out(&self, place: &BTreeSet<DfaState>, after: &[DfaState]) -> bool {
        let next = |octet: &u8| {
            let mut next = after.iter().map(|&state| self.expected.step(state, *octet));
            let first = next.next()??;
            next.all(|next| next == Some(first)).then_some(first)
        };
        let may_follow = self.octets_in(OctetSet::ALL);
        let may_follow = may_follow.filter_map(|octet| Some((octet, next(&octet)?)));
        let (back, on): (Vec<_>, Vec<_>) =
            may_follow.partition(|&(_, next)| self.leads_to_any(next, after));
        let following = if on.is_empty() { back } else { on };
        let mut pairs = self.pairs.iter().filter(|(state, _)| place.contains(state));
        pairs.all(|&(_, observed)| {
            let mut following = following.iter();
            following.all(|&(octet, _)| self.observed.step(observed, octet).is_some())
        })
    }

    /// Returns whether a text leads from one state of the expected automaton to one of the others.
    fn leads_to_any(&self, from: DfaState, to: &[DfaState]) -> bool {
        let octets = || self.octets_in(OctetSet::ALL);
        let next = |state| octets().filter_map(move |octet| self.expected.step(state, octet));
        reaches(from, next, |state| to.contains(&state))
    }

    /// Returns one octet of each class in the set.
    fn octets_in(&self, set: OctetSet) -> impl Iterator<Item = u8> {
        let classes = self.classes.iter().filter_map(|class| class.lowest());
        classes.filter(move |&octet| set.contains(octet))
    }
}

/// Returns whether the steps lead from the state to one that is looked for.
fn reaches<I: Iterator<Item = DfaState>>(
    from: DfaState,
    steps: impl Fn(DfaState) -> I,
    is_found: impl Fn(DfaState) -> bool,
) -> bool {
    let mut seen = BTreeSet::from([from]);
    let mut waiting = vec![from];
    while let Some(state) = waiting.pop() {
        if is_found(state) {
            return true;
        }
        waiting.extend(steps(state).filter(|&next| seen.insert(next)));
    }
    false
}

impl Row {
    fn merge(&mut self, other: Self) {
        self.octets |= other.octets;
        self.ends |= other.ends;
        self.cost = 1;
        if let (At::States(states), At::States(more)) = (&mut self.at, other.at) {
            states.extend(more);
        }
    }

    /// Returns the states at which the parser goes on and should not.
    fn place(&self) -> Option<BTreeSet<DfaState>> {
        match &self.at {
            At::States(states) if self.direction == Direction::WronglyAccepted => {
                Some(states.clone())
            }
            At::States(_) | At::Foreign(_) => None,
        }
    }
}
