//! Ordered choice where productions recurse at the right end, beside a plain reading of the syntax tree.

use rfcbnf::automaton::Automaton;
use rfcbnf::naive::{Outcome, endless, search};
use rfcbnf::syntax::{Expression, Grammar, Kind};

/// The longest texts that are tried, in octets.
const LONGEST: usize = 6;

/// Returns where the ordered choice of an expression ends that begins at `at`; `None` if it fails.
fn end(grammar: &Grammar, expression: &Expression, text: &[u8], at: usize) -> Option<usize> {
    match &expression.kind {
        Kind::Alternation(members) => members.iter().find_map(|one| end(grammar, one, text, at)),
        Kind::Sequence(members) => {
            let mut members = members.iter();
            members.try_fold(at, |at, one| end(grammar, one, text, at))
        }
        Kind::Optional(body) => Some(end(grammar, body, text, at).unwrap_or(at)),
        Kind::Repetition { least, most, body } => {
            let (mut at, mut rounds) = (at, 0);
            while most.is_none_or(|most| rounds < most) {
                match end(grammar, body, text, at) {
                    Some(next) if next > at || rounds < *least => at = next,
                    None if rounds < *least => return None,
                    _ => break,
                }
                rounds += 1;
            }
            Some(at)
        }
        Kind::Literal { text: literal, .. } => {
            let is_next = text[at..].starts_with(literal.as_bytes());
            is_next.then_some(at + literal.len())
        }
        Kind::Reference { name, .. } => {
            let production = grammar.production(name).expect("it is defined");
            end(grammar, &production.body, text, at)
        }
        kind => panic!("no test has {kind:?}"),
    }
}

/// Returns the length of a shortest text of the production that ordered choice rejects.
fn shortest_lost(grammar: &Grammar, name: &str) -> Option<usize> {
    let automaton = Automaton::new(grammar, name).expect("it recurses at one end");
    let body = &grammar.production(name).expect("it is defined").body;
    let mut texts = vec![Vec::new()];
    for length in 0..=LONGEST {
        for text in &texts {
            let is_right = end(grammar, body, text, 0) == Some(text.len());
            assert!(!is_right || automaton.accepts(text), "{name} {text:?}");
            if automaton.accepts(text) && !is_right {
                return Some(length);
            }
        }
        let longer = texts.iter().flat_map(|text: &Vec<u8>| {
            let octets = b"ab,".iter();
            octets.map(|&octet| [&text[..], &[octet]].concat())
        });
        texts = longer.collect();
    }
    None
}

#[test]
fn the_search_finds_a_shortest_text_that_ordered_choice_loses_in_recursion_at_the_right_end() {
    for source in [
        // The first alternative matches always, and recursion is never tried.
        "list = item | item \",\" list\nitem = \"a\" | \"b\"\n",
        "list = item \",\" list | item\nitem = \"a\" | \"b\"\n",
        "list = item [ \",\" list ]\nitem = \"a\" | \"a\" \"b\"\n",
        "even = \"a\" odd | \"\"\nodd = \"a\" even | \"b\"\n",
        "text = [ list ] \",\" | list list\nlist = \"a\" list | \"b\"\n",
        "text = *list \"b\"\nlist = \"a\" list | \"\" | \"b\"\n",
        "text = *1list 2list \"b\"\nlist = \"a\" [ list ] | \"b\" ( list | other | \"\" )\nother = \"a\" other | list\n",
    ] {
        let grammar = rfcbnf::read(source).expect("no errors");
        let found = search(&grammar).expect("they are small");
        assert_eq!(found.len(), grammar.productions.len(), "{source}");
        for one in found {
            let length = match &one.outcome {
                Outcome::Right => None,
                Outcome::Wrong { text, .. } => Some(text.len()),
                Outcome::Undecided { .. } => panic!("{source}"),
            };
            assert_eq!(
                length,
                shortest_lost(&grammar, &one.production),
                "{} in {source}",
                one.production
            );
        }
    }
}

#[test]
fn productions_that_lead_to_left_recursion_are_not_searched_and_have_a_reason() {
    let source = "s = \"a\" list | other\nlist = list \",\" | \"a\"\nother = \"a\" other | \"b\"\n";
    let grammar = rfcbnf::read(source).expect("no errors");
    let found = search(&grammar).expect("they are small");
    let names: Vec<&str> = found.iter().map(|one| &*one.production).collect();
    assert_eq!(names, ["other"]);
    let reason = |name: &str| endless(&grammar, name).map(|one| one.to_string());
    assert_eq!(
        reason("s").as_deref(),
        Some(
            "ordered choice never ends: production `s` leads to `list`, which leads to itself before \
             it consumes anything: list → list"
        )
    );
    assert_eq!(reason("other"), None);
}

/// An optional part before the reference hides the left recursion.
#[test]
fn hidden_left_recursion_is_not_searched() {
    let grammar = rfcbnf::read("s = [ \"b\" ] s | \"a\"\n").expect("no errors");
    assert!(Automaton::new(&grammar, "s").is_ok());
    assert_eq!(search(&grammar).expect("it is small"), []);
    assert_eq!(
        endless(&grammar, "s").expect("it never ends").cycle(),
        ["s", "s"]
    );
}
