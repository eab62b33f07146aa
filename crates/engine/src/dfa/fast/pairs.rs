//! DFAs with many states: one transition consumes two octets.

use super::super::{DfaState, Prefix};
use super::{Kind, Transitions};

/// The row of an octet that no match contains, which is beyond every table.
const NO_ROW: u16 = u16::MAX;

/// The entry for a transition that does not exist.
const NOWHERE: u8 = u8::MAX;

/// The tables of a DFA with this number of states and of character classes.
///
/// A row holds the next state for each state. In these tables, states are numbered from 0.
///
/// ```
/// use rfcbnf_engine::dfa::{DfaState, LeafDfa, PairTable};
///
/// static DIGITS: LeafDfa = {
///     static TABLE: PairTable<2, 1> =
///         PairTable::new(&["0123456789"], &[DfaState(false, [2]), DfaState(true, [2])]);
///     LeafDfa::new(TABLE.transitions())
/// };
/// ```
pub struct PairTable<const STATES: usize, const CLASSES: usize> {
    rows: Rows,
    /// The row of each class.
    single: [[u8; STATES]; CLASSES],
    /// The rows of each class followed by each class.
    double: [[[u8; STATES]; CLASSES]; CLASSES],
}

/// The part of the tables whose size does not depend on states and classes.
struct Rows {
    /// For each octet, the start of the rows of the pairs that begin with it.
    first: [u16; 256],
    /// For each octet, the start of its row, both in the single rows and among the rows of the
    /// octet before it.
    second: [u16; 256],
    /// The bits of the accepting states.
    accepting: u64,
}

/// Transitions over two octets at a time. The time of a step is the latency of the table look-up;
/// two octets share one.
#[derive(Clone, Copy)]
pub(super) struct PairTransitions {
    rows: &'static Rows,
    single: &'static [u8],
    double: &'static [u8],
}

impl<const STATES: usize, const CLASSES: usize> PairTable<STATES, CLASSES> {
    /// Computes the tables from the characters of each class and the states.
    ///
    /// # Panics
    ///
    /// Panics, at compile time in generated code, if the tables would be too large.
    #[must_use]
    pub const fn new(classes: &[&str; CLASSES], states: &[DfaState<CLASSES>; STATES]) -> Self {
        assert!(STATES < 64, "too many states");
        assert!(
            STATES * CLASSES * CLASSES < NO_ROW as usize,
            "too many states and classes"
        );
        let mut tables = Self {
            rows: Rows::new(classes, STATES),
            single: [[NOWHERE; STATES]; CLASSES],
            double: [[[NOWHERE; STATES]; CLASSES]; CLASSES],
        };
        let mut state = 0;
        while state < STATES {
            let DfaState(accepts, steps) = &states[state];
            if *accepts {
                tables.rows.accepting |= 1 << state;
            }
            let mut class = 0;
            while class < CLASSES {
                if let Some(middle) = steps[class].checked_sub(1) {
                    tables.single[class][state] = middle;
                    let DfaState(_, steps) = &states[middle as usize];
                    let mut next = 0;
                    while next < CLASSES {
                        // A call would take most of the compile time of the tables.
                        if steps[next] != 0 {
                            tables.double[class][next][state] = steps[next] - 1;
                        }
                        next += 1;
                    }
                }
                class += 1;
            }
            state += 1;
        }
        tables
    }

    /// Returns the transitions that use the tables.
    #[must_use]
    pub const fn transitions(&'static self) -> Transitions {
        Transitions(Kind::Pairs(PairTransitions {
            rows: &self.rows,
            single: self.single.as_flattened(),
            double: self.double.as_flattened().as_flattened(),
        }))
    }
}

impl Rows {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the caller checks that the tables are smaller"
    )]
    const fn new<const CLASSES: usize>(classes: &[&str; CLASSES], states: usize) -> Self {
        let mut rows = Self {
            first: [NO_ROW; 256],
            second: [NO_ROW; 256],
            accepting: 0,
        };
        let mut class = 0;
        while class < CLASSES {
            let octets = classes[class].as_bytes();
            let mut at = 0;
            while at < octets.len() {
                let octet = octets[at] as usize;
                rows.first[octet] = (class * CLASSES * states) as u16;
                rows.second[octet] = (class * states) as u16;
                at += 1;
            }
            class += 1;
        }
        rows
    }
}

impl PairTransitions {
    /// The start state.
    pub(super) const START: u64 = 0;

    /// Returns the number of a state, from 0.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 64 states"
    )]
    pub(super) fn number(state: u64) -> usize {
        state as usize
    }

    #[inline]
    pub(super) fn is_accepting(&self, state: u64) -> bool {
        self.rows.accepting >> (state & 63) & 1 == 1
    }

    /// Returns the state after one octet, if the transition exists.
    #[inline]
    pub(super) fn step(&self, state: u64, octet: u8) -> Option<u64> {
        let row = usize::from(self.rows.second[usize::from(octet)]);
        follow(self.single, row, state)
    }

    /// Returns the state after two octets, if the transitions exist.
    #[inline]
    fn stride(&self, state: u64, [first, second]: [u8; 2]) -> Option<u64> {
        let rows = usize::from(self.rows.first[usize::from(first)]);
        let row = rows + usize::from(self.rows.second[usize::from(second)]);
        follow(self.double, row, state)
    }

    /// Follows the transitions as far as they exist.
    #[inline(never)]
    pub(super) fn viable_prefix(&self, octets: &[u8]) -> Prefix {
        let mut prefix = Prefix {
            state: Self::START,
            length: 0,
        };
        for &pair in octets.as_chunks::<2>().0 {
            let Some(state) = self.stride(prefix.state, pair) else {
                break;
            };
            prefix.state = state;
            prefix.length += 2;
        }
        let rest = octets.get(prefix.length..).unwrap_or_default();
        for &octet in rest {
            let Some(state) = self.step(prefix.state, octet) else {
                break;
            };
            prefix.state = state;
            prefix.length += 1;
        }
        prefix
    }
}

/// Returns the entry of the state in the row that begins at this index of the table, if the
/// transition exists.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a state is less than 64")]
fn follow(table: &[u8], row: usize, state: u64) -> Option<u64> {
    let row = table.get(row..)?;
    let next = *row.get(state as usize)?;
    (next != NOWHERE).then_some(u64::from(next))
}
