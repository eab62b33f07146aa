//! Sets of ASCII characters.

use std::iter::FromIterator;
use std::ops::{BitOr, RangeInclusive};

/// The number of ASCII characters.
const ASCII: u8 = 128;

/// The smallest number of neighbours that form a range.
const RANGE: usize = 3;

/// Splits characters in ASCII order into runs of consecutive letters or digits. A run that is too
/// short for a range is split into single characters.
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

/// A set of ASCII characters, with a bit for each character.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(super) struct Characters(u128);

impl Characters {
    pub(super) fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the characters in ASCII order.
    pub(super) fn iter(self) -> impl Iterator<Item = char> {
        let members = (0..ASCII).filter(move |number| self.0 >> number & 1 == 1);
        members.map(char::from)
    }

    /// Returns the set in ASCII order. Neighbours that are all lower case letters, all upper case
    /// letters or all digits form a range if there are enough of them.
    pub(super) fn ranges(self) -> Vec<RangeInclusive<char>> {
        let members: Vec<char> = self.iter().collect();
        let runs = runs(&members).map(|run| run[0]..=run[run.len() - 1]);
        runs.collect()
    }

    /// Returns the set with each letter in both cases.
    pub(super) fn in_any_case(self) -> Self {
        let lower = self.iter().map(|character| character.to_ascii_lowercase());
        let upper = self.iter().map(|character| character.to_ascii_uppercase());
        lower.chain(upper).collect()
    }
}

/// Ignores characters outside ASCII.
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
