//! Random DFAs as generated code writes them: from every state, each octet, and after it an octet of each class,
//! because tables for speed take two octets at a time. Small tables, which `.ci/slow` tests, are compared with the same
//! walk from state to state.

use std::iter;

use rfcbnf_engine::combinators::with_dfa;
use rfcbnf_engine::dfa::{DfaState, LeafDfa, PairTable, ShiftTable, Transitions};
use rfcbnf_engine::spans::match_length;
use rfcbnf_engine::{ProductionId, Table};

use crate::extent::few_or_many;

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
        let states = std::array::from_fn(|_| {
            let next = std::array::from_fn(|_| random.number(STATES + 1));
            DfaState(random.below(2) == 0, next)
        });
        Self { classes, states }
    }

    fn classes(&self) -> [&str; CLASSES] {
        self.classes.each_ref().map(String::as_str)
    }

    /// Returns the state after one octet, if there is one.
    fn next(&self, state: usize, octet: u8) -> Option<usize> {
        let has_octet = |class: &String| class.as_bytes().contains(&octet);
        let class = self.classes.iter().position(has_octet)?;
        usize::from(self.states[state].1[class]).checked_sub(1)
    }

    /// Returns the length of the longest match.
    fn longest_match(&self, text: &[u8]) -> Option<usize> {
        let mut octets = text.iter();
        let states = iter::successors(Some(0), |state| self.next(*state, *octets.next()?));
        let matches = states
            .enumerate()
            .filter(|(_, state)| self.states[*state].0);
        matches.last().map(|(length, _)| length)
    }

    /// Returns an octet of each class that has any.
    fn octets(&self) -> impl Iterator<Item = u8> {
        self.classes.iter().filter_map(|class| class.bytes().next())
    }

    /// Returns a text to each state that can be reached.
    fn texts_to_states(&self) -> Vec<Vec<u8>> {
        let mut texts = vec![None; STATES];
        texts[0] = Some(Vec::new());
        let mut waiting = vec![(0, Vec::new())];
        while let Some((state, text)) = waiting.pop() {
            for octet in self.octets() {
                if let Some(next) = self
                    .next(state, octet)
                    .filter(|next| texts[*next].is_none())
                {
                    let text = [&text[..], &[octet]].concat();
                    texts[next] = Some(text.clone());
                    waiting.push((next, text));
                }
            }
        }
        texts.into_iter().flatten().collect()
    }

    /// Asserts that the table has the longest matches of the DFA.
    fn assert_equals(&self, transitions: Transitions) {
        let dfa = Box::leak(Box::new(LeafDfa::new(transitions)));
        let ends: Vec<Vec<u8>> = self.octets().map(|octet| vec![octet]).collect();
        let ends = [&ends[..], &[Vec::new(), vec![0xff]]].concat();
        for text in self.texts_to_states() {
            for octet in 0..=u8::MAX {
                for end in &ends {
                    let text = [&text[..], &[octet], end].concat();
                    let length = longest_match(dfa, &text);
                    assert_eq!(length, self.longest_match(&text), "{text:?}");
                }
            }
        }
    }
}

/// Returns the length of the longest match of the table.
fn longest_match(dfa: &'static LeafDfa, text: &[u8]) -> Option<usize> {
    let table = Table::with_dfa(ProductionId::new(0), dfa);
    match_length(text, with_dfa(table, |_: &mut _, _| None))
}

fn assert_shifts<const STATES: usize, const CLASSES: usize>(random: &mut Random) {
    let written = Written::<STATES, CLASSES>::new(random);
    let table = Box::leak(Box::new(ShiftTable::new(
        &written.classes(),
        &written.states,
    )));
    written.assert_equals(table.transitions());
}

fn assert_pairs<const STATES: usize, const CLASSES: usize>(random: &mut Random) {
    let written = Written::<STATES, CLASSES>::new(random);
    let table = Box::leak(Box::new(PairTable::new(
        &written.classes(),
        &written.states,
    )));
    written.assert_equals(table.transitions());
}

#[test]
fn tables_of_few_states_find_the_matches_of_their_dfa() {
    let random = &mut Random(1738);
    for _ in 0..few_or_many(3, 10) {
        assert_shifts::<1, 1>(random);
        assert_shifts::<4, 2>(random);
        assert_shifts::<9, 12>(random);
    }
}

#[test]
fn tables_of_many_states_find_the_matches_of_their_dfa() {
    let random = &mut Random(1738);
    for _ in 0..few_or_many(2, 6) {
        assert_pairs::<4, 2>(random);
        assert_pairs::<20, 3>(random);
        assert_pairs::<60, 6>(random);
    }
}
