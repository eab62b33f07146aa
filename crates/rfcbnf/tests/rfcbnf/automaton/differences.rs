//! Shortest texts that one production derives and another does not.

use super::support::{automaton, grammar, small};
use crate::texts::utf8;

#[test]
fn productions_with_the_same_language_do_not_differ() {
    assert_eq!(automaton("user").difference(automaton("password")), None);
    assert_eq!(automaton("user"), automaton("password"));
    assert_eq!(
        automaton("domainlabel").difference(automaton("domainlabel")),
        None
    );
}

#[test]
fn the_difference_is_a_shortest_text_that_only_one_has() {
    for (one, other, expected) in [
        ("fsegment", "hsegment", Some("?")),
        ("hsegment", "fsegment", Some(";")),
        ("domainlabel", "toplabel", Some("0")),
        ("toplabel", "domainlabel", None),
        ("hpath", "hsegment", Some("/")),
        ("urlpath", "encoded822addr", Some("")),
    ] {
        let found = automaton(one).difference(automaton(other));
        assert_eq!(
            found.map(utf8).as_deref(),
            expected,
            "{one} without {other}"
        );
    }
}

#[test]
fn productions_are_equal_exactly_if_no_text_distinguishes_them() {
    let all = || {
        grammar()
            .productions
            .iter()
            .map(|it| (&it.name, automaton(&it.name)))
    };
    for (one_name, one) in all() {
        for (other_name, other) in all() {
            let difference = one.difference(other);
            if let Some(text) = &difference {
                assert!(one.accepts(text), "{one_name}: {text:?}");
                assert!(!other.accepts(text), "{other_name}: {text:?}");
            }
            let is_within = difference.is_none() && other.difference(one).is_none();
            assert_eq!(one == other, is_within, "{one_name} and {other_name}");
        }
    }
}

#[test]
fn a_long_text_is_found_if_no_shorter_one_differs() {
    let (one, other) = (small("a = *40\"x\"\n"), small("a = *39\"x\"\n"));
    assert_eq!(one.difference(&other), Some(b"x".repeat(40)));
    assert_eq!(other.difference(&one), None);
}
