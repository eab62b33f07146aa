//! Automata of many states, which take two octets in a step.

use super::{Passed, State};

/// Where rows begin that there are not: no word holds the octet.
const NO_ROW: u16 = u16::MAX;

/// In a row, where a walk does not go on.
const NOWHERE: u8 = u8::MAX;

/// The tables of an automaton with so many states and so many classes of characters.
///
/// A row holds for each state the one that follows; here the first state is number 0.
pub(crate) struct Tables<const STATES: usize, const CLASSES: usize> {
    rows: Rows,
    /// The row of each class.
    single: [[u8; STATES]; CLASSES],
    /// The rows of each class followed by each class.
    double: [[[u8; STATES]; CLASSES]; CLASSES],
}

/// What does not depend on how many states and classes there are.
struct Rows {
    /// For each octet where the rows begin of it followed by others.
    first: [u16; 256],
    /// For each octet where its row begins: its own, or among those of the octet before it.
    second: [u16; 256],
    /// The bit of each state in which a word may end.
    accepting: u64,
}

/// An automaton that takes two octets in a step. What takes the time is to wait for what has
/// been looked up, and so it waits half as often.
#[derive(Clone, Copy)]
pub(crate) struct Pairs {
    rows: &'static Rows,
    /// The length of a row.
    states: usize,
    single: &'static [u8],
    double: &'static [u8],
}

impl<const STATES: usize, const CLASSES: usize> Tables<STATES, CLASSES> {
    /// The tables of these states, with the characters of each class.
    pub(crate) const fn new(classes: &[&str; CLASSES], states: &[State<CLASSES>; STATES]) -> Self {
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
            let State(accepts, steps) = &states[state];
            if *accepts {
                tables.rows.accepting |= 1 << state;
            }
            let mut class = 0;
            while class < CLASSES {
                if let Some(middle) = steps[class].checked_sub(1) {
                    tables.single[class][state] = middle;
                    let State(_, steps) = &states[middle as usize];
                    let mut next = 0;
                    while next < CLASSES {
                        tables.double[class][next][state] = steps[next].wrapping_sub(1);
                        next += 1;
                    }
                }
                class += 1;
            }
            state += 1;
        }
        tables
    }

    /// The automaton.
    pub(crate) const fn pairs(&'static self) -> Pairs {
        Pairs {
            rows: &self.rows,
            states: STATES,
            single: self.single.as_flattened(),
            double: self.double.as_flattened().as_flattened(),
        }
    }
}

impl Rows {
    #[expect(clippy::cast_possible_truncation, reason = "the caller has counted")]
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

impl Pairs {
    /// The state in which a walk begins.
    pub(super) const START: u64 = 0;

    #[inline]
    pub(super) fn is_accepting(&self, state: u64) -> bool {
        self.rows.accepting >> (state & 63) & 1 == 1
    }

    /// The state after an octet, if a word can go on so.
    #[inline]
    pub(super) fn step(&self, state: u64, octet: u8) -> Option<u64> {
        let start = usize::from(self.rows.second[usize::from(octet)]);
        let row = self.single.get(start..start + self.states)?;
        follow(row, state)
    }

    /// The state after two octets, if a word can go on so.
    #[inline]
    fn stride(&self, state: u64, [first, second]: [u8; 2]) -> Option<u64> {
        let rows = usize::from(self.rows.first[usize::from(first)]);
        let start = rows + usize::from(self.rows.second[usize::from(second)]);
        let row = self.double.get(start..start + self.states)?;
        follow(row, state)
    }

    /// Walks as far as there are steps.
    #[inline]
    pub(super) fn pass_over(&self, octets: &[u8]) -> Passed {
        let mut passed = Passed {
            state: Self::START,
            length: 0,
        };
        for &pair in octets.as_chunks::<2>().0 {
            let Some(state) = self.stride(passed.state, pair) else {
                break;
            };
            passed.state = state;
            passed.length += 2;
        }
        let rest = octets.get(passed.length..).unwrap_or_default();
        for &octet in rest {
            let Some(state) = self.step(passed.state, octet) else {
                break;
            };
            passed.state = state;
            passed.length += 1;
        }
        passed
    }
}

/// What follows the state in the row.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "it is less than 64")]
fn follow(row: &[u8], state: u64) -> Option<u64> {
    let next = *row.get(state as usize)?;
    (next != NOWHERE).then_some(u64::from(next))
}
