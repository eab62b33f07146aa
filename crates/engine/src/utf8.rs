//! Characters as the octets of UTF-8.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::character_set::CharacterSet;
use crate::codes::Codes;

/// The octets of a character after its first one.
const CONTINUATION: RangeInclusive<u8> = 0x80..=0xBF;

/// The greatest number of octets of a character.
pub const LONGEST: usize = 4;

/// Returns the start of the character that the beginning of a text ends in; its length if it ends
/// after one.
///
/// ```
/// use rfcbnf_engine::utf8;
///
/// assert_eq!(utf8::start_of_character(b"a\xe2\x82"), 1);
/// assert_eq!(utf8::start_of_character(b"a\xe2\x82\xac"), 4);
/// ```
#[must_use]
pub fn start_of_character(begun: &[u8]) -> usize {
    let octets = begun.iter().rev().take(LONGEST - 1).zip(1..);
    let mut leading = octets.skip_while(|(octet, _)| CONTINUATION.contains(octet));
    match leading.next() {
        Some((&octet, count)) if bits(octet).is_some_and(|(_, after)| after >= count) => {
            begun.len() - count
        }
        _ => begun.len(),
    }
}

/// Returns the characters of a range as sequences of ranges of octets, in ascending order (RFC 3629, Section 4). Each
/// character is in one of them.
///
/// ```
/// use rfcbnf_engine::utf8;
///
/// assert_eq!(utf8::sequences('a', '\u{ff}'), [
///     vec![b'a'..=0x7f],
///     vec![0xc2..=0xc3, 0x80..=0xbf],
/// ]);
/// ```
#[must_use]
pub fn sequences(first: char, last: char) -> Vec<Vec<RangeInclusive<u8>>> {
    let mut sequences = Vec::new();
    for (of_length_from, of_length_to) in [
        ('\0', '\x7F'),
        ('\u{80}', '\u{7FF}'),
        ('\u{800}', '\u{D7FF}'),
        ('\u{E000}', '\u{FFFF}'),
        ('\u{10000}', char::MAX),
    ] {
        let (first, last) = (first.max(of_length_from), last.min(of_length_to));
        if first <= last {
            split(u32::from(first), u32::from(last), &mut sequences);
        }
    }
    sequences
}

/// Adds the sequences of characters that have the same number of octets.
fn split(first: u32, last: u32, sequences: &mut Vec<Vec<RangeInclusive<u8>>>) {
    let octets_after = if last < 0x80 { 0 } else { LONGEST - 1 };
    for after in 1..=octets_after {
        let low = (1 << (6 * after)) - 1;
        // Octets before them differ, so there must be all of them.
        if first & !low != last & !low {
            let next = match (first & low, last & low) {
                (1.., _) => (first | low) + 1,
                (0, end) if end < low => last & !low,
                _ => continue,
            };
            split(first, next - 1, sequences);
            return split(next, last, sequences);
        }
    }
    if let (Some(first), Some(last)) = (char::from_u32(first), char::from_u32(last)) {
        let (mut from, mut to) = ([0; LONGEST], [0; LONGEST]);
        let from = first.encode_utf8(&mut from).bytes();
        let to = last.encode_utf8(&mut to).bytes();
        sequences.push(from.zip(to).map(|(from, to)| from..=to).collect());
    }
}

/// Returns the length of the longest viable prefix, and what `run` finds at its end. Of characters, the
/// viable prefix ends before one that is not finished.
pub fn viable_prefix<'t, T>(
    is_of_characters: bool,
    text: &'t [u8],
    mut run: impl FnMut(&'t [u8]) -> (usize, T),
) -> (usize, T) {
    let (offset, found) = run(text);
    if is_of_characters {
        let start = start_of_character(&text[..offset]);
        if start < offset {
            return run(&text[..start]);
        }
    }
    (offset, found)
}

