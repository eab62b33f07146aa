//! All texts of two productions, shortest first: the first one that only one of them derives is a shortest of all.
//!
//! The texts of a variable of one length are a sorted list, made from those of shorter ones: no variable derives the
//! empty text ([`plain`](super::plain)), so the parts of a word of two symbols are shorter than the whole. A text is a
//! number, with as many bits for a letter as all letters need, so lists of equal length are compared and joined as fast
//! as numbers are.

use std::collections::HashMap;

use super::Side;
use super::plain::{Symbol, System, Word};
use crate::automaton::with_most_readable;
use crate::syntax::Grammar;

/// The most texts that are put together to find the shortest ones of a production.
const STEPS: usize = 1_000_000;

/// The longest texts, where the bits of a number allow it.
const LENGTH: usize = 40;

/// What all texts up to a length have shown.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Counted {
    /// A shortest text that only the first, or the second production derives, if it is not longer than `length`.
    pub(super) only: [Option<Vec<u8>>; 2],
    /// The length in octets up to which all texts were compared.
    pub(super) length: usize,
}

/// The texts of variables and of ends of words, by their length.
struct Lists<'s> {
    system: &'s System,
    /// The ends of words that have at least two symbols.
    ends: Vec<Word>,
    of_end: HashMap<Word, usize>,
    /// For each variable and each end, the texts of each length.
    variables: Vec<Vec<Vec<u128>>>,
    of_ends: Vec<Vec<Vec<u128>>>,
    bits: u32,
    /// The number of texts that can still be put together, before equal ones are one.
    steps_left: usize,
}

/// Compares all texts of both productions up to a length: as far as so many steps lead.
pub(super) fn counted(system: &System, steps: usize) -> Counted {
    let mut found = Counted::default();
    let [a, b] = system.derives_empty;
    found.only = [(a && !b).then(Vec::new), (b && !a).then(Vec::new)];
    let mut lists = Lists::new(system, steps);
    let octets = octets(system);
    for length in 1..=lists.longest() {
        if found.only.iter().all(Option::is_some) || lists.add(length).is_none() {
            break;
        }
        found.length = length;
        let [a, b] = system.starts.map(|start| lists.of_symbol(start, length));
        for (side, (own, other)) in [(Side::A, (&a, &b)), (Side::B, (&b, &a))] {
            let only = &mut found.only[side as usize];
            if only.is_none() {
                let mut missing = own.iter().filter(|text| other.binary_search(text).is_err());
                *only = missing
                    .next()
                    .map(|text| spelled(*text, length, lists.bits, &octets));
            }
        }
    }
    found
}

/// The shortest texts of a production.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Shortest {
    /// In the order of their lengths. Octets that the production does not tell apart are one, which is easy to read.
    pub(crate) texts: Vec<Vec<u8>>,
    /// The length in octets up to which these are all texts.
    pub(crate) length: usize,
}

/// Returns the shortest texts of a production: all of each length, as long as they are at most `most`. `None` if it has
/// prose, if a reading excludes texts from it, or if it is too large.
pub(crate) fn shortest(grammar: &Grammar, production: &str, most: usize) -> Option<Shortest> {
    let system = System::new([(grammar, production); 2])?;
    let mut found = Shortest {
        texts: system.derives_empty[0].then(Vec::new).into_iter().collect(),
        length: 0,
    };
    let mut lists = Lists::new(&system, STEPS);
    let octets = octets(&system);
    for length in 1..=lists.longest() {
        if lists.add(length).is_none() {
            break;
        }
        let texts = lists.of_symbol(system.starts[0], length);
        if found.texts.len() + texts.len() > most {
            break;
        }
        let texts = texts.into_iter();
        found
            .texts
            .extend(texts.map(|text| spelled(text, length, lists.bits, &octets)));
        found.length = length;
    }
    Some(found)
}

/// Returns an octet of each letter that is easy to read.
fn octets(system: &System) -> Vec<u8> {
    let readable = with_most_readable(system.letters.clone());
    let octet = |letter| {
        readable
            .iter()
            .find(|(set, _)| set == letter)
            .map(|found| found.1)
    };
    system.letters.iter().filter_map(octet).collect()
}

