//! Ordered choice where productions recurse at the right end, beside a plain reading of the syntax tree.

use rfcbnf::automaton::Automaton;
use rfcbnf::derivations::derivations;
use rfcbnf::naive::{Naive, Outcome, Trees, endless, search};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::{Expression, Grammar, Kind};

use crate::extent::few_or_many;

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

/// Returns all short texts, the shortest first.
fn texts() -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new()];
    let mut next = 0;
    while texts[next].len() < LONGEST {
        let longer = b"ab,".map(|octet| [&texts[next][..], &[octet]].concat());
        texts.extend(longer);
        next += 1;
    }
    texts
}

/// Returns the length of a shortest text of the production that ordered choice rejects.
fn shortest_lost(grammar: &Grammar, name: &str) -> Option<usize> {
    let automaton = Automaton::new(grammar, name).expect("it recurses at one end");
    let body = &grammar.production(name).expect("it is defined").body;
    let lost = texts().into_iter().find(|text| {
        let is_right = end(grammar, body, text, 0) == Some(text.len());
        assert!(!is_right || automaton.accepts(text), "{name} {text:?}");
        automaton.accepts(text) && !is_right
    });
    lost.map(|text| text.len())
}

/// Grammars that recurse at the right end, and texts of `a`, `b` and a comma.
const GRAMMARS: [&str; 7] = [
    // The first alternative matches always, and recursion is never tried.
    "list = item | item \",\" list\nitem = \"a\" | \"b\"\n",
    "list = item \",\" list | item\nitem = \"a\" | \"b\"\n",
    "list = item [ \",\" list ]\nitem = \"a\" | \"a\" \"b\"\n",
    "even = \"a\" odd | \"\"\nodd = \"a\" even | \"b\"\n",
    "text = [ list ] \",\" | list list\nlist = \"a\" list | \"b\"\n",
    "text = *list \"b\"\nlist = \"a\" list | \"\" | \"b\"\n",
    "text = *1list 2list \"b\"\nlist = \"a\" [ list ] | \"b\" ( list | other | \"\" )\nother = \"a\" other | list\n",
];

/// Grammars that recurse in the middle.
const NESTED: [&str; 5] = [
    "pair = \"a\" [ pair ] \"b\"\n",
    "list = \"a\" list \"b\" | \"a\" list \"a\" | \",\"\n",
    "text = 1*part\npart = \"a\" text \"b\" | \"a\" | \",\"\n",
    "if = \"a\" if \",\" if | \"a\" if | \"b\"\n",
    "list = \"a\" [ list ] \"b\" [ \",\" ] | \"a\" \"b\" \",\" \",\" | \"a\" \"a\"\n",
];

