//! The characters that begin with an octet that can come next, if octets are those of UTF-8.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use crate::character_set::CharacterSet;
use crate::recognizer::network::{Address, Instruction, Network};

/// The octets of a character behind its first one.
const BEHIND: RangeInclusive<u8> = 0x80..=0xBF;

/// Returns the characters whose first octet is in the set, and whose further ones are those that the
/// network consumes behind it. It is empty if they are not all characters.
pub(super) fn characters(
    network: &Network,
    first: CharacterSet,
    next: Address,
) -> Vec<RangeInclusive<char>> {
    let mut found = Vec::new();
    for octet in octets(first) {
        let (bits, behind) = match octet {
            0x00..=0x7F => (u32::from(octet), 0),
            0xC2..=0xDF => (u32::from(octet & 0x1F), 1),
            0xE0..=0xEF => (u32::from(octet & 0x0F), 2),
            0xF0..=0xF4 => (u32::from(octet & 0x07), 3),
            _ => return Vec::new(),
        };
        let Some(sets) = sets(network, next, behind) else {
            return Vec::new();
        };
        if !add(bits, &sets, &mut found) {
            return Vec::new();
        }
    }
    found
}

/// Returns the sets of the next octets, all of which are inside of characters.
fn sets(network: &Network, mut next: Address, count: usize) -> Option<Vec<CharacterSet>> {
    let mut sets = Vec::with_capacity(count);
    for _ in 0..count {
        let Instruction::Octet(set, behind) = network.instruction(next) else {
            return None;
        };
        if !octets(set).all(|octet| BEHIND.contains(&octet)) {
            return None;
        }
        sets.push(set);
        next = behind;
    }
    Some(sets)
}

/// Adds the characters with these first bits and octets of these sets. Returns false if one of them
/// is no character.
fn add(bits: u32, sets: &[CharacterSet], found: &mut Vec<RangeInclusive<char>>) -> bool {
    let is_all = |set: &CharacterSet| set.len() == BEHIND.len();
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
