//! The transitions of DFAs as tables for speed, which the feature `fast` turns on.
//!
//! If a DFA has few states, a transition is one shift. Such tables are known as shift-based DFAs (P. Vognsen). A
//! *row* has the transitions of all states on one octet, in 64 bits. A state is a multiple of six: the number of bits
//! by which a row is shifted. The six bits there are the next state. So a step is `row[octet] >> state`. Bits above
//! these six need not be cleared, because a shift uses the lowest six bits of a state only.
//!
//! The dead state is 0, and the others are 6, 12 and so on. The dead state and nine others take 60 bits. Bit 63
//! marks octets that leave the *hub*, a state with long runs.
//!
//! For example, the DFA of `1*digit` has the start 6 and the accepting state 12. The row of a digit has 12 at
//! bit 6 and at bit 12: both states go on with the accepting one. All other rows have 0 there.
//!
//! If a DFA has more states, one transition consumes two octets.

use super::{DfaState, Prefix};

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

/// The table of a DFA with this number of states and of character classes. [The module](crate::dfa)
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
struct ShiftTransitions {
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
    const START: u64 = BITS as u64;

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
    fn step(&self, state: u64, octet: u8) -> u64 {
        self.rows[usize::from(octet)].wrapping_shr(bits(state))
    }

    /// Returns the number of a live state, from 0.
    #[inline]
    fn number(state: u64) -> usize {
        (bits(state) / BITS - 1) as usize
    }

    #[inline]
    fn is_accepting(&self, state: u64) -> bool {
        self.accepting.wrapping_shr(bits(state)) & 1 == 1
    }

    /// Returns the longest viable prefix.
    #[inline]
    fn viable_prefix(&self, octets: &[u8]) -> Prefix {
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
struct PairTransitions {
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
    const START: u64 = 0;

    /// Returns the number of a state, from 0.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "there are fewer than 64 states"
    )]
    fn number(state: u64) -> usize {
        state as usize
    }

    #[inline]
    fn is_accepting(&self, state: u64) -> bool {
        self.rows.accepting >> (state & 63) & 1 == 1
    }

    /// Returns the state after one octet, if the transition exists.
    #[inline]
    fn step(&self, state: u64, octet: u8) -> Option<u64> {
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
    fn viable_prefix(&self, octets: &[u8]) -> Prefix {
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
