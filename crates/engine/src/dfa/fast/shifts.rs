//! DFAs with few states: a transition is one shift. Such tables are known as shift-based DFAs (P. Vognsen).
//!
//! A *row* has the transitions of all states on one octet, in 64 bits. A state is a multiple of six: the number
//! of bits by which a row is shifted. The six bits there are the next state. So a step is `row[octet] >> state`.
//! Bits above these six need not be cleared, because a shift uses the lowest six bits of a state only.
//!
//! The dead state is 0, and the others are 6, 12 and so on. The dead state and nine others take 60 bits. Bit 63
//! marks octets that leave the *hub*, a state with long runs.
//!
//! For example, the DFA of `1*digit` has the start 6 and the accepting state 12. The row of a digit has 12 at
//! bit 6 and at bit 12: both states go on with the accepting one. All other rows have 0 there.

use super::super::{DfaState, Prefix};
use super::{Kind, Transitions};

/// The most states that fit in a row.
const STATES: usize = 9;

/// The number of bits of a row for one state.
const BITS: u32 = 6;

/// The bits of the state in the lowest position of a row.
const STATE: u64 = (1 << BITS) - 1;

/// A state that no DFA has.
const NONE: u64 = STATE;

/// The bit of a row for an octet that does not lead from the hub back to it. No shift by a state
/// moves it to where a state is read.
const LEAVES: u64 = 1 << 63;

/// A state is a hub if at least this many characters lead back to it: long runs are likely.
const WIDE: usize = 64;

/// The table of a DFA with this number of states and of character classes. [The module](super::super)
/// has an example.
pub struct ShiftTable<const STATES: usize, const CLASSES: usize>(ShiftTransitions);

impl<const STATES: usize, const CLASSES: usize> ShiftTable<STATES, CLASSES> {
    /// Computes the table from the characters of each class and the states.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if there are too many states.
    #[must_use]
    pub const fn new(classes: &[&str; CLASSES], states: &[DfaState<CLASSES>; STATES]) -> Self {
        Self(ShiftTransitions::new(classes, states))
    }

    /// Returns the transitions that use the table.
    #[must_use]
    pub const fn transitions(&'static self) -> Transitions {
        Transitions(Kind::Shifts(&self.0))
    }
}

/// Transitions in rows: each row holds the next states of all states.
///
/// Invariant: a state is the number of bits by which a row is shifted to reach the next state.
/// State 0 is dead: it leads to itself.
pub(super) struct ShiftTransitions {
    /// For each octet, the next states of all states, and [`LEAVES`].
    rows: [u64; 256],
    /// The bits of the accepting states.
    accepting: u64,
    /// The hub, or [`NONE`].
    hub: u64,
}

/// Returns the number of bits to shift by for a state. Bits outside [`STATE`] do not matter.
#[inline]
const fn bits(state: u64) -> u32 {
    (state & STATE) as u32
}

impl ShiftTransitions {
    /// The start state.
    pub(super) const START: u64 = BITS as u64;

    /// Computes the rows from the characters of each class and the states.
    const fn new<const STATES: usize, const CLASSES: usize>(
        classes: &[&str; CLASSES],
        states: &[DfaState<CLASSES>; STATES],
    ) -> Self {
        assert!(STATES <= self::STATES, "too many states");
        let mut shifts = Self {
            rows: [0; 256],
            accepting: 0,
            hub: NONE,
        };
        let mut index = 0;
        while index < STATES {
            let state = Self::START * (index as u64 + 1);
            let DfaState(accepts, steps) = &states[index];
            if *accepts {
                shifts.accepting |= 1 << state;
            }
            let mut back = 0;
            let mut class = 0;
            while class < CLASSES {
                let target = Self::START * steps[class] as u64;
                let octets = classes[class].as_bytes();
                if target == state {
                    back += octets.len();
                }
                let mut at = 0;
                while at < octets.len() {
                    shifts.rows[octets[at] as usize] |= target << state;
                    at += 1;
                }
                class += 1;
            }
            if back >= WIDE {
                shifts.hub = state;
            }
            index += 1;
        }
        let mut octet = 0;
        while octet < 256 {
            if shifts.rows[octet].wrapping_shr(bits(shifts.hub)) & STATE != shifts.hub {
                shifts.rows[octet] |= LEAVES;
            }
            octet += 1;
        }
        shifts
    }

