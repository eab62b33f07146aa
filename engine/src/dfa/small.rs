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

#[cfg(all(test, feature = "fast"))]
mod tests {
    //! Random DFAs in both forms: every state, each octet after it, and an octet of each class after
    //! that, since a [`fast::PairTable`] takes two at a time. `.ci/slow` runs the suites of RFC 1738
    //! with small tables.

    use alloc::boxed::Box;
    use alloc::string::String;
    use alloc::vec::Vec;

    use super::super::fast;
    use super::*;

    /// A generator of numbers: the one of Knuth's MMIX.
    struct Random(u64);

    impl Random {
        fn below(&mut self, limit: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005);
            self.0 = self.0.wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) % limit
        }

        fn number(&mut self, limit: usize) -> u8 {
            u8::try_from(self.below(limit as u64)).expect("there are few")
        }
    }

    /// A DFA as the generated code writes it.
    struct Written<const STATES: usize, const CLASSES: usize> {
        classes: [String; CLASSES],
        states: [DfaState<CLASSES>; STATES],
    }

    impl<const STATES: usize, const CLASSES: usize> Written<STATES, CLASSES> {
        /// Returns a DFA in which most characters have a class, and most transitions exist.
        fn new(random: &mut Random) -> Self {
            let mut classes = [const { String::new() }; CLASSES];
            for character in '\0'..='\x7f' {
                let chosen = usize::from(random.number(CLASSES + 1));
                if let Some(class) = classes.get_mut(chosen) {
                    class.push(character);
                }
            }
            let states = core::array::from_fn(|_| {
                let next = core::array::from_fn(|_| random.number(STATES + 1));
                DfaState(random.below(2) == 0, next)
            });
            Self { classes, states }
        }

        fn classes(&self) -> [&str; CLASSES] {
            self.classes.each_ref().map(String::as_str)
        }

        /// Returns a text to each state that can be reached.
        fn texts_to_states(&self) -> Vec<Vec<u8>> {
            let mut texts = alloc::vec![None; STATES];
            texts[0] = Some(Vec::new());
            let mut waiting = alloc::vec![0];
            while let Some(state) = waiting.pop() {
                for (class, next) in self.classes.iter().zip(self.states[state].1) {
                    let (Some(octet), Some(next)) = (class.bytes().next(), next.checked_sub(1))
                    else {
                        continue;
                    };
                    let next = usize::from(next);
                    if texts[next].is_none() {
                        let text: Option<&Vec<u8>> = texts[state].as_ref();
                        texts[next] = text.map(|text| [&text[..], &[octet]].concat());
                        waiting.push(next);
                    }
                }
            }
            texts.into_iter().flatten().collect()
        }

        fn texts(&self) -> Vec<Vec<u8>> {
            let classes = self.classes.iter().filter_map(|class| class.bytes().next());
            let mut ends: Vec<Vec<u8>> = classes.map(|octet| alloc::vec![octet]).collect();
            ends.extend([Vec::new(), alloc::vec![0xff]]);
            let mut texts = self.texts_to_states();
            for text in texts.clone() {
                for octet in 0..=u8::MAX {
                    texts.extend(ends.iter().map(|end| [&text[..], &[octet], end].concat()));
                }
            }
            texts
        }
    }

    /// Asserts that both find the same viable prefixes, states and matches.
    fn assert_alike(small: Transitions, fast: fast::Transitions, texts: &[Vec<u8>]) {
        for text in texts {
            let (one, other) = (small.viable_prefix(text), fast.viable_prefix(text));
            assert_eq!(one.length, other.length, "{text:?}");
            assert_eq!(small.number(one.state), fast.number(other.state));
            let accepts = small.is_accepting(one.state);
            assert_eq!(accepts, fast.is_accepting(other.state), "{text:?}");
            let viable = &text[..one.length];
            let (one, other) = (small.last_match(viable), fast.last_match(viable));
            let length = |prefix: Prefix| prefix.length;
            assert_eq!(one.map(length), other.map(length), "{text:?}");
        }
    }

    fn assert_shifts_alike<const STATES: usize, const CLASSES: usize>(random: &mut Random) {
        let written = Written::<STATES, CLASSES>::new(random);
        let (classes, states) = (&written.classes(), &written.states);
        let small = Box::leak(Box::new(ShiftTable::new(classes, states)));
        let fast = Box::leak(Box::new(fast::ShiftTable::new(classes, states)));
        assert_alike(small.transitions(), fast.transitions(), &written.texts());
    }

    fn assert_pairs_alike<const STATES: usize, const CLASSES: usize>(random: &mut Random) {
        let written = Written::<STATES, CLASSES>::new(random);
        let (classes, states) = (&written.classes(), &written.states);
        let small = Box::leak(Box::new(PairTable::new(classes, states)));
        let fast = Box::leak(Box::new(fast::PairTable::new(classes, states)));
        assert_alike(small.transitions(), fast.transitions(), &written.texts());
    }

    #[test]
    fn small_tables_and_shift_tables_find_the_same_matches() {
        let random = &mut Random(1738);
        for _ in 0..10 {
            assert_shifts_alike::<1, 1>(random);
            assert_shifts_alike::<4, 2>(random);
            assert_shifts_alike::<9, 12>(random);
        }
    }

    #[test]
    fn small_tables_and_pair_tables_find_the_same_matches() {
        let random = &mut Random(1738);
        for _ in 0..6 {
            assert_pairs_alike::<4, 2>(random);
            assert_pairs_alike::<20, 3>(random);
            assert_pairs_alike::<60, 6>(random);
        }
    }
}
