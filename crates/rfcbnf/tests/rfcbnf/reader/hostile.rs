//! No input makes the reader panic, loop, or write control characters to a terminal; nor do the kept inputs of the fuzz target
//! `readers`.

use std::path::Path;

use rfcbnf::read;

use super::invariants::{check_chosen, check_every_notation, read_and_check};
use super::{RFC1738, quoted_slash};
use crate::extent::few_or_many;
use crate::interpret::numbers::Numbers;
use crate::interpret::random::Choices as _;
use crate::replay::replay;

/// Reads a source and checks the invariants of the answer.
fn survives(source: &str) {
    read_and_check(source, &[quoted_slash()]);
}

#[test]
fn every_prefix_of_the_rfc_grammar_has_an_answer() {
    for cut in (0..=RFC1738.len()).step_by(few_or_many(3, 1)) {
        // The reader reads rule by rule, and a cut changes only the end. So the whole file is
        // needed only now and then.
        let start = if cut % few_or_many(600, 8) == 0 {
            0
        } else {
            cut.saturating_sub(few_or_many(200, 400))
        };
        survives(&RFC1738[start..cut]);
    }
}

#[test]
fn suffixes_of_the_rfc_grammar_have_an_answer() {
    for cut in (0..=RFC1738.len()).step_by(few_or_many(307, 11)) {
        survives(&RFC1738[cut..]);
    }
}

#[test]
fn mutations_of_the_rfc_grammar_have_an_answer() {
    let spice = b"\"\"<>[]()|/*#;:=\n\r\t\0\x1b\x7f\xc3\xa9 \x0cAz09-_+%$";
    let mut numbers = Numbers::new(1738);
    for _ in 0..few_or_many(80, 1000) {
        let mut octets = RFC1738.as_bytes().to_vec();
        for _ in 0..=numbers.below(8) {
            let place = numbers.below(octets.len());
            let octet = spice[numbers.below(spice.len())];
            match numbers.below(3) {
                0 => octets[place] = octet,
                1 => octets.insert(place, octet),
                _ => drop(octets.drain(place..(place + numbers.below(40)).min(octets.len()))),
            }
        }
        let source = String::from_utf8_lossy(&octets);
        survives(&source);
        if numbers.below(10) == 0 {
            check_every_notation(&source);
        }
    }
}

#[test]
fn texts_that_consist_of_signs_have_an_answer() {
    let signs: Vec<char> = "\"<>[]()|/*#;= \n\r\taz1%x-.,'\u{e9}\u{1b}"
        .chars()
        .collect();
    let mut numbers = Numbers::new(822);
    for _ in 0..few_or_many(500, 5000) {
        let length = numbers.below(60);
        let text: String = (0..length)
            .map(|_| signs[numbers.below(signs.len())])
            .collect();
        survives(&text);
        survives(&format!("a = {text}"));
        let sign = ["=", "=/", "::=", ":="][numbers.below(4)];
        check_every_notation(&format!("a {sign} {text}\n<b>\n {sign} {text}\nA=/{text}"));
    }
}

#[test]
fn a_repeated_sign_has_an_answer() {
    for unit in [
        "[", "( [ ", "]", "|", "/", "*", "#", "\"", "<", "\n <", ";\n", "x ", "$ ", "\r", "\n x",
        "9", "\u{e9}",
    ] {
        let source = format!("a = {}", unit.repeat(20_000));
        assert!(read(&source).is_err() || unit.starts_with(';'), "{unit:?}");
    }
}

#[test]
fn a_chain_of_many_rules_is_read() {
    let rules = (0..499).map(|index| format!("r{index} = r{}\n", index + 1));
    let source = rules
        .chain(["r499 = \"x\"\n".to_owned()])
        .collect::<String>();
    assert_eq!(read(&source).unwrap().productions.len(), 500);
}

#[test]
fn the_kept_inputs_of_readers_have_an_answer() {
    let fuzz = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../lab/fuzz"));
    assert!(replay(fuzz, "readers", check_chosen) >= 20);
}