    /// Returns the state after one octet. Bits outside [`STATE`] do not matter.
    #[inline]
    pub(super) fn step(&self, state: u64, octet: u8) -> u64 {
        self.rows[usize::from(octet)].wrapping_shr(bits(state))
    }

    /// Returns the number of a live state, from 0.
    #[inline]
    pub(super) fn number(state: u64) -> usize {
        (bits(state) / BITS - 1) as usize
    }

    #[inline]
    pub(super) fn is_accepting(&self, state: u64) -> bool {
        self.accepting.wrapping_shr(bits(state)) & 1 == 1
    }

    /// Returns the longest viable prefix.
    #[inline]
    pub(super) fn viable_prefix(&self, octets: &[u8]) -> Prefix {
        if self.hub == NONE {
            self.walk(octets)
        } else {
            self.walk_and_skip(octets)
        }
    }

    /// Follows the transitions as far as they exist, eight octets at a time.
    #[inline(never)]
    fn walk(&self, octets: &[u8]) -> Prefix {
        let mut state = Self::START;
        let mut length = 0;
        let (eights, last) = octets.as_chunks::<8>();
        for eight in eights {
            let mut states = [state; 9];
            for (index, &octet) in eight.iter().enumerate() {
                states[index + 1] = self.step(states[index], octet);
            }
            if states[8] & STATE == 0 {
                // No transition leaves the dead state, so the steps before it are the live ones.
                let on = |state: &u64| usize::from(state & STATE != 0);
                let steps = states[1..8].iter().map(on).sum::<usize>();
                return Prefix {
                    state: states[steps & 7],
                    length: length + steps,
                };
            }
            state = states[8];
            length += 8;
        }
        self.step_by_step(state, last, length)
    }

    /// Follows the transitions one octet at a time.
    #[inline]
    fn step_by_step(&self, mut state: u64, octets: &[u8], mut length: usize) -> Prefix {
        for &octet in octets {
            let next = self.step(state, octet);
            if next & STATE == 0 {
                break;
            }
            state = next;
            length += 1;
        }
        Prefix { state, length }
    }

    /// Follows the transitions, and skips the runs that stay in the hub.
    #[inline(never)]
    fn walk_and_skip(&self, octets: &[u8]) -> Prefix {
        let mut state = Self::START;
        let mut rest = octets;
        loop {
            if state & STATE == self.hub {
                rest = self.after_run(rest);
            }
            let Some((&octet, others)) = rest.split_first() else {
                break;
            };
            let next = self.step(state, octet);
            if next & STATE == 0 {
                break;
            }
            state = next;
            rest = others;
        }
        let length = octets.len() - rest.len();
        Prefix { state, length }
    }

    /// Returns the rest after the octets that stay in the hub.
    #[inline]
    fn after_run<'t>(&self, mut octets: &'t [u8]) -> &'t [u8] {
        let leaves = |octet: &u8| self.rows[usize::from(*octet)] / LEAVES;
        while let Some((eight, others)) = octets.split_first_chunk::<8>() {
            let bits = |(index, octet)| leaves(octet) << index;
            let leaving = eight
                .iter()
                .enumerate()
                .map(bits)
                .fold(0, |all, one| all | one);
            if leaving != 0 {
                let length = leaving.trailing_zeros() as usize;
                return octets.get(length..).unwrap_or_default();
            }
            octets = others;
        }
        while let Some((octet, others)) = octets.split_first() {
            if leaves(octet) != 0 {
                break;
            }
            octets = others;
        }
        octets
    }
}
