//! Sets of characters of any size.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::character_set::CharacterSet;

/// The first surrogate, and the number of surrogates, which are no characters.
const SURROGATES: (u32, u32) = (0xD800, 0x800);

/// Octets, or characters, as numbers without a gap: those after the surrogates follow those before.
///
/// Invariant: the ranges are in ascending order, and no two are neighbors.
#[derive(Debug, Clone, Default)]
pub(crate) struct Codes(Vec<(u32, u32)>);

impl Codes {
    pub(crate) fn of_octets(set: CharacterSet) -> Self {
        let mut codes = Self::default();
        for octet in set {
            codes.add((u32::from(octet), u32::from(octet)));
        }
        codes
    }

    pub(crate) fn of_characters(ranges: &[RangeInclusive<char>]) -> Self {
        let mut codes = Self::default();
        for range in ranges {
            codes.add_characters(range);
        }
        codes
    }

    pub(crate) fn add_characters(&mut self, range: &RangeInclusive<char>) {
        self.add((code(*range.start()), code(*range.end())));
    }

    /// Adds a range. Takes constant time if it begins after all others.
    /// A range that ends before it begins is empty.
    pub(crate) fn add(&mut self, (first, last): (u32, u32)) {
        if last < first {
            return;
        }
        // Those that the range touches.
        let start = self.0.partition_point(|range| range.1 + 1 < first);
        let end = self.0.partition_point(|range| range.0 <= last + 1);
        if start == end {
            self.0.insert(start, (first, last));
        } else {
            self.0[start] = (first.min(self.0[start].0), last.max(self.0[end - 1].1));
            self.0.drain(start + 1..end);
        }
    }

    /// Returns the ranges, in ascending order.
    pub(crate) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    /// Returns the ranges as characters.
    pub(crate) fn characters(&self) -> Vec<RangeInclusive<char>> {
        let ranges = self.0.iter();
        let ranges = ranges.map(|&(first, last)| character(first)..=character(last));
        ranges.collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn len(&self) -> u32 {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }

    pub(crate) fn union(&self, other: &Self) -> Self {
        let mut union = self.clone();
        for &range in &other.0 {
            union.add(range);
        }
        union
    }

    /// Returns what both have.
    pub(crate) fn within(&self, other: &Self) -> Self {
        let mut common = Self::default();
        for one in &self.0 {
            for other in &other.0 {
                common.add((one.0.max(other.0), one.1.min(other.1)));
            }
        }
        common
    }

    pub(crate) fn without(&self, other: &Self) -> Self {
        let mut left = Self::default();
        for &(mut start, end) in &self.0 {
            for &(first, last) in &other.0 {
                if first <= end && last >= start {
                    if start < first {
                        left.add((start, first - 1));
                    }
                    start = last + 1;
                }
            }
            left.add((start, end));
        }
        left
    }

    /// Returns the ranges that have something in common with the other set.
    pub(crate) fn touching(&self, other: &Self) -> Self {
        let is_touching = |range: &&(u32, u32)| !Self([**range].into()).within(other).is_empty();
        Self(self.0.iter().filter(is_touching).copied().collect())
    }
}

/// Returns the number of a character.
fn code(character: char) -> u32 {
    let number = u32::from(character);
    if number < SURROGATES.0 {
        number
    } else {
        number - SURROGATES.1
    }
}

/// Returns the character with a number.
pub(crate) fn character(code: u32) -> char {
    let number = if code < SURROGATES.0 {
        code
    } else {
        code + SURROGATES.1
    };
    char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
}
