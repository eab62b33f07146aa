//! Texts to a depth: regular languages that grow towards the language of the grammar.

use rfcbnf::automaton::{Automaton, AutomatonError};
use rfcbnf::syntax::Grammar;

use super::parts::Parts;
use super::random;
use super::texts;
use super::verdict::Spans;
use super::written::{GRAMMARS, read};
use crate::extent::few_or_many;

/// The greatest depth of an automaton here. Some are too large before that.
const DEEPEST: u32 = 12;

fn automaton(grammar: &Grammar, depth: u32) -> Result<Automaton, AutomatonError> {
    let limited = grammar.to_depth(depth).expect("it is small");
    Automaton::new(&limited, "s")
}

/// Compares the texts to some depths with those that the grammar derives. Returns the number of texts
/// that are deep, and are found at a greater depth.
fn compare(grammar: &Grammar, characters: &str, most: usize) -> usize {
    let parts = Parts::of(grammar, "s");
    let automata = (0..=DEEPEST).map(|depth| automaton(grammar, depth));
    // Those that grow fast take long.
    let most_states = few_or_many(200, usize::MAX);
    let automata = automata.map_while(Result::ok);
    let automata = automata.take_while(|one| one.states().len() <= most_states);
    let automata: Vec<Automaton> = automata.collect();
    let mut deep = 0;
    for text in texts::short(characters, most) {
        let is_derived = Spans::of(&parts, &text).is_derived();
        let accepted: Vec<bool> = automata.iter().map(|one| one.accepts(&text)).collect();
        let shown = format!(
            "{:?} of\n{}",
            String::from_utf8_lossy(&text),
            grammar.source
        );
        assert!(accepted.is_sorted(), "{accepted:?} {shown}");
        let is_found = accepted.contains(&true);
        // Between two octets, no production is needed twice.
        let enough = grammar.productions.len() * (text.len() + 1);
        let is_deep_enough = enough < automata.len();
        let is_right = is_found == is_derived || (is_derived && !is_deep_enough);
        assert!(is_right, "{accepted:?} {shown}");
        deep += usize::from(is_found && !accepted[0] && is_deep_enough);
    }
    deep
}

#[test]
fn greater_depths_derive_more_texts_of_the_grammar() {
    let mut deep = 0;
    for (kind, source, characters) in GRAMMARS {
        deep += compare(&read(kind, source), characters, few_or_many(300, 1_000));
    }
    assert!(deep > few_or_many(30, 100), "{deep}");
}

#[test]
fn greater_depths_derive_more_texts_of_random_grammars() {
    let mut deep = 0;
    for (grammar, characters) in random::grammars(few_or_many(5, 100)) {
        deep += compare(&grammar, characters, 300);
    }
    assert!(deep > few_or_many(8, 20), "{deep}");
}

#[test]
fn left_and_right_recursion_are_not_deep() {
    for (source, text) in [
        ("s = s \"+\" \"1\" | \"1\"\n", "1+1+1+1+1+1"),
        ("s = \"1\" | \"1\" \"+\" s\n", "1+1+1+1+1+1"),
        // Along the left end and along the right end, with a production that recurses in the middle.
        (
            "s = s \"+\" t | t\nt = t \"*\" f | f\nf = \"(\" s \")\" | \"1\"\n",
            "1+1*1*1+1*1",
        ),
        (
            "s = t \"+\" s | t\nt = \"(\" s \")\" | \"1\"\n",
            "1+1+1+1+1",
        ),
        // A chain that turns from left to right.
        ("s = s \"b\" | \"a\" s | \"c\"\n", "aaacbbb"),
    ] {
        let grammar = rfcbnf::read(source).expect("it is a grammar");
        let automaton = automaton(&grammar, 1).expect("it is small");
        assert!(automaton.accepts(text.as_bytes()), "{source}");
    }
}

#[test]
fn depth_counts_productions_with_text_on_both_sides() {
    let grammar =
        rfcbnf::read("s = s \"+\" t | t\nt = \"(\" s \")\" | \"1\"\n").expect("a grammar");
    for depth in 0..5 {
        let nested = |count: usize| ["(".repeat(count), "1".into(), ")".repeat(count)].concat();
        let automaton = automaton(&grammar, depth).expect("it is small");
        let deepest = usize::try_from(depth).expect("it is small");
        assert!(automaton.accepts(nested(deepest).as_bytes()));
        assert!(!automaton.accepts(nested(deepest + 1).as_bytes()));
        let several = format!("{0}+{0}", nested(deepest));
        assert!(automaton.accepts(several.as_bytes()));
    }
}

#[test]
fn productions_without_recursion_stay_as_they_are() {
    let source =
        "s = \"(\" [ s ] \")\" | word\nword = \"a\" word | \"b\"\nn = <a number> [ s ]\nu = v s\n";
    let document = rfcbnf::Reader::default().read(source);
    let limited = document.grammar.to_depth(2).expect("it is small");
    let find = |name: &str| limited.productions.iter().find(|one| one.name == name);
    assert_eq!(find("word"), document.grammar.productions.get(1));
    for name in ["s", "word"] {
        assert_eq!(limited.obstacle_to_automaton(name), None);
    }
    for name in ["n", "u"] {
        let obstacle = limited.obstacle_to_automaton(name).expect("there is one");
        assert_eq!(Some(obstacle), document.grammar.obstacle(name));
    }
}

#[test]
fn a_depth_that_takes_too_many_productions_has_no_grammar() {
    let grammar = rfcbnf::read("s = \"(\" [ s ] \")\"\n").expect("it is a grammar");
    assert!(grammar.to_depth(10_000).is_some());
    assert!(grammar.to_depth(u32::MAX).is_none());
}

#[test]
fn rfc_8259_to_a_depth_has_an_automaton() {
    let grammar = rfcbnf::read(include_str!(
        "../../../../../examples/grammars/rfc8259.abnf"
    ));
    let grammar = grammar
        .expect("it is a grammar")
        .to_depth(3)
        .expect("it is small");
    let json = Automaton::new(&grammar, "JSON-text").expect("it is small");
    assert!(json.accepts(b"[[[1]], {\"a\": [0]}]"));
    assert!(!json.accepts(b"[[[[1]]]]"));
}