fn spelled(text: u128, length: usize, bits: u32, octets: &[u8]) -> Vec<u8> {
    let mask = (1_u128 << bits) - 1;
    let letters = (0..length)
        .rev()
        .map(|at| (text >> (bits as usize * at)) & mask);
    letters
        .filter_map(|letter| octets.get(usize::try_from(letter).ok()?).copied())
        .collect()
}

impl<'s> Lists<'s> {
    fn new(system: &'s System, steps_left: usize) -> Self {
        let letters = system.letters.len().max(2);
        let mut lists = Self {
            system,
            ends: Vec::new(),
            of_end: HashMap::new(),
            variables: vec![vec![Vec::new()]; system.variables().len()],
            of_ends: Vec::new(),
            bits: usize::BITS - (letters - 1).leading_zeros(),
            steps_left,
        };
        for variable in system.variables() {
            for word in system.rules(variable) {
                for start in 0..word.len().saturating_sub(1) {
                    let end = word[start..].to_vec();
                    let ends = &mut lists.ends;
                    lists.of_end.entry(end.clone()).or_insert_with(|| {
                        ends.push(end);
                        ends.len() - 1
                    });
                }
            }
        }
        // An end is made of shorter ones, which come first.
        lists.ends.sort_by_key(Vec::len);
        let numbered = lists.ends.iter().cloned().enumerate();
        lists.of_end = numbered.map(|(index, end)| (end, index)).collect();
        lists.of_ends = vec![vec![Vec::new()]; lists.ends.len()];
        lists
    }

    /// Returns the greatest length of texts that are made.
    fn longest(&self) -> usize {
        LENGTH.min((u128::BITS / self.bits) as usize)
    }

    fn of_symbol(&self, symbol: Symbol, length: usize) -> Vec<u128> {
        match symbol.checked_sub(self.system.variables().start) {
            None if length == 1 => vec![u128::from(symbol)],
            None => Vec::new(),
            Some(variable) => self.variables[variable as usize][length].clone(),
        }
    }

    /// Returns the texts of a word that is not empty.
    fn of_word(&self, word: &[Symbol], length: usize) -> Vec<u128> {
        match word {
            [symbol] => self.of_symbol(*symbol, length),
            _ => self.of_ends[self.of_end[word]][length].clone(),
        }
    }

    /// Makes the texts of a length; `None` if they are too many.
    fn add(&mut self, length: usize) -> Option<()> {
        for end in 0..self.ends.len() {
            let word = self.ends[end].clone();
            let mut texts = Vec::new();
            for first in 1..length {
                let heads = self.of_symbol(word[0], first);
                let tails = self.of_word(&word[1..], length - first);
                self.take(heads.len().checked_mul(tails.len())?)?;
                let shift = self.bits as usize * (length - first);
                for head in heads {
                    texts.extend(tails.iter().map(|tail| (head << shift) | tail));
                }
            }
            self.of_ends[end].push(sorted(texts));
        }
        let mut units = Vec::new();
        for variable in self.system.variables() {
            let mut texts = Vec::new();
            for word in self.system.rules(variable) {
                match word.as_slice() {
                    [symbol] if !self.system.is_letter(*symbol) => units.push((variable, *symbol)),
                    word => texts.append(&mut self.of_word(word, length)),
                }
            }
            self.take(texts.len())?;
            let index = (variable - self.system.variables().start) as usize;
            self.variables[index].push(sorted(texts));
        }
        loop {
            let mut has_changed = false;
            for &(variable, from) in &units {
                let first = self.system.variables().start;
                let more = self.of_symbol(from, length);
                self.take(more.len())?;
                let known = &mut self.variables[(variable - first) as usize][length];
                let before = known.len();
                *known = sorted([known.as_slice(), &more].concat());
                has_changed |= known.len() > before;
            }
            if !has_changed {
                return Some(());
            }
        }
    }

    fn take(&mut self, steps: usize) -> Option<()> {
        self.steps_left = self.steps_left.checked_sub(steps)?;
        Some(())
    }
}

fn sorted(mut texts: Vec<u128>) -> Vec<u128> {
    texts.sort_unstable();
    texts.dedup();
    texts
}
