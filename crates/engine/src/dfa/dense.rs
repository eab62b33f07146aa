//! DFAs that are made at run time.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;
use core::iter;

/// The state that no text leaves.
const DEAD: u16 = 0;

/// The first state.
const START: u16 = 1;

/// The most entries of columns, so that the start of a column has 16 bits: the columns that a text needs have
/// to stay near the processor.
const MOST: usize = 1 << 16;

/// The most entries in the columns of all pairs, before each of them is kept once.
const PAIRED: usize = 1 << 20;

/// The least rest of a text in which runs are passed over. In a shorter one, to look for them takes longer than
/// they do: their ends are hard to predict.
const LONG: usize = 64;

/// The DFA of a production of a grammar that is read at run time.
///
/// Octets that no transition tells apart are one class. A class has a column, with the next state for each
/// state, and so has a pair of classes, with the state after both of them. Most pairs do the same as others and
/// share a column: the 1,444 pairs of `url` have 147.
///
/// ```
/// use rfcbnf_engine::dfa::DenseDfa;
///
/// // 1*"a": the octet "a" is class 1, all others are class 0.
/// let class = |octet| u8::from(octet == b'a');
/// let steps = [None, Some(1), None, Some(1)];
/// let many = DenseDfa::new(class, &steps, &[false, true]).unwrap();
/// assert!(many.derives(b"aa"));
/// assert!(!many.derives(b"") && !many.derives(b"ab"));
/// ```
pub struct DenseDfa {
    /// The class of each octet.
    classes: Box<[u8; 256]>,
    /// The number of classes.
    width: usize,
    /// Where the column of the class of each octet begins.
    single: Box<[u16; 256]>,
    /// Where the column of each pair of classes begins; empty if the columns would have too many entries.
    double: Vec<u16>,
    /// The columns, one after the other.
    columns: Vec<u16>,
    /// Whether each state accepts. That with the number 0 is dead, and that with the number 1 is the start.
    accepting: Vec<bool>,
}

/// A viable prefix, and the state that it leads to.
struct End {
    state: u16,
    length: usize,
}

impl DenseDfa {
    /// Returns the DFA with these states, which are numbered from 0, the start. `steps` has the next
    /// state for each state and each class, all classes of a state one after the other, and `accepting`
    /// says which states accept. Returns `None` if the columns of the classes would have more than 65,536
    /// entries.
    ///
    /// [`DenseDfa`] has an example.
    ///
    /// # Panics
    ///
    /// Panics if there is no such class or no such state.
    pub fn new(
        class: impl Fn(u8) -> u8,
        steps: &[Option<usize>],
        accepting: &[bool],
    ) -> Option<Self> {
        let width = steps.len() / accepting.len().max(1);
        if steps.len() + width > MOST {
            return None;
        }
        let number = |step: &Option<usize>| match step {
            Some(state) => {
                assert!(*state < accepting.len(), "there is no state {state}");
                u16::try_from(state + 1).ok()
            }
            None => Some(DEAD),
        };
        let numbers: Vec<u16> = steps.iter().map(number).collect::<Option<_>>()?;
        let column = |class: usize| {
            let states = numbers.iter().skip(class).step_by(width);
            iter::once(DEAD).chain(states.copied()).collect()
        };
        let columns: Vec<Vec<u16>> = (0..width).map(column).collect();
        let mut classes = [0; 256];
        for (octet, number) in (0..=u8::MAX).zip(classes.iter_mut()) {
            *number = class(octet);
            assert!(usize::from(*number) < width, "there is no class {number}");
        }
        let mut all = vec![false];
        all.extend_from_slice(accepting);
        let mut distinct = Columns::default();
        let starts = columns.iter().map(|column| distinct.add(column.clone()));
        let starts: Vec<u16> = starts.collect::<Option<_>>()?;
        let single = classes.map(|class: u8| starts[usize::from(class)]);
        let double = if width * width * all.len() <= PAIRED {
            distinct.add_pairs(&columns)
        } else {
            Vec::new()
        };
        Some(Self {
            classes: Box::new(classes),
            width,
            single: Box::new(single),
            double,
            columns: distinct.entries,
            accepting: all,
        })
    }

    /// Returns whether the production derives the text. [`DenseDfa`] has an example.
    #[must_use]
    pub fn derives(&self, text: &[u8]) -> bool {
        let end = self.run(text);
        end.length == text.len() && self.is_accepting(end.state)
    }

