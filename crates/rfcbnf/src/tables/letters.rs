//! Letters: classes of characters that no terminal of a grammar tells apart.
//!
//! `%x30-39` beside `"0"` makes two letters: `0`, and the other digits. A set of letters has a bit for each, so a grammar
//! has at most 255 of them, and the last bit is the end of the text.

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::octets::OctetSet;

/// Ranges of characters.
pub(super) type Ranges = Vec<RangeInclusive<char>>;

/// Numbers of letters, and [`END`].
pub(super) type LetterSet = OctetSet;

/// The end of the text, as a letter.
pub(super) const END: u8 = u8::MAX;

/// What can come next: characters, or the end of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Lookahead {
    /// Ranges of characters, in ascending order. In a grammar of octets, a character is the octet with its number.
    pub characters: Ranges,
    /// Whether the text can end.
    pub end: bool,
}

impl Lookahead {
    /// Returns one of the characters that is easy to read; `None` if only the end of the text can come.
    ///
    /// ```
    /// use rfcbnf::tables::Lookahead;
    ///
    /// let next = Lookahead { characters: vec!['\0'..='Z', 'n'..='n'], end: true };
    /// assert_eq!(next.readable(), Some('n'));
    /// ```
    #[must_use]
    pub fn readable(&self) -> Option<char> {
        let ranges = &self.characters;
        let has = |one: &char| ranges.iter().any(|range| range.contains(one));
        let mut readable = ('a'..='z')
            .chain('A'..='Z')
            .chain('0'..='9')
            .chain('!'..='~');
        let first = || ranges.first().map(|range| *range.start());
        readable.find(has).or_else(first)
    }
}

/// The letters of a grammar.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Letters(Vec<Ranges>);

impl Letters {
    /// Returns the letters of these sets of characters, in ascending order of their first characters, and each set as
    /// letters; `None` if there are too many.
    pub(super) fn of(sets: &[Ranges]) -> Option<(Self, Vec<LetterSet>)> {
        let ranges = sets.iter().flatten();
        let bounds =
            ranges.flat_map(|range| [u32::from(*range.start()), u32::from(*range.end()) + 1]);
        let mut bounds: Vec<u32> = bounds.collect();
        bounds.sort_unstable();
        bounds.dedup();
        let mut letters: Vec<Ranges> = Vec::new();
        let mut by_members: HashMap<Vec<usize>, usize> = HashMap::new();
        let mut found = vec![LetterSet::EMPTY; sets.len()];
        for bound in bounds.windows(2) {
            let Some(range) = characters(bound[0], bound[1] - 1) else {
                continue;
            };
            let has = |ranges: &Ranges| ranges.iter().any(|one| one.contains(range.start()));
            let members = (0..sets.len()).filter(|set| has(&sets[*set]));
            let members: Vec<usize> = members.collect();
            if members.is_empty() {
                continue;
            }
            let next = letters.len();
            let letter = *by_members.entry(members.clone()).or_insert(next);
            if letter == next {
                letters.push(Vec::new());
            }
            add(&mut letters[letter], range);
            let letter = u8::try_from(letter).ok().filter(|one| *one < END)?;
            for member in members {
                found[member].insert(letter);
            }
        }
        Some((Self(letters), found))
    }

    /// Returns the numbers of the letters.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u8> {
        (0..END).take(self.0.len())
    }

    /// Returns what these letters are.
    pub(super) fn lookahead(&self, set: LetterSet) -> Lookahead {
        let mut all: Ranges = Vec::new();
        for letter in set.iter().filter(|letter| *letter != END) {
            all.extend(self.0[usize::from(letter)].iter().cloned());
        }
        all.sort_by_key(|range| *range.start());
        let mut characters = Ranges::new();
        for range in all {
            add(&mut characters, range);
        }
        Lookahead {
            characters,
            end: set.contains(END),
        }
    }
}

/// Returns the characters with these numbers, some of which belong to none.
fn characters(first: u32, last: u32) -> Option<RangeInclusive<char>> {
    let first = char::from_u32(first).unwrap_or('\u{e000}');
    let last = char::from_u32(last).unwrap_or('\u{d7ff}');
    (first <= last).then_some(first..=last)
}

/// Adds a range after those that are there.
fn add(ranges: &mut Ranges, range: RangeInclusive<char>) {
    match ranges.last_mut() {
        Some(last) if u32::from(*last.end()) + 1 == u32::from(*range.start()) => {
            *last = *last.start()..=*range.end();
        }
        _ => ranges.push(range),
    }
}
