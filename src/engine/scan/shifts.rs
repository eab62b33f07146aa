//! Automata of few states: a step is a shift.

use super::{Passed, State};

/// The most states.
const STATES: usize = 9;

/// The bits that a state takes in a row.
const BITS: u32 = 6;

/// The lowest bits of a row, which hold one state.
const STATE: u64 = (1 << BITS) - 1;

/// The state that no automaton has.
const NONE: u64 = STATE;

/// From this many characters on that lead from a state back to it, long runs are likely.
const WIDE: usize = 64;

/// An automaton of which a row holds all the states that follow.
///
/// Invariant: a state is the number of bits by which a row is shifted to get at the state
/// that follows it, so that a step is a shift. State 0 derives nothing any more, and leads to
/// itself.
pub(crate) struct Shifts {
    /// For each octet the states that follow the states.
    rows: [u64; 256],
    /// The bit of each state in which a word may end.
    accepting: u64,
    /// A state in which long runs are likely.
    hub: u64,
    /// Which octets do not lead from the hub back to it: 1 where not.
    leaves: [u8; 256],
}

/// The number of bits to shift by for a state: what lies beyond [`STATE`] is left out anyway.
#[inline]
const fn bits(state: u64) -> u32 {
    (state & STATE) as u32
}

impl Shifts {
    /// Where a walk begins.
    pub(super) const START: u64 = BITS as u64;

    /// The automaton of these states, with the characters of each class.
    pub(crate) const fn new<const STATES: usize, const CLASSES: usize>(
        classes: &[&str; CLASSES],
        states: &[State<CLASSES>; STATES],
    ) -> Self {
        assert!(STATES <= self::STATES, "too many states");
        let mut shifts = Self {
            rows: [0; 256],
            accepting: 0,
            hub: NONE,
            leaves: [1; 256],
        };
        let mut index = 0;
        while index < STATES {
            let state = Self::START * (index as u64 + 1);
            let State(accepts, steps) = &states[index];
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
                let mut octet = 0;
                while octet < 256 {
                    shifts.leaves[octet] = (shifts.rows[octet] >> state & STATE != state) as u8;
                    octet += 1;
                }
            }
            index += 1;
        }
        shifts
    }

    /// The state after an octet; bits beyond [`STATE`] mean nothing.
    #[inline]
    pub(super) fn step(&self, state: u64, octet: u8) -> u64 {
        self.rows[usize::from(octet)].wrapping_shr(bits(state))
    }

    #[inline]
    pub(super) fn is_accepting(&self, state: u64) -> bool {
        self.accepting.wrapping_shr(bits(state)) & 1 == 1
    }

    /// Passes over the longest beginning of a word with which the octets begin.
    #[inline]
    pub(super) fn pass_over(&self, octets: &[u8]) -> Passed {
        if self.hub == NONE {
            self.walk(octets)
        } else {
            self.leap(octets)
        }
    }

    /// Walks as far as there are steps.
    #[inline]
    fn walk(&self, octets: &[u8]) -> Passed {
        let mut state = Self::START;
        let mut length = 0;
        let (eights, last) = octets.as_chunks::<8>();
        for eight in eights {
            let mut states = [state; 9];
            for (index, &octet) in eight.iter().enumerate() {
                states[index + 1] = self.step(states[index], octet);
            }
            if states[8] & STATE == 0 {
                // Nothing leads on from the state that derives nothing.
                let on = |state: &u64| usize::from(state & STATE != 0);
                let steps = states[1..8].iter().map(on).sum::<usize>();
                return Passed {
                    state: states[steps & 7],
                    length: length + steps,
                };
            }
            state = states[8];
            length += 8;
        }
        self.step_by_step(state, last, length)
    }

    /// Walks on where few octets are left or lead on.
    #[inline]
    fn step_by_step(&self, mut state: u64, octets: &[u8], mut length: usize) -> Passed {
        for &octet in octets {
            let next = self.step(state, octet);
            if next & STATE == 0 {
                break;
            }
            state = next;
            length += 1;
        }
        Passed { state, length }
    }

    /// The same, with leaps over the runs that come back to the hub.
    #[inline]
    fn leap(&self, octets: &[u8]) -> Passed {
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
        Passed { state, length }
    }

    /// What follows the octets that lead from the hub back to it.
    #[inline]
    fn after_run<'t>(&self, mut octets: &'t [u8]) -> &'t [u8] {
        let leaves = |octet: &u8| self.leaves[usize::from(*octet)];
        while let Some((eight, others)) = octets.split_first_chunk::<8>() {
            let bits = |(place, octet)| u32::from(leaves(octet)) << place;
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
