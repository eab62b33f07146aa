//! Tests that run in the copy. They compare its parsers with the automata and the derivations of
//! its changed grammar file.

#[path = "../rfc1738/exactness/reference.rs"]
mod reference;
#[path = "../rfc1738/texts.rs"]
mod texts;

use rfc1738::{Rule, is_valid};
use rfcbnf::automaton::Automata;
use rfcbnf::conformance::Suite;
use rfcbnf::rfc1738::{READINGS, load};

use reference::Reference;
use texts::every_text;

/// The grammar before it was changed.
const ORIGINAL: &str = include_str!("original.bnf");

/// Characters and parts of texts that the changed productions distinguish.
const PIECES: [&str; 14] = [
    "a", "b", "1", "12", "%", "%41", "-", ".", "/", ":", "@", ",", "~", ";",
];

#[test]
fn every_short_text_gets_the_reference_verdict_from_every_production() {
    let reference = Reference::get();
    for rule in Rule::ALL {
        every_text("", &PIECES, 2, &mut |text| {
            let is_valid = reference.compare(rule, text);
            assert_eq!(reference.compare_tree(rule, text), is_valid);
        });
    }
}

#[test]
fn every_short_url_of_a_changed_scheme_gets_the_reference_verdict() {
    let reference = Reference::get();
    for prefix in [
        "http://h",
        "ftp://",
        "ldap://h/",
        "https:",
        "http",
        "gopher://h/",
        "x://",
    ] {
        every_text(prefix, &PIECES, 3, &mut |text| {
            let is_valid = reference.compare(Rule::Url, text);
            assert_eq!(reference.compare_tree(Rule::Url, text), is_valid);
        });
    }
}

#[test]
fn the_suites_of_the_original_fail_exactly_where_the_copy_derives_other_texts() {
    let (grammar, _) = load(ORIGINAL, READINGS).expect("the original can be read");
    let automata = Automata::new(&grammar).expect("no production is too large");
    let mut changed = 0;
    for production in &grammar.productions {
        let name = production.name.as_str();
        let rule: Rule = name.parse().expect("no production was taken away");
        let original = automata.production(name).expect("the production exists");
        let suite = Suite::new(original, 0).expect("the suite is small");
        let is_wrong = |text: String| is_valid(rule, &text) != original.accepts(text.as_bytes());
        let differs = original != Reference::get().automaton(rule);
        assert_eq!(suite.texts().any(is_wrong), differs, "{name}");
        changed += usize::from(differs);
    }
    assert!((20..60).contains(&changed), "{changed} derive other texts");
}
