//! Grammars whose productions are matched by search.

use rfcbnf::Reader;
use rfcbnf::automaton::Automaton;
use rfcbnf::interpret::Interpreter;
use rfcbnf_engine::{Detail, parse_in_detail, steps, trace};

use super::compare::compare;
use crate::grammars;

/// Compares a production over all texts of up to `length` characters of an alphabet.
fn compare_short_texts(bnf: &str, rule: &str, alphabet: &str, length: u32) -> usize {
    let grammar = Reader::default().read(bnf).grammar;
    let automaton = Automaton::new(&grammar, rule).expect("the automaton is small");
    let interpreter = Interpreter::new(&grammar).expect("the grammar can be planned");
    let rule = interpreter.find(rule).expect("the production is there");
    let mut texts = vec![String::new()];
    let mut derived = 0;
    for _ in 0..=length {
        for text in &texts {
            derived += usize::from(compare(&grammar, &automaton, rule, text));
        }
        let longer = texts.iter().flat_map(|text| {
            let more = alphabet.chars();
            more.map(move |character| format!("{text}{character}"))
        });
        texts = longer.collect();
    }
    derived
}

#[test]
fn a_shorter_alternative_has_priority_over_a_longer_match() {
    let bnf = "p = q *\"b\"\nq = \"a\" | \"ab\" | \"abb\"\n";
    assert_eq!(compare_short_texts(bnf, "p", "ab", 6), 6);
}

#[test]
fn rounds_can_be_empty_and_overlap() {
    let bnf = "p = 2( q ) [ \"-\" ]\nq = [ \"a\" ]\n";
    assert_eq!(compare_short_texts(bnf, "p", "a-", 5), 6);
    let bnf = "p = 3( [ \"a\" ] \"b\" | [ \"c\" ] ) \"c\"\n";
    assert!(compare_short_texts(bnf, "p", "abc", 6) > 20);
    let bnf = "p = *( \"a\" q ) \"ab\"\nq = *\"b\" | \"a\"\n";
    assert!(compare_short_texts(bnf, "p", "ab", 8) > 50);
}

#[test]
fn optional_rounds_of_what_can_be_empty_are_not_empty() {
    for (bnf, least) in [
        ("p = *( [ q ] [ \"b\" ] )\nq = *\"a\"\n", 60),
        ("p = *3( [ q ] [ \"b\" ] ) \"a\"\nq = *\"a\"\n", 20),
        ("p = 1*( q )\nq = [ \"a\" ] [ r ]\nr = *( [ \"b\" ] )\n", 60),
        ("p = 2*4( q ) [ \"b\" ]\nq = *2( [ \"a\" ] *\"b\" )\n", 60),
        (
            "p = *( *( q ) )\nq = [ \"a\" q2 ]\nq2 = *( [ \"b\" ] )\n",
            30,
        ),
        ("p = 2( *1( q ) ) \"a\"\nq = [ \"a\" ] | \"b\"\n", 3),
    ] {
        assert!(compare_short_texts(bnf, "p", "ab", 6) >= least, "{bnf}");
    }
}

#[test]
fn letters_in_any_case_are_searched_too() {
    let bnf = "p = q \"B\"\nq = *( \"aB\" | \"a\" )\n";
    assert!(compare_short_texts(bnf, "p", "aBb", 6) > 10);
}

#[test]
fn nested_options_take_no_exponential_time() {
    let many = "[ \"a\" ] ".repeat(60);
    let bnf = format!("p = {many}\n");
    let grammar = grammars::read(&bnf);
    let automaton = Automaton::new(&grammar, "p").expect("the automaton is small");
    let interpreter = Interpreter::new(&grammar).expect("the grammar can be planned");
    let rule = interpreter.find("p").expect("the production is there");
    for length in [0, 1, 59, 60, 61] {
        let derived = compare(&grammar, &automaton, rule, "a".repeat(length));
        assert_eq!(derived, length <= 60);
    }
    assert!(!compare(&grammar, &automaton, rule, "aaab"));
}

#[test]
fn options_inside_options_take_no_exponential_time() {
    let mut body = "\"a\"".to_owned();
    for _ in 0..40 {
        body = format!("[ {body} ] \"a\"");
    }
    let grammar = grammars::read(&format!("p = {body}\n"));
    let automaton = Automaton::new(&grammar, "p").expect("the automaton is small");
    let interpreter = Interpreter::new(&grammar).expect("the grammar can be planned");
    let rule = interpreter.find("p").expect("the production is there");
    for length in [0, 1, 20, 41, 42] {
        let derived = compare(&grammar, &automaton, rule, "a".repeat(length));
        assert_eq!(derived, (1..=41).contains(&length), "{length}");
    }
}

#[test]
fn a_search_takes_steps_in_proportion_to_the_length() {
    let bnf = "p = *q \"ab\" *q\nq = \"a\" | \"ab\" | \"b\" \"a\"\n";
    let grammar = grammars::read(bnf);
    let interpreter = Interpreter::new(&grammar).expect("the grammar can be planned");
    let rule = interpreter.find("p").expect("the production is there");
    for end in ["", "c"] {
        let steps = |length: usize| {
            let text = "ab".repeat(length) + end;
            steps::of(|| {
                let _ = parse_in_detail(rule, &text, Detail::Characters);
                trace(rule, text.as_bytes(), Detail::Rules);
            })
        };
        let (short, long) = (steps(500), steps(2_000));
        assert!(short > 1_000, "the steps are counted: {short}");
        assert!(
            long <= 4 * short + 500,
            "{short} steps, and {long} for four times the length"
        );
    }
}

/// Returns a chain of productions whose alternatives begin with the same production.
fn doubling(count: usize) -> String {
    let production = |number: usize| {
        let next = number + 1;
        format!("p{number} = p{next} \"x\" | p{next} \"y\"\n")
    };
    let chain: String = (0..count).map(production).collect();
    chain + &format!("p{count} = \"a\"\n")
}

#[test]
fn productions_that_begin_alike_take_no_exponential_time() {
    let grammar = grammars::read(&doubling(10));
    let automaton = Automaton::new(&grammar, "p0").expect("the automaton is small");
    let interpreter = Interpreter::new(&grammar).expect("the grammar can be planned");
    let rule = interpreter.find("p0").expect("the production is there");
    assert!(compare(&grammar, &automaton, rule, "axyxyxyyyyy"));
    assert!(!compare(&grammar, &automaton, rule, "axyxyxyyyyz"));
}

#[test]
fn a_search_has_a_limit_that_the_error_names() {
    let grammar = grammars::read(&doubling(24));
    let error = Interpreter::new(&grammar).unwrap_err();
    assert_eq!(
        error.to_string(),
        "production `p2` needs a search of more than 100000 states; split it, or write alternatives \
         that begin alike only once"
    );
}