/// Returns the bits of a character in its first octet, and how many octets are after it; `None` if it
/// is no first octet.
fn bits(first: u8) -> Option<(u32, usize)> {
    let (mask, after) = match first {
        0x00..=0x7F => (0x7F, 0),
        0xC2..=0xDF => (0x1F, 1),
        0xE0..=0xEF => (0x0F, 2),
        0xF0..=0xF4 => (0x07, 3),
        _ => return None,
    };
    Some((u32::from(first & mask), after))
}

/// Returns the characters whose first octet is in the set, and whose further ones are in the sets after
/// it. It is empty if they are not all characters.
///
/// ```
/// use rfcbnf_engine::{CharacterSet, utf8};
///
/// let after = [CharacterSet::range(0x80, 0xbf)];
/// assert_eq!(utf8::characters(CharacterSet::range(0xce, 0xce), &after), ['\u{380}'..='\u{3bf}']);
/// assert_eq!(utf8::characters(CharacterSet::range(0xff, 0xff), &after), []);
/// ```
#[must_use]
pub fn characters(first: CharacterSet, after: &[CharacterSet]) -> Vec<RangeInclusive<char>> {
    let mut found = Vec::new();
    let all = octets(first).all(|octet| {
        let sets = bits(octet).and_then(|(bits, count)| Some((bits, after.get(..count)?)));
        sets.is_some_and(|(bits, sets)| {
            let is_after =
                |set: &CharacterSet| octets(*set).all(|octet| CONTINUATION.contains(&octet));
            sets.iter().all(is_after) && add(bits, sets, &mut found)
        })
    });
    if all { found } else { Vec::new() }
}

/// Returns the characters that an automaton over the octets of characters reads from a state, and the state
/// after each range. `transitions` returns those of a state.
///
/// ```
/// use rfcbnf_engine::{CharacterSet, utf8};
///
/// // "a" / %x380-3BF, from state 0 to state 2
/// let transitions = |state: usize| match state {
///     0 => vec![(CharacterSet::of("a"), 2), (CharacterSet::range(0xce, 0xce), 1)],
///     1 => vec![(CharacterSet::range(0x80, 0xbf), 2)],
///     _ => vec![],
/// };
/// let read = utf8::transitions(0, &mut { transitions });
/// assert_eq!(read, [('a'..='a', 2), ('\u{380}'..='\u{3bf}', 2)]);
/// ```
pub fn transitions<S: Copy + Ord>(
    from: S,
    transitions: &mut impl FnMut(S) -> Vec<(CharacterSet, S)>,
) -> Vec<(RangeInclusive<char>, S)> {
    let mut found = Vec::new();
    for (state, set) in merged(transitions(from)) {
        for after in 0..LONGEST {
            let first: CharacterSet = octets(set).filter(|one| is_before(*one, after)).collect();
            if !first.is_empty() {
                let mut path = Path {
                    first,
                    after: Vec::new(),
                };
                path.follow((state, after), transitions, &mut found);
            }
        }
    }
    let mut sets: BTreeMap<S, Codes> = BTreeMap::new();
    for (range, state) in found {
        sets.entry(state).or_default().add_characters(&range);
    }
    let read = sets.into_iter().flat_map(|(state, codes)| {
        let ranges = codes.characters().into_iter();
        ranges.map(move |range| (range, state))
    });
    let mut read: Vec<_> = read.collect();
    read.sort_by_key(|(range, _)| *range.start());
    read
}

/// Returns the characters of ranges, in ascending order, in as few ranges as possible.
///
/// ```
/// use rfcbnf_engine::utf8::union;
///
/// assert_eq!(union(['d'..='e', 'a'..='c', 'b'..='b', 'x'..='x']), ['a'..='e', 'x'..='x']);
/// ```
pub fn union(ranges: impl IntoIterator<Item = RangeInclusive<char>>) -> Vec<RangeInclusive<char>> {
    let mut codes = Codes::default();
    for range in ranges {
        codes.add_characters(&range);
    }
    codes.characters()
}

