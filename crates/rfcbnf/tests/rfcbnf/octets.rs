//! Grammars of octets beyond ASCII, and of characters beyond ASCII.

use std::collections::HashSet;

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::difference::{Comparison, Origin, compare_production};
use rfcbnf::export::{ExportError, dot, pest, regex};
use rfcbnf::octets::OctetSet;
use rfcbnf::ordered_choice::{Naive, Outcome, search};
use rfcbnf::sentences::Sentences;

use crate::grammars::read;
use crate::texts::utf8;

/// Numbers are octets.
const OCTETS: &str = "a = 1*( obs / \"x\" ) %x0D.0A\nobs = %x80-FF\n";

/// Numbers are characters, and texts are UTF-8.
const CHARACTERS: &str = "a = 1*( ucs / \"x\" )\nucs = %xA0-D7FF / %x10000-10FFFF\n";

fn automaton(source: &str) -> Automaton {
    Automaton::new(&read(source), "a").expect("the production is small")
}

#[test]
fn a_number_is_an_octet_unless_one_is_too_large() {
    let octets = automaton("a = %xE9 / %x80-8F\n");
    assert!(octets.accepts(b"\xe9") && octets.accepts(b"\x8f"));
    assert!(!octets.accepts("é".as_bytes()));
    let characters = automaton("a = %xE9 / %x80-8F / %x100\n");
    assert!(characters.accepts("é".as_bytes()) && characters.accepts("\u{8f}".as_bytes()));
    assert!(!characters.accepts(b"\xe9"));
}

#[test]
fn exactly_the_characters_of_a_range_are_derived() {
    let automaton = automaton("a = %x7E-7FF / %xFFFE-10001\n");
    for (first, last) in [('\u{7e}', '\u{7ff}'), ('\u{fffe}', '\u{10001}')] {
        for character in first..=last {
            assert!(automaton.accepts(character.to_string().as_bytes()));
        }
    }
    for character in ['}', '\u{800}', '\u{fffd}', '\u{10002}'] {
        assert!(!automaton.accepts(character.to_string().as_bytes()));
    }
    assert!(!automaton.accepts(b"\xc3"));
}

#[test]
fn answers_prefer_printable_characters_and_utf8() {
    for (source, expected) in [
        ("a = %x00-FF\n", &b"a"[..]),
        ("a = %x00-2F\n", b" "),
        ("a = %x00-1F / %x80-FF\n", b"\0"),
        ("a = %x80-FF\n", b"\xc3"),
        ("a = %xA0-D7FF\n", "é".as_bytes()),
    ] {
        assert_eq!(
            automaton(source).shortest().as_deref(),
            Some(expected),
            "{source}"
        );
    }
    assert_eq!(
        automaton("a = %x80-FF\n").first(),
        OctetSet::range(0x80, 0xff)
    );
}

#[test]
fn random_texts_of_ranges_are_derived_but_no_near_misses() {
    for source in [OCTETS, CHARACTERS] {
        let grammar = read(source);
        let automaton = automaton(source);
        let sentences = Sentences::new(&grammar, "a").expect("the production is small");
        let texts: HashSet<Vec<u8>> = sentences.random(1).take(200).collect();
        assert_eq!(texts.len(), 200);
        assert!(texts.iter().all(|text| automaton.accepts(text)));
        assert!(texts.iter().any(|text| !text.is_ascii()));
        for miss in sentences.near_misses(1).take(200) {
            assert!(automaton.accepts(&miss.of) && !automaton.accepts(&miss.text));
            assert!(source == OCTETS || std::str::from_utf8(&miss.text).is_ok());
        }
    }
}

#[test]
fn a_range_is_one_use_of_a_cover() {
    let grammar = read("a = %x41-5A / %x80-FF\n");
    let sentences = Sentences::new(&grammar, "a").expect("the production is small");
    assert_eq!(sentences.uses().len(), 3);
    let cover = sentences.cover(0).expect("the uses are few");
    assert_eq!(cover.len(), 2);
    let grammar = read("a = %x80-10FFFF\n");
    let sentences = Sentences::new(&grammar, "a").expect("the production is small");
    assert_eq!(sentences.uses().len(), 1);
}

