//! The transitions of DFAs as small tables: a row of next states for each state, with a column for
//! each class of characters. They take a tenth of the memory of the tables for speed, and one octet
//! at a time.

use super::{DfaState, Prefix};

/// The table of a DFA with few states. [The module](super) has an example.
pub type ShiftTable<const STATES: usize, const CLASSES: usize> = ClassTable<STATES, CLASSES>;

/// The table of a DFA with many states. [The module](super) has an example.
pub type PairTable<const STATES: usize, const CLASSES: usize> = ClassTable<STATES, CLASSES>;

/// The table of a DFA with this number of states and of character classes.
pub struct ClassTable<const STATES: usize, const CLASSES: usize> {
    classes: [u8; 128],
    /// For each state and each class, the number of the next state, from 1; 0 if there is none.
    next: [[u8; CLASSES]; STATES],
    accepting: u64,
}

/// The transitions of a DFA. [The module](super) has an example.
#[derive(Clone, Copy)]
pub struct Transitions {
    /// For each character, the number of its class, from 1; 0 for a character of no class.
    classes: &'static [u8; 128],
    next: &'static [u8],
    /// The number of classes.
    width: u8,
    /// The bits of the accepting states.
    accepting: u64,
}

impl<const STATES: usize, const CLASSES: usize> ClassTable<STATES, CLASSES> {
    /// Computes the table from the characters of each class and the states.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if there are too many states or classes.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 129 classes"
    )]
    pub const fn new(classes: &[&str; CLASSES], states: &[DfaState<CLASSES>; STATES]) -> Self {
        assert!(STATES < 64, "too many states");
        assert!(CLASSES <= 128, "too many classes");
        let mut table = Self {
            classes: [0; 128],
            next: [[0; CLASSES]; STATES],
            accepting: 0,
        };
        let mut class = 0;
        while class < CLASSES {
            let octets = classes[class].as_bytes();
            let mut at = 0;
            while at < octets.len() {
                table.classes[octets[at] as usize] = class as u8 + 1;
                at += 1;
            }
            class += 1;
        }
        let mut state = 0;
        while state < STATES {
            let DfaState(accepts, steps) = &states[state];
            table.next[state] = *steps;
            if *accepts {
                table.accepting |= 1 << state;
            }
            state += 1;
        }
        table
    }

    /// Returns the transitions that use the table.
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 129 classes"
    )]
    pub const fn transitions(&'static self) -> Transitions {
        Transitions {
            classes: &self.classes,
            next: self.next.as_flattened(),
            width: CLASSES as u8,
            accepting: self.accepting,
        }
    }
}

impl Transitions {
    /// The start state. States are numbered from 0.
    const START: u64 = 0;

    /// Runs the DFA to the end of the longest viable prefix.
    #[inline(never)]
    pub(super) fn viable_prefix(&self, octets: &[u8]) -> Prefix {
        let mut prefix = Prefix {
            state: Self::START,
            length: 0,
        };
        for &octet in octets {
            let Some(state) = self.step(prefix.state, octet) else {
                break;
            };
            prefix.state = state;
            prefix.length += 1;
        }
        prefix
    }

    /// Returns the state after one octet, if the transition exists.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 64 states"
    )]
    fn step(&self, state: u64, octet: u8) -> Option<u64> {
        let class = self.classes.get(usize::from(octet))?.checked_sub(1)?;
        let index = state as usize * usize::from(self.width) + usize::from(class);
        let next = self.next.get(index)?.checked_sub(1)?;
        Some(u64::from(next))
    }

    /// Returns the number of a state, from 0.
    #[inline]
    #[expect(
        clippy::unused_self,
        clippy::cast_possible_truncation,
        reason = "tables for speed number states in two ways; there are fewer than 64 states"
    )]
    pub(super) fn number(&self, state: u64) -> usize {
        state as usize
    }

    #[inline]
    pub(super) fn is_accepting(&self, state: u64) -> bool {
        self.accepting >> (state & 63) & 1 == 1
    }

    /// Runs the DFA over a viable prefix, to find where it last accepts.
    pub(super) fn last_match(&self, octets: &[u8]) -> Option<Prefix> {
        let mut state = Self::START;
        let mut last = None;
        for (length, octet) in octets.iter().enumerate() {
            if self.is_accepting(state) {
                last = Some(Prefix { state, length });
            }
            state = self.step(state, *octet)?;
        }
        let end = Prefix {
            state,
            length: octets.len(),
        };
        if self.is_accepting(state) {
            Some(end)
        } else {
            last
        }
    }
}
