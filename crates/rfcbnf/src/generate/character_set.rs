//! Sets of characters in Rust.

use std::ops::RangeInclusive;

use rfcbnf_engine::CharacterSet;

use crate::octets::OctetSet;

/// The number of neighbors that do not print from which on they are written as a range.
const RANGE: usize = 3;

/// The number of neighbors that print from which on they are written as a range.
const MANY: usize = 32;

/// Returns a set in Rust.
pub(super) fn set_of(set: CharacterSet) -> String {
    union_of(None, set)
}

/// Returns the union of a set in Rust and another set. Neighbors that do not print are a range, and
/// so are many neighbors that are not all letters or digits.
pub(super) fn union_of(union: Option<String>, rest: CharacterSet) -> String {
    let octets: OctetSet = rest
        .iter()
        .filter_map(|one| u8::try_from(one).ok())
        .collect();
    let (text, ranges): (Vec<_>, Vec<_>) = octets.ranges().partition(is_text);
    let characters: String = text.into_iter().flatten().map(char::from).collect();
    let mut set = match union {
        None if characters.is_empty() && ranges.is_empty() => "CharacterSet::EMPTY".to_owned(),
        None if characters.is_empty() => String::new(),
        None => format!("CharacterSet::of({characters:?})"),
        Some(union) if characters.is_empty() => union,
        Some(union) => format!("{union}.with({characters:?})"),
    };
    for range in ranges {
        let (first, last) = range.into_inner();
        let [first_octet, last_octet] = [first, last].map(octet);
        set = match (set.is_empty(), first == last) {
            (false, true) => format!("{set}.with_octet({first_octet})"),
            (true, _) => format!("CharacterSet::range({first_octet}, {last_octet})"),
            (false, false) => {
                format!("{set}.union(CharacterSet::range({first_octet}, {last_octet}))")
            }
        };
    }
    set
}

/// Returns whether neighbors are written as a string.
fn is_text(range: &RangeInclusive<u8>) -> bool {
    let all = |test: fn(&u8) -> bool| range.clone().all(|octet| test(&octet));
    let is_short = range.len() < RANGE;
    range.end().is_ascii()
        && (is_short
            || all(u8::is_ascii_alphanumeric)
            || (range.len() < MANY && all(|octet| matches!(octet, b' '..=b'~'))))
}

/// Returns an octet in Rust: `b'a'`, or its number if it does not print.
pub(super) fn octet(octet: u8) -> String {
    if octet.is_ascii_graphic() {
        format!("b{:?}", char::from(octet))
    } else {
        format!("{octet:#04x}")
    }
}