/// Returns the characters of both, in ascending order.
pub(crate) fn common(
    ranges: &[RangeInclusive<char>],
    others: &[RangeInclusive<char>],
) -> Vec<RangeInclusive<char>> {
    let common = Codes::of_characters(ranges).within(&Codes::of_characters(others));
    common.characters()
}

/// Returns the characters whose octets begin with these.
pub(crate) fn beginning_with(begun: &[u8]) -> Vec<RangeInclusive<char>> {
    let Some((&first, after)) = begun.split_first() else {
        return Vec::new();
    };
    let Some((bits, count)) = bits(first).filter(|(_, count)| *count >= after.len()) else {
        return Vec::new();
    };
    let bits = after
        .iter()
        .fold(bits, |bits, octet| (bits << 6) | u32::from(octet & 0x3F));
    let width = 6 * (count - after.len());
    let (first, last) = (bits << width, ((bits + 1) << width) - 1);
    // Smaller numbers have fewer octets.
    let first = first.max([0, 0x80, 0x800, 0x1_0000][count]);
    let last = last.min(u32::from(char::MAX));
    let parts = [(first, last.min(0xD7FF)), (first.max(0xE000), last)];
    let parts = parts.into_iter().filter(|(first, last)| first <= last);
    let parts =
        parts.filter_map(|(first, last)| Some(char::from_u32(first)?..=char::from_u32(last)?));
    parts.collect()
}

/// Returns one set for each target. Sets of all octets after the first make one range of characters, and classes
/// of them a range for each combination of octets.
fn merged<S: Copy + Ord>(transitions: Vec<(CharacterSet, S)>) -> BTreeMap<S, CharacterSet> {
    let mut merged: BTreeMap<S, CharacterSet> = BTreeMap::new();
    for (set, state) in transitions {
        let known = merged.entry(state).or_insert(CharacterSet::EMPTY);
        *known = known.union(set);
    }
    merged
}

/// Octets that lead from one state to another.
struct Path {
    first: CharacterSet,
    after: Vec<CharacterSet>,
}

impl Path {
    /// Adds the characters that begin with the path and have that many more octets.
    fn follow<S: Copy + Ord>(
        &mut self,
        (state, left): (S, usize),
        transitions: &mut impl FnMut(S) -> Vec<(CharacterSet, S)>,
        found: &mut Vec<(RangeInclusive<char>, S)>,
    ) {
        if left == 0 {
            let ranges = characters(self.first, &self.after);
            found.extend(ranges.into_iter().map(|range| (range, state)));
            return;
        }
        for (next, set) in merged(transitions(state)) {
            self.after.push(set);
            self.follow((next, left - 1), transitions, found);
            self.after.pop();
        }
    }
}

/// Returns whether the octet is the first of a character with that many octets after it.
fn is_before(first: u8, after: usize) -> bool {
    bits(first).is_some_and(|(_, count)| count == after)
}

/// Adds the characters with these first bits and octets of these sets. Returns false if one of them
/// is no character.
fn add(bits: u32, sets: &[CharacterSet], found: &mut Vec<RangeInclusive<char>>) -> bool {
    let is_all = |set: &CharacterSet| set.len() == CONTINUATION.len();
    if let Some((first, rest)) = sets.split_first()
        && !sets.iter().all(is_all)
    {
        return octets(*first).all(|octet| add((bits << 6) | u32::from(octet & 0x3F), rest, found));
    }
    let width = 6 * sets.len();
    let (first, last) = (bits << width, ((bits + 1) << width) - 1);
    match (char::from_u32(first), char::from_u32(last)) {
        (Some(first), Some(last)) => {
            found.push(first..=last);
            true
        }
        _ => false,
    }
}

fn octets(set: CharacterSet) -> impl Iterator<Item = u8> {
    set.iter().filter_map(|one| u8::try_from(one).ok())
}