    /// Returns the length of the viable prefix, and that of the longest match, if there is one.
    pub(crate) fn longest_match(&self, octets: &[u8]) -> (usize, Option<usize>) {
        let end = self.run(octets);
        let viable = &octets[..end.length];
        let longest = if self.is_accepting(end.state) {
            Some(end.length)
        } else {
            self.last_match(viable)
        };
        (end.length, longest)
    }

    /// Runs the DFA to the end of the viable prefix, four octets at a time: no transition leaves the dead
    /// state, so one look at it is enough for all of them. Where four lead back to their state in a long text,
    /// others like them are passed over, eight at a time: none of these has to wait for the state before it.
    fn run(&self, text: &[u8]) -> End {
        let mut state = START;
        let mut rest = text;
        while let Some((four, others)) = rest.split_first_chunk::<4>() {
            let next = self.steps(state, *four);
            if next == DEAD {
                break;
            }
            rest = others;
            while rest.len() >= LONG
                && next == state
                && let Some((eight, others)) = rest.split_first_chunk::<8>()
                && eight
                    .iter()
                    .fold(0, |all, octet| all | (self.step(state, *octet) ^ state))
                    == 0
            {
                rest = others;
            }
            state = next;
        }
        while let Some((&octet, others)) = rest.split_first() {
            let next = self.step(state, octet);
            if next == DEAD {
                break;
            }
            (state, rest) = (next, others);
        }
        let length = text.len() - rest.len();
        #[cfg(feature = "steps")]
        crate::steps::count(1 + length);
        End { state, length }
    }

    /// Runs the DFA again over a viable prefix, to find where it last accepts.
    #[cold]
    fn last_match(&self, octets: &[u8]) -> Option<usize> {
        #[cfg(feature = "steps")]
        crate::steps::count(octets.len());
        let states = octets.iter().scan(START, |state, octet| {
            *state = self.step(*state, *octet);
            Some(*state)
        });
        let states = iter::once(START).chain(states).enumerate();
        let ends = states.filter(|(_, state)| self.is_accepting(*state));
        ends.last().map(|(length, _)| length)
    }

    /// Returns the state after four octets. The columns do not wait for the states.
    #[inline]
    fn steps(&self, state: u16, four: [u8; 4]) -> u16 {
        if self.double.is_empty() {
            return four.iter().fold(state, |one, octet| self.step(one, *octet));
        }
        let classes = four.map(|octet| usize::from(self.classes[usize::from(octet)]));
        let column = |one: usize, other: usize| self.double[one * self.width + other];
        let columns = [
            column(classes[0], classes[1]),
            column(classes[2], classes[3]),
        ];
        columns
            .iter()
            .fold(state, |state, column| self.follow(*column, state))
    }

    #[inline]
    fn step(&self, state: u16, octet: u8) -> u16 {
        self.follow(self.single[usize::from(octet)], state)
    }

    /// Returns the entry of the state in a column. Only the last look-up waits for the state.
    #[inline]
    fn follow(&self, column: u16, state: u16) -> u16 {
        self.columns[usize::from(column)..][usize::from(state)]
    }

    #[inline]
    fn is_accepting(&self, state: u16) -> bool {
        self.accepting[usize::from(state)]
    }
}

/// Columns, each of them once.
#[derive(Default)]
struct Columns {
    entries: Vec<u16>,
    starts: BTreeMap<Vec<u16>, u16>,
}

impl Columns {
    /// Adds a column if there is none like it, and returns where it begins; `None` if there is no room.
    fn add(&mut self, column: Vec<u16>) -> Option<u16> {
        if let Some(start) = self.starts.get(&column) {
            return Some(*start);
        }
        let start = u16::try_from(self.entries.len()).ok()?;
        self.entries.extend_from_slice(&column);
        self.starts.insert(column, start);
        Some(start)
    }

    /// Adds the column of each pair of these, and returns where they begin; nothing if there is no room.
    fn add_pairs(&mut self, columns: &[Vec<u16>]) -> Vec<u16> {
        let length = self.entries.len();
        let after = |one: &[u16], other: &[u16]| -> Vec<u16> {
            one.iter().map(|state| other[usize::from(*state)]).collect()
        };
        let firsts = columns.iter();
        let pairs = firsts.flat_map(|one| columns.iter().map(move |other| after(one, other)));
        let starts = pairs.map(|column| self.add(column)).collect::<Option<_>>();
        starts.unwrap_or_else(|| {
            self.entries.truncate(length);
            Vec::new()
        })
    }
}

impl core::fmt::Debug for DenseDfa {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut shown = formatter.debug_struct("DenseDfa");
        shown.field("states", &(self.accepting.len() - 1));
        shown.finish_non_exhaustive()
    }
}
