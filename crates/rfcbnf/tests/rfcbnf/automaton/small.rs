//! Counts, brackets, cases and exclusions in grammars of a few lines.

use rfcbnf::automaton::Automaton;
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::{Case, Grammar, Kind};

use super::support::small;
use crate::texts::utf8;

/// Returns every accepted text of at most `most` of the letters.
fn accepted(automaton: &Automaton, letters: &str, most: usize) -> Vec<String> {
    let mut texts = vec![String::new()];
    let mut last = texts.clone();
    for _ in 0..most {
        last = last
            .iter()
            .flat_map(|text| letters.chars().map(move |letter| format!("{text}{letter}")))
            .collect();
        texts.extend(last.clone());
    }
    texts.retain(|text| automaton.accepts(text.as_bytes()));
    texts
}

#[test]
fn counts_are_kept() {
    for (bnf, expected) in [
        ("a = 2\"x\"\n", vec!["xx"]),
        ("a = 1*2\"x\"\n", vec!["x", "xx"]),
        ("a = *2\"x\"\n", vec!["", "x", "xx"]),
        ("a = 3*\"x\"\n", vec!["xxx", "xxxx"]),
        (
            "a = 2( \"x\" [ \"y\" ] )\n",
            vec!["xx", "xxy", "xyx", "xyxy"],
        ),
        ("a = 1*2( 2\"x\" )\n", vec!["xx", "xxxx"]),
        ("a = *[ \"x\" \"y\" ]\n", vec!["", "xy", "xyxy"]),
    ] {
        assert_eq!(accepted(&small(bnf), "xy", 4), expected, "{bnf}");
    }
}

#[test]
fn alternatives_and_brackets_nest() {
    let automaton = small("a = ( \"x\" | [ \"y\" ( \"x\" | \"yy\" ) ] ) \"y\"\n");
    assert_eq!(accepted(&automaton, "xy", 4), ["y", "xy", "yxy", "yyyy"]);
}

#[test]
fn an_alternative_that_is_a_prefix_does_not_hide_another() {
    let automaton = small("a = b \"y\"\nb = \"x\" | \"x\" \"y\" | *\"y\" \"x\"\n");
    assert_eq!(accepted(&automaton, "xy", 3), ["xy", "xyy", "yxy"]);
}

/// Lets every literal or every reference of the first production match in any case.
fn in_any_case(bnf: &str, wants: fn(&Kind) -> bool) -> Automaton {
    let mut grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let body = &mut grammar.productions[0].body;
    let mut parts = vec![body];
    while let Some(part) = parts.pop() {
        if wants(&part.kind)
            && let Kind::Literal { case, .. } | Kind::Reference { case, .. } = &mut part.kind
        {
            *case = Case::Ignored;
        }
        parts.extend(part.children_mut());
    }
    Automaton::new(&grammar, "a").expect("the production is small")
}

#[test]
fn only_a_literal_without_case_matches_in_any_case() {
    let is_literal = |kind: &Kind| matches!(kind, Kind::Literal { .. });
    let automaton = in_any_case("a = \"xY1\" b\nb = \"y\"\n", is_literal);
    let expected = ["XY1y", "Xy1y", "xY1y", "xy1y"];
    let mut found = accepted(&automaton, "xyXY1", 4);
    found.sort();
    assert_eq!(found, expected);
}

#[test]
fn a_reference_without_case_reaches_everything_below_it() {
    let is_reference = |kind: &Kind| matches!(kind, Kind::Reference { .. });
    let automaton = in_any_case(
        "a = \"x\" b\nb = c *\"X\"\nc = \"y\" | \"Yy\"\n",
        is_reference,
    );
    let mut found = accepted(&automaton, "xyXY", 3);
    found.sort();
    assert_eq!(
        found,
        [
            "xY", "xYX", "xYY", "xYx", "xYy", "xy", "xyX", "xyY", "xyx", "xyy"
        ]
    );
}

fn excluding(bnf: &str, excluded: &[&str]) -> (Grammar, Automaton) {
    let mut grammar = rfcbnf::read(bnf).expect("the grammar has no errors");
    let excluded = excluded.iter().map(|&text| text.to_owned());
    grammar.productions[0].excluded = excluded.collect();
    let name = grammar.productions[0].name.clone();
    let automaton = Automaton::new(&grammar, &name).expect("the production is small");
    (grammar, automaton)
}

#[test]
fn a_text_that_begins_with_an_excluded_text_is_rejected() {
    let letters = "a = *( \"x\" | \"y\" | \"X\" | \"Y\" )\n";
    let (_, automaton) = excluding(letters, &["xy", "xyy", "YY"]);
    for text in accepted(&small(letters), "xyXY", 4) {
        let folded = text.to_ascii_lowercase();
        let is_word = !folded.starts_with("xy") && !folded.starts_with("yy");
        assert_eq!(automaton.accepts(text.as_bytes()), is_word, "{text}");
    }
}

#[test]
fn an_exclusion_also_applies_where_the_production_is_used() {
    let (grammar, _) = excluding("b = *\"x\"\na = [ \"x\" ] b \"y\"\n", &["xxx"]);
    let automaton = Automaton::new(&grammar, "a").expect("the production is small");
    assert_eq!(accepted(&automaton, "xy", 5), ["y", "xy", "xxy", "xxxy"]);
}

#[test]
fn a_production_with_every_text_excluded_derives_nothing() {
    for excluded in ["", "x"] {
        let (_, automaton) = excluding("a = 1*\"x\"\n", &[excluded]);
        assert_eq!(automaton.states().len(), 1);
        assert_eq!(automaton.shortest(), None);
        assert!(!automaton.accepts(b""));
        let prefix = automaton.viable_prefix(b"x");
        assert_eq!((prefix.length(), prefix.next()), (0, OctetSet::EMPTY));
        assert!(!prefix.can_end());
        assert_eq!(automaton.classes().len(), 1);
    }
}

#[test]
fn a_production_with_an_undefined_name_has_no_automaton() {
    let mut grammar =
        rfcbnf::read("a = \"x\" | b\nb = \"y\"\n").expect("the grammar has no errors");
    grammar.productions.pop();
    let error = Automaton::new(&grammar, "a").unwrap_err();
    assert_eq!(
        error.to_string(),
        "production `a` uses `b`, which the grammar does not define"
    );
}

#[test]
fn texts_in_answers_prefer_letters_and_digits() {
    for (bnf, expected) in [
        ("a = \"!\" | \"0\" | \"A\" | \"a\"\n", "a"),
        ("a = \"!\" | \"0\" | \"Z\"\n", "Z"),
        ("a = \"!\" | \"0\" | \"~\"\n", "0"),
        ("a = \"zz\" | \"!\"\n", "!"),
        ("a = \"!z\" | \"z!\"\n", "z!"),
    ] {
        let shortest = small(bnf).shortest().map(utf8);
        assert_eq!(shortest.as_deref(), Some(expected), "{bnf}");
    }
}
