//! Texts that a person would try.
//!
//! A complete suite is complete for parsers with as many states as the grammar. Limits of parsers are
//! seldom so small: a port of at most 65535 takes eleven states. So the parser is also asked about
//! values at the usual limits, about what neighbouring grammars have, and about dates that exist.

use crate::automaton::Automaton;
use crate::octets::OctetSet;

/// How many numbers on either side of a limit are asked about. Digits behave alike until a text shows
/// that they do not.
pub(super) const NEIGHBOURS: u64 = 10;

/// Numbers at limits that parsers have, with their neighbours.
const NUMBERS: [u64; 16] = [
    0,
    12,
    31,
    59,
    99,
    127,
    255,
    999,
    1023,
    9_999,
    32_767,
    65_535,
    99_999,
    2_147_483_647,
    4_294_967_295,
    9_223_372_036_854_775_807,
];

/// What neighbouring grammars have, and what parsers often have beside a grammar.
const OTHERS: [&str; 52] = [
    "~",
    "#",
    "?",
    "@",
    "\\",
    "|",
    "^",
    "`",
    "\"",
    "<",
    ">",
    "{",
    "}",
    "[",
    "]",
    " ",
    "%",
    "%zz",
    "%2",
    "%u0041",
    "_",
    "-",
    ".",
    "..",
    ":",
    "::",
    ":0",
    "//",
    "//h",
    "#a",
    "?a",
    "a@",
    "a:b@",
    "[::1]",
    "[::ffff:1.2.3.4]",
    "[v1.a]",
    "127.0.0.1",
    "1.2.3",
    "0x7f.1",
    "xn--a",
    "é",
    "NaN",
    "Infinity",
    "+1",
    "-1",
    ".5",
    "1.",
    "1e5",
    "0x1F",
    "'a'",
    "/**/",
    "\"a\"",
];

/// Dates and times that exist, and such as do not.
const DATES: [&str; 12] = [
    "2024-02-29",
    "2023-02-29",
    "1999-12-31",
    "2000-13-01",
    "2000-00-10",
    "2000-01-32",
    "2000-04-31",
    "23:59:59",
    "23:59:60",
    "24:00:00",
    "12:60:00",
    "2024-02-29T23:59:59Z",
];

/// Returns texts of neighbouring grammars to ask about in the place of a production. `members` are some
/// texts of it.
pub(super) fn neighbours(members: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let texts = OTHERS.iter().chain(&DATES);
    let mut texts: Vec<Vec<u8>> = texts.map(|text| text.as_bytes().to_vec()).collect();
    for other in OTHERS.map(str::as_bytes) {
        for member in members.iter().take(2) {
            texts.push([member, other].concat());
            texts.push([other, member].concat());
        }
    }
    texts
}

/// Returns numbers at the usual limits, if the texts of the production are numbers.
pub(super) fn numbers(automaton: &Automaton) -> Vec<Vec<u8>> {
    if !takes_numbers(automaton) {
        return Vec::new();
    }
    let numbers = NUMBERS.iter().flat_map(|&number| {
        let around = number.saturating_sub(NEIGHBOURS)..=number.saturating_add(NEIGHBOURS);
        let padded = format!("0{number}").into_bytes();
        around.map(written).chain([padded])
    });
    numbers.collect()
}

/// Returns whether the texts are numbers: any two digits, and nothing but digits.
pub(super) fn takes_numbers(automaton: &Automaton) -> bool {
    automaton
        .octets()
        .without(OctetSet::range(b'0', b'9'))
        .is_empty()
        && (b'0'..=b'9').all(|digit| automaton.accepts(&[b'1', digit]))
}

/// Returns the number in decimal digits.
pub(super) fn written(number: u64) -> Vec<u8> {
    number.to_string().into_bytes()
}