#[test]
fn the_search_finds_a_shortest_text_lost_in_right_recursion() {
    for source in GRAMMARS {
        let grammar = rfcbnf::read(source).expect("no errors");
        let found = search(&grammar, 1);
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
fn the_search_to_a_depth_finds_a_shortest_lost_text() {
    let (mut wrong, mut right) = (0, 0);
    for source in NESTED {
        let grammar = rfcbnf::read(source).expect("no errors");
        // No text that is tried here is deeper.
        for one in search(&grammar, 3) {
            let is_about_all = one.outcome == Outcome::Right && one.trees == Trees::Same;
            assert!(one.depth == Some(3) || is_about_all, "{source}");
            let name = &one.production;
            let recognizer = Recognizer::new(&grammar, name).expect("no obstacle");
            let body = &grammar.production(name).expect("it is defined").body;
            let is_lost = |text: &Vec<u8>| {
                let is_right = end(&grammar, body, text, 0) == Some(text.len());
                let found = recognizer.recognize(text).expect("it is short");
                found.accepts_all() && !is_right
            };
            let lost = texts()
                .iter()
                .position(is_lost)
                .map(|index| texts()[index].len());
            match &one.outcome {
                Outcome::Right => {
                    right += 1;
                    assert_eq!(lost, None, "{name} in {source}");
                }
                Outcome::Wrong { text, .. } => {
                    wrong += 1;
                    assert!(is_lost(text), "{name} in {source}");
                    let is_shortest = lost.is_none_or(|lost| lost == text.len());
                    assert!(is_shortest, "{name} {text:?} in {source}");
                }
                Outcome::Undecided { length } => {
                    assert!(lost.is_none_or(|lost| lost > *length), "{name} in {source}");
                }
            }
        }
    }
    assert!(wrong > 1 && right > 0, "{wrong} {right}");
}

#[test]
fn ordered_choice_deeper_than_the_search_is_not_guessed() {
    // Ordered choice tries the brackets of `deep`, however many there are.
    let source = "s = deep | *\"(\" \"a\"\ndeep = \"(\" deep \")\" | \"a\"\n";
    let grammar = rfcbnf::read(source).expect("no errors");
    let found = search(&grammar, 1);
    assert_eq!((&*found[0].production, found[0].depth), ("s", Some(1)));
    assert!(matches!(found[0].outcome, Outcome::Undecided { length } if length >= 3));
}

#[test]
fn ordered_choice_reads_recursion_at_the_end_and_the_middle() {
    let (mut accepted, mut lost) = (0, 0);
    for source in GRAMMARS.into_iter().chain(NESTED) {
        let grammar = rfcbnf::read(source).expect("no errors");
        for production in &grammar.productions {
            let name = &production.name;
            let recognizer = Recognizer::new(&grammar, name).expect("no obstacle");
            let naive = Naive::new(&grammar, name).expect("ordered choice ends");
            for text in texts() {
                let context = format!("{name} {text:?} in {source}");
                let compared = naive.compare(&text).expect("it is short");
                let plain = end(&grammar, &production.body, &text, 0);
                assert_eq!(compared.end, plain, "{context}");
                let is_accepted = plain == Some(text.len());
                assert_eq!(compared.is_accepted(), is_accepted, "{context}");
                let found = recognizer.recognize(&text).expect("it is short");
                let is_derived = found.accepts_all();
                assert_eq!(compared.tree.is_some(), is_derived, "{context}");
                let is_lost = is_derived && !is_accepted;
                assert_eq!(compared.cause.is_some(), is_lost, "{context}");
                if let Some(tree) = compared.naive {
                    let mut trees = derivations(&grammar, name, &text).expect("it is short");
                    assert!(trees.any(|one| one == tree), "{context}");
                }
                accepted += usize::from(is_accepted);
                lost += usize::from(is_lost);
            }
        }
    }
    assert!(accepted > 300 && lost > 100, "{accepted} {lost}");
}

#[test]
fn ordered_choice_reads_long_right_recursion_without_overflow() {
    let grammar = rfcbnf::read("list = item \",\" list | item\nitem = \"a\" | \"a\" \"b\"\n");
    let grammar = grammar.expect("no errors");
    let naive = Naive::new(&grammar, "list").expect("ordered choice ends");
    let text = "a,".repeat(few_or_many(20_000, 100_000));
    let compared = naive.compare(format!("{text}a")).expect("it is linear");
    assert!(compared.is_accepted() && compared.agrees());
    let compared = naive.compare(format!("{text}ab")).expect("it is linear");
    assert_eq!(compared.end, Some(text.len() + 1));
    let cause = compared.cause.expect("it has a cause");
    let last = text.len()..text.len() + 2;
    assert_eq!((&*cause.production, cause.derives), ("item", last));
}

#[test]
fn ordered_choice_that_never_ends_reads_no_text() {
    let grammar = rfcbnf::read("s = [ \"b\" ] s | \"a\"\n").expect("no errors");
    let refusal = Naive::new(&grammar, "s").err().expect("it never ends");
    assert_eq!(refusal.to_string(), "production `s` is recursive: s → s");
}

#[test]
fn productions_that_lead_to_left_recursion_are_not_searched() {
    let source = "s = \"a\" list | other\nlist = list \",\" | \"a\"\nother = \"a\" other | \"b\"\n";
    let grammar = rfcbnf::read(source).expect("no errors");
    let found = search(&grammar, 1);
    let names: Vec<&str> = found.iter().map(|one| &*one.production).collect();
    assert_eq!(names, ["other"]);
    let reason = |name: &str| endless(&grammar, name).map(|one| one.to_string());
    assert_eq!(
        reason("s").as_deref(),
        Some(
            "ordered choice never ends: production `s` leads to `list`, which is left-recursive: list → list"
        )
    );
    assert_eq!(reason("other"), None);
}

/// An optional part before the reference hides the left recursion.
#[test]
fn hidden_left_recursion_is_not_searched() {
    let grammar = rfcbnf::read("s = [ \"b\" ] s | \"a\"\n").expect("no errors");
    assert!(Automaton::new(&grammar, "s").is_ok());
    assert_eq!(search(&grammar, 1), []);
    assert_eq!(
        endless(&grammar, "s").expect("it never ends").cycle(),
        ["s", "s"]
    );
}
