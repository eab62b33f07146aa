//! Ranges of characters and octets.

use std::ops::RangeInclusive;

use crate::octets::OctetSet;

/// The smallest number of neighbours that form a range.
const RANGE: usize = 3;

/// Splits characters in ascending order into runs of consecutive letters or digits, or of
/// consecutive characters outside printable ASCII. A run that is too short for a range is split
/// into single characters.
///
/// ```
/// let runs: Vec<&[char]> = rfcbnf::export::runs(&['+', '0', '1', '2', 'A', 'B']).collect();
/// assert_eq!(runs, [&['+'][..], &['0', '1', '2'], &['A'], &['B']]);
/// ```
pub fn runs(characters: &[char]) -> impl Iterator<Item = &[char]> {
    let kind = |character: &char| match character {
        character if character.is_ascii_alphanumeric() => Some(0),
        character if !is_printable(*character) => Some(1),
        _ => None,
    };
    let continues = move |one: &char, other: &char| {
        kind(one).is_some() && kind(one) == kind(other) && u32::from(*one) + 1 == u32::from(*other)
    };
    let runs = characters.chunk_by(continues);
    runs.flat_map(|run| run.chunks(if run.len() < RANGE { 1 } else { run.len() }))
}

/// Returns whether the character is printable ASCII.
pub(super) fn is_printable(character: char) -> bool {
    matches!(character, ' '..='~')
}

/// Returns the [`runs`] of a set. Each octet is the character with its number.
pub(super) fn ranges(set: OctetSet) -> Vec<RangeInclusive<char>> {
    let members: Vec<char> = set.iter().map(char::from).collect();
    let runs = runs(&members).map(|run| run[0]..=run[run.len() - 1]);
    runs.collect()
}
