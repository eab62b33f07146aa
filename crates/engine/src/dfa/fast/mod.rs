//! The transitions of DFAs as tables for speed, which the feature `fast` turns on.

mod pairs;
mod shifts;

use super::Prefix;

pub use pairs::PairTable;
pub use shifts::ShiftTable;

use pairs::PairTransitions;
use shifts::ShiftTransitions;

/// The transitions of a DFA, in the form of a [`ShiftTable`] or of a [`PairTable`].
/// [The module](super) has an example.
#[derive(Clone, Copy)]
pub struct Transitions(Kind);

#[derive(Clone, Copy)]
enum Kind {
    /// One octet at a time, for few states.
    Shifts(&'static ShiftTransitions),
    /// Two octets at a time, for more.
    Pairs(PairTransitions),
}

impl Transitions {
    /// Runs the DFA to the end of the longest viable prefix.
    #[inline]
    pub(super) fn viable_prefix(&self, octets: &[u8]) -> Prefix {
        match &self.0 {
            Kind::Shifts(shifts) => shifts.viable_prefix(octets),
            Kind::Pairs(pairs) => pairs.viable_prefix(octets),
        }
    }

    /// Returns the number of a state, from 0.
    #[inline]
    pub(super) fn number(&self, state: u64) -> usize {
        match &self.0 {
            Kind::Shifts(_) => ShiftTransitions::number(state),
            Kind::Pairs(_) => PairTransitions::number(state),
        }
    }

    #[inline]
    pub(super) fn is_accepting(&self, state: u64) -> bool {
        match &self.0 {
            Kind::Shifts(shifts) => shifts.is_accepting(state),
            Kind::Pairs(pairs) => pairs.is_accepting(state),
        }
    }

    /// Runs the DFA over a viable prefix, to find where it last accepts.
    pub(super) fn last_match(&self, octets: &[u8]) -> Option<Prefix> {
        match &self.0 {
            Kind::Shifts(shifts) => {
                let start = ShiftTransitions::START;
                let states = octets.iter().scan(start, |state, octet| {
                    *state = shifts.step(*state, *octet);
                    Some(*state)
                });
                last(start, states, |state| shifts.is_accepting(state))
            }
            Kind::Pairs(pairs) => {
                let start = PairTransitions::START;
                let states = octets.iter().scan(start, |state, octet| {
                    *state = pairs.step(*state, *octet)?;
                    Some(*state)
                });
                last(start, states, |state| pairs.is_accepting(state))
            }
        }
    }
}

/// Returns the last of the states that accepts, and the number of steps that lead to it.
fn last(
    start: u64,
    states: impl Iterator<Item = u64>,
    accepts: impl Fn(u64) -> bool,
) -> Option<Prefix> {
    let states = core::iter::once(start).chain(states).enumerate();
    let ends = states.filter(|&(_, state)| accepts(state));
    ends.map(|(length, state)| Prefix { state, length }).last()
}
