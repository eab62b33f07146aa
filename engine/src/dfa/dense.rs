//! DFAs that are made at run time.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// The row of the state that no text leaves. Its entries lead back to it.
const DEAD: u16 = 0;

/// The most entries in the rows of a DFA, so that the start of a row has 16 bits: the rows that a text
/// needs have to stay near the processor.
const MOST: usize = 1 << 16;

/// The DFA of a production of a grammar that is read at run time.
///
/// A state has a row with an entry for each class of octets: where the row of the next state begins.
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
    /// The rows, that of the dead state first and that of the start second.
    rows: Vec<u16>,
    /// The length of a row.
    width: u16,
    /// Whether each state accepts, in the order of the rows.
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
    /// says which states accept. Returns `None` if the rows would have more than 65,536 entries.
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
        let row = |state: usize| {
            assert!(state < accepting.len(), "there is no state {state}");
            u16::try_from((state + 1) * width).ok()
        };
        let mut rows = vec![DEAD; width];
        for step in steps {
            rows.push(match step {
                Some(state) => row(*state)?,
                None => DEAD,
            });
        }
        let mut classes = Box::new([0; 256]);
        for (octet, number) in (0..=u8::MAX).zip(classes.iter_mut()) {
            *number = class(octet);
            assert!(usize::from(*number) < width, "there is no class {number}");
        }
        let mut all = vec![false];
        all.extend_from_slice(accepting);
        Some(Self {
            classes,
            rows,
            width: u16::try_from(width).ok()?,
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
    /// state, so one look at it is enough for all of them. Where four lead back to their state, others
    /// like them are passed over, eight at a time: none of these has to wait for the state before it.
    fn run(&self, text: &[u8]) -> End {
        let mut state = self.width;
        let mut rest = text;
        while let Some((four, others)) = rest.split_first_chunk::<4>() {
            let next = four.iter().fold(state, |one, octet| self.step(one, *octet));
            if next == DEAD {
                break;
            }
            rest = others;
            while next == state
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
        let states = octets.iter().scan(self.width, |state, octet| {
            *state = self.step(*state, *octet);
            Some(*state)
        });
        let states = core::iter::once(self.width).chain(states).enumerate();
        let ends = states.filter(|(_, state)| self.is_accepting(*state));
        ends.last().map(|(length, _)| length)
    }

    #[inline]
    fn step(&self, state: u16, octet: u8) -> u16 {
        let class = self.classes[usize::from(octet)];
        self.rows[usize::from(state) + usize::from(class)]
    }

    #[inline]
    fn is_accepting(&self, state: u16) -> bool {
        self.accepting[usize::from(state / self.width)]
    }
}

impl core::fmt::Debug for DenseDfa {
    fn fmt(&self, formatter: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let mut shown = formatter.debug_struct("DenseDfa");
        shown.field("states", &(self.accepting.len() - 1));
        shown.finish_non_exhaustive()
    }
}
