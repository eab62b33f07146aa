//! Productions that are passed over in one go.
//!
//! A production whose minimal automaton is small enough is scanned where nobody hears what is
//! inside it: the automaton walks once over the octets, instead of combinators that call each
//! other. Both take the longest prefix that the production derives, so nothing else changes.

use super::RuleSet;
use crate::Rule;

/// The most states of an automaton, beside the one from which nothing is derived.
const STATES: usize = 9;

/// The bits that a state takes in a row.
const BITS: u32 = 6;

/// The lowest bits of a row, which hold one state.
const STATE: u64 = (1 << BITS) - 1;

/// Where a walk begins.
const START: u64 = BITS as u64;

/// The state that no automaton has.
const NONE: u64 = STATE;

/// From this many characters on that lead from a state back to it, long runs are likely.
const WIDE: usize = 64;

/// The automaton of a production whose trees hold character productions and nothing else.
pub(crate) type Single = Scan<false>;

/// The automaton of a production whose trees hold others.
pub(crate) type Fused = Scan<true>;

/// The minimal automaton of a production.
///
/// Invariant: a state is the number of bits by which a row is shifted to get at the state
/// that follows it, so that a step is a shift. State 0 derives nothing any more, and leads to
/// itself.
pub struct Scan<const FUSED: bool> {
    /// For each octet the states that follow the states.
    rows: [u64; 256],
    /// The bit of each state in which a word may end.
    accepting: u64,
    /// A state in which long runs are likely.
    hub: u64,
    /// Which octets do not lead from the hub back to it: 1 where not.
    leaves: [u8; 256],
    /// The productions that the production's trees hold, without the character productions.
    inside: RuleSet,
}

/// A state of a [`Scan`], as the generated code writes it: whether a word may end there, and
/// with which characters it goes on to which states.
pub(crate) struct State(pub(crate) bool, pub(crate) &'static [(&'static str, usize)]);

/// How far octets are the beginning of a word.
pub(crate) struct Passed {
    /// The last state from which words can be completed.
    state: u64,
    /// The length of that beginning.
    pub(crate) length: usize,
}

/// The number of bits to shift by for a state: what lies beyond [`STATE`] is left out anyway.
#[inline]
const fn bits(state: u64) -> u32 {
    (state & STATE) as u32
}

impl Single {
    /// The automaton of these states, of which the first is where it begins.
    pub(crate) const fn new(states: &[State]) -> Self {
        Self::of(&[], states)
    }
}

impl Fused {
    /// The automaton of these states, of which the first is where it begins, for a production
    /// whose trees hold these rules.
    pub(crate) const fn new(inside: &[Rule], states: &[State]) -> Self {
        Self::of(inside, states)
    }
}

impl<const FUSED: bool> Scan<FUSED> {
    /// The automaton of these states, of which the first is where it begins, for a production
    /// whose trees hold these rules.
    const fn of(inside: &[Rule], states: &[State]) -> Self {
        assert!(states.len() <= STATES, "too many states");
        let mut scan = Self {
            rows: [0; 256],
            accepting: 0,
            hub: NONE,
            leaves: [1; 256],
            inside: RuleSet::of(inside),
        };
        let mut index = 0;
        while index < states.len() {
            let state = START * (index as u64 + 1);
            let State(accepts, steps) = &states[index];
            if *accepts {
                scan.accepting |= 1 << state;
            }
            let mut back = 0;
            let mut step = 0;
            while step < steps.len() {
                let (characters, target) = steps[step];
                let octets = characters.as_bytes();
                if target == index {
                    back += octets.len();
                }
                let mut at = 0;
                while at < octets.len() {
                    scan.rows[octets[at] as usize] |= (START * (target as u64 + 1)) << state;
                    at += 1;
                }
                step += 1;
            }
            if back >= WIDE {
                scan.hub = state;
                let mut octet = 0;
                while octet < 256 {
                    scan.leaves[octet] = (scan.rows[octet] >> state & STATE != state) as u8;
                    octet += 1;
                }
            }
            index += 1;
        }
        scan
    }

    /// The productions that the production's trees hold, without the character productions.
    #[inline]
    pub(crate) fn inside(&self) -> &RuleSet {
        &self.inside
    }

    /// The state after an octet; bits beyond [`STATE`] mean nothing.
    #[inline]
    fn step(&self, state: u64, octet: u8) -> u64 {
        self.rows[usize::from(octet)].wrapping_shr(bits(state))
    }

    #[inline]
    fn is_accepting(&self, state: u64) -> bool {
        self.accepting.wrapping_shr(bits(state)) & 1 == 1
    }

    /// The length of the longest word that the octets begin with, of which so much was passed
    /// over.
    #[inline]
    pub(crate) fn longest_prefix(&self, octets: &[u8], passed: &Passed) -> Option<usize> {
        if self.is_accepting(passed.state) {
            Some(passed.length)
        } else {
            self.last_word(octets.get(..passed.length).unwrap_or(octets))
        }
    }

    /// Passes over the longest beginning of a word with which the octets begin.
    #[inline(never)]
    pub(crate) fn pass_over(&self, octets: &[u8]) -> Passed {
        if self.hub == NONE {
            self.walk(octets)
        } else {
            self.leap(octets)
        }
    }

    /// Walks as far as there are steps.
    #[inline]
    fn walk(&self, octets: &[u8]) -> Passed {
        let mut state = START;
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
        let mut state = START;
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

    /// The last end of a word on the way.
    #[cold]
    #[inline(never)]
    fn last_word(&self, octets: &[u8]) -> Option<usize> {
        let mut state = START;
        let mut last = self.is_accepting(state).then_some(0);
        for (index, &octet) in octets.iter().enumerate() {
            state = self.step(state, octet);
            if self.is_accepting(state) {
                last = Some(index + 1);
            }
        }
        last
    }
}