#[test]
fn texts_that_only_one_grammar_derives_are_octets() {
    let (octets, characters) = (read("a = %x80-FF\n"), read("a = %x80-10FFFF\n"));
    let compared = compare_production(&octets, &characters, "a", 1).expect("both are small");
    let Comparison::Differs { texts, origin } = compared.result else {
        panic!("they differ");
    };
    assert_eq!(origin, Origin::Body);
    assert_eq!(texts.only_a.as_deref(), Some(&b"\xc3"[..]));
    assert_eq!(texts.only_b.as_deref(), Some("é".as_bytes()));
    assert_eq!(texts.octets_of_a, OctetSet::range(0x80, 0xff));
    assert_eq!(texts.octets_of_b, OctetSet::EMPTY);
    let same = read("a = %x80-BF / %xC0-FF\n");
    let compared = compare_production(&octets, &same, "a", 1).expect("both are small");
    assert_eq!(compared.result, Comparison::Equal);
}

#[test]
fn trees_quote_octets_that_are_not_utf8() {
    let grammar = read(OCTETS);
    let mut trees = derivations(&grammar, "a", b"x\xff\r\n").expect("the production is there");
    let tree = trees.next().expect("it is derived");
    assert_eq!(
        tree.to_string(),
        "a 0..4 \"x\\xff\\r\\n\"\n  obs 1..2 \"\\xff\"\n"
    );
    assert!(trees.next().is_none());
}

#[test]
fn the_naive_reading_of_octets_is_searched_and_followed() {
    let grammar = read("a = b %xFF\nb = 1*%x80-FF\n");
    let found = search(&grammar, 1);
    assert!(matches!(
        &found[0].outcome,
        Outcome::Wrong { text, .. } if text == b"\xc3\xff"
    ));
    assert_eq!(found[1].outcome, Outcome::Right);
    let naive = Naive::new(&grammar, "b").expect("the production exists");
    assert!(naive.accepts(b"\x80\xff") && !naive.accepts(b"\x80\x7f"));
}

#[test]
fn exports_name_octets_by_their_numbers() {
    let grammar = read("a = %x00-1F / %x41-43 / %x80-FF / \" \"\n");
    let drawn = dot(&grammar, "a").expect("it can be exported");
    assert!(
        drawn.contains("[label=\"A-C space %x00-1F\\n%x80-FF\"]"),
        "{drawn}"
    );
    let expression = regex(&grammar, "a").expect("it can be exported");
    assert_eq!(expression.as_str(), r"^[\x00-\x1f\x20A-C\x80-\xff]$");
}

#[test]
fn pest_reads_characters_and_therefore_no_grammar_of_octets() {
    let error = pest(&read(OCTETS), None).expect_err("it has octets");
    let production = "obs".to_owned();
    assert_eq!(error, ExportError::OctetsAsCharacters { production });
    assert_eq!(
        error.to_string(),
        "production `obs` derives octets above 7F, and that notation reads characters; write \
         the production in ABNF, or export its automaton or a regular expression"
    );
    let text = pest(&read(CHARACTERS), None).expect("it has characters");
    assert!(
        text.contains(r"'\u{A0}'..'\u{D7FF}' | '\u{10000}'..'\u{10FFFF}'"),
        "{text}"
    );
}

#[test]
fn a_range_has_the_octets_between_its_ends() {
    for (first, last) in (0..=255).flat_map(|first| (0..=255).map(move |last| (first, last))) {
        let between = (first..=last).fold(OctetSet::EMPTY, |set, one| set | OctetSet::single(one));
        assert_eq!(OctetSet::range(first, last), between, "{first} {last}");
    }
}

#[test]
fn sets_of_octets_know_their_members() {
    let set = OctetSet::of("bÿ") | OctetSet::range(0x7e, 0x81);
    let octets: Vec<u8> = set.iter().collect();
    assert_eq!(octets, [b'b', 0x7e, 0x7f, 0x80, 0x81, 0xbf, 0xc3]);
    assert_eq!(set.count(), 7);
    assert_eq!(set.lowest(), Some(b'b'));
    assert_eq!((!set).count(), 249);
    assert_eq!((set & !set).lowest(), None);
    let ranges: Vec<_> = OctetSet::ALL.ranges().collect();
    assert_eq!(ranges, [0..=0xff]);
    assert_eq!(OctetSet::range(2, 1), OctetSet::EMPTY);
    assert_eq!(format!("{:?}", OctetSet::of("a\0")), "b\"\\x00a\"");
    assert_eq!(utf8(OctetSet::of("aZ").in_any_case().characters()), "AZaz");
}
