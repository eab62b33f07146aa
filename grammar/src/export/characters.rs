//! Sets of ASCII characters.

use std::iter::FromIterator;
use std::ops::{BitOr, RangeInclusive};

/// The number of ASCII characters.
const ASCII: u8 = 128;

/// The least number of neighbours that are written as a range.
const RANGE: usize = 3;

/// Characters in ASCII order, cut where the next is not the next letter or digit. What is too
/// short to be written as a range is cut into single characters.
///
/// ```
/// let runs: Vec<&[char]> = rfcbnf::export::runs(&['+', '0', '1', '2', 'A', 'B']).collect();
/// assert_eq!(runs, [&['+'][..], &['0', '1', '2'], &['A'], &['B']]);
/// ```
pub fn runs(characters: &[char]) -> impl Iterator<Item = &[char]> {
    let continues = |one: &char, other: &char| {
        one.is_ascii_alphanumeric()
            && other.is_ascii_alphanumeric()
            && u32::from(*one) + 1 == u32::from(*other)
    };
    let runs = characters.chunk_by(continues);
    runs.flat_map(|run| run.chunks(if run.len() < RANGE { 1 } else { run.len() }))
}

/// A set of ASCII characters: the bit of each one's number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Characters(u128);

impl Characters {
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In ASCII order.
    pub(super) fn iter(self) -> impl Iterator<Item = char> {
        let members = (0..ASCII).filter(move |number| self.0 >> number & 1 == 1);
        members.map(char::from)
    }

    /// The set in ASCII order, where neighbours are taken together that are all small letters,
    /// all capitals or all digits, and are enough to be a range.
    pub(super) fn ranges(self) -> Vec<RangeInclusive<char>> {
        let members: Vec<char> = self.iter().collect();
        let runs = runs(&members).map(|run| run[0]..=run[run.len() - 1]);
        runs.collect()
    }

    /// The same, with each letter in both cases.
    pub(super) fn in_any_case(self) -> Self {
        let lower = self.iter().map(|character| character.to_ascii_lowercase());
        let upper = self.iter().map(|character| character.to_ascii_uppercase());
        lower.chain(upper).collect()
    }
}

/// What is not ASCII is left out.
impl FromIterator<char> for Characters {
    fn from_iter<I: IntoIterator<Item = char>>(characters: I) -> Self {
        let bit = |character: char| match u8::try_from(character) {
            Ok(number @ ..ASCII) => 1 << number,
            _ => 0,
        };
        Self(characters.into_iter().map(bit).fold(0, u128::bitor))
    }
}

impl BitOr for Characters {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}
