//! Sets of characters of any size.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::character_set::CharacterSet;

/// The first surrogate, and the number of surrogates, which are no characters.
const SURROGATES: (u32, u32) = (0xD800, 0x800);

/// Octets, or characters, as numbers without a gap: those behind the surrogates follow those before.
///
/// Invariant: the ranges are in ascending order, and no two are neighbors.
#[derive(Debug, Clone, Default)]
pub(super) struct Codes(Vec<(u32, u32)>);

impl Codes {
    pub(super) fn of_octets(set: CharacterSet) -> Self {
        Self::of(
            set.iter()
                .map(|one| (u32::from(one), u32::from(one)))
                .collect(),
        )
    }

    pub(super) fn of_characters(ranges: &[RangeInclusive<char>]) -> Self {
        let ranges = ranges.iter();
        let ranges = ranges.map(|range| (code(*range.start()), code(*range.end())));
        Self::of(ranges.collect())
    }

    fn of(mut ranges: Vec<(u32, u32)>) -> Self {
        ranges.sort_unstable();
        let mut merged: Vec<(u32, u32)> = Vec::with_capacity(ranges.len());
        for (first, last) in ranges {
            match merged.last_mut() {
                Some(before) if first <= before.1 + 1 => before.1 = before.1.max(last),
                _ => merged.push((first, last)),
            }
        }
        Self(merged)
    }

    /// Returns the ranges, in ascending order.
    pub(super) fn ranges(&self) -> &[(u32, u32)] {
        &self.0
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|(first, last)| last - first + 1).sum()
    }

    pub(super) fn union(&self, other: &Self) -> Self {
        Self::of([&*self.0, &*other.0].concat())
    }

    /// Returns what both have.
    pub(super) fn within(&self, other: &Self) -> Self {
        let pairs = self.0.iter();
        let pairs = pairs.flat_map(|one| other.0.iter().map(move |other| (one, other)));
        let common = pairs.map(|(one, other)| (one.0.max(other.0), one.1.min(other.1)));
        Self::of(common.filter(|(first, last)| first <= last).collect())
    }

    pub(super) fn without(&self, other: &Self) -> Self {
        let mut left = self.0.clone();
        for &(first, last) in &other.0 {
            let parts = left.iter().flat_map(|&(start, end)| {
                let before = (start, end.min(first.wrapping_sub(1)));
                let behind = (start.max(last + 1), end);
                [(first > start, before), (last < end, behind)]
            });
            let parts = parts.filter(|(is_left, (first, last))| *is_left && first <= last);
            left = parts.map(|(_, part)| part).collect();
        }
        Self(left)
    }

    /// Returns the ranges that have something in common with the other set.
    pub(super) fn touching(&self, other: &Self) -> Self {
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
pub(super) fn character(code: u32) -> char {
    let number = if code < SURROGATES.0 {
        code
    } else {
        code + SURROGATES.1
    };
    char::from_u32(number).unwrap_or(char::REPLACEMENT_CHARACTER)
}
