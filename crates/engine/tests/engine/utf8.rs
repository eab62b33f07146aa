//! Characters as the octets of UTF-8, compared with the standard library.

use std::ops::RangeInclusive;

use rfcbnf_engine::utf8;

/// Characters at which the number of octets, or one of the octets, begins anew.
const EDGES: [u32; 22] = [
    0, 1, 0x3F, 0x40, 0x7E, 0x7F, 0x80, 0x81, 0x7C0, 0x7FF, 0x800, 0xFFF, 0x1000, 0xD7FF, 0xE000,
    0xE001, 0xFFFE, 0xFFFF, 0x1_0000, 0x3_FFFF, 0x10_0041, 0x10_FFFF,
];

fn character(octets: impl Iterator<Item = u8>) -> char {
    let octets: Vec<u8> = octets.collect();
    let text = std::str::from_utf8(&octets).expect("the octets are a character");
    text.parse().expect("there is one character")
}

#[test]
fn sequences_of_a_range_have_each_character_once() {
    for first in EDGES {
        for last in EDGES.into_iter().filter(|&last| last >= first) {
            let [first, last] = [first, last].map(|one| char::from_u32(one).expect("a character"));
            let mut next = Some(first);
            for sequence in utf8::sequences(first, last) {
                let from = character(sequence.iter().map(|range| *range.start()));
                let to = character(sequence.iter().map(|range| *range.end()));
                assert_eq!(Some(from), next, "{first:?} to {last:?}");
                // Octets that are free of each other have no gap if they are as many as the characters between.
                let count: usize = sequence.iter().map(RangeInclusive::len).product();
                assert_eq!(count, (from..=to).count(), "{first:?} to {last:?}");
                next = (to..=char::MAX).nth(1);
            }
            assert_eq!(next, (last..=char::MAX).nth(1), "{first:?} to {last:?}");
        }
    }
}
