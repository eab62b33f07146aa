//! Quick suites.

use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::{Case, QuickSuite, SuiteError};
use rfcbnf::recognizer::Recognizer;

use rfcbnf::syntax::Grammar;

use crate::extent::few_or_many;
use crate::grammars::rfc1738;

/// A grammar that recurses in the middle, with each production in one line.
const NESTED: &str = "\
value = array / number / word
array = open [ value *( comma value ) ] close
number = [ minus ] 1*digit
word = quote *letter quote
open = \"[\"
close = \"]\"
comma = \",\"
minus = \"-\"
digit = %x30-39
quote = %x22
letter = %x61-7A
";

fn quick(grammar: &Grammar, production: &str) -> QuickSuite {
    QuickSuite::new(grammar, production).expect("the production has texts")
}

#[test]
fn a_suite_has_at_most_two_texts_for_each_reference() {
    let grammar = &rfc1738();
    for production in grammar.productions.iter().step_by(few_or_many(3, 1)) {
        let suite = quick(grammar, &production.name);
        let most = 2 * suite.references().max(1);
        assert!(
            (1..=most).contains(&suite.cases().len()),
            "{}",
            production.name
        );
        assert_eq!(suite.without_text(), 0, "{}", production.name);
    }
}

#[test]
fn the_verdicts_are_those_of_the_automaton() {
    let grammar = &rfc1738();
    let suite = quick(grammar, "url");
    assert!(suite.has_automaton());
    let automaton = Automaton::new(grammar, "url").expect("it is not too large");
    for case in suite.cases() {
        assert_eq!(automaton.accepts(case.text()), case.is_word());
    }
}

#[test]
fn a_production_that_recurses_gets_its_verdicts_from_a_recognizer() {
    let grammar = rfcbnf::read(NESTED).expect("the grammar is right");
    let suite = quick(&grammar, "value");
    assert!(!suite.has_automaton());
    assert_eq!(suite.references(), 13);
    let recognizer = Recognizer::new(&grammar, "value").expect("it has texts");
    for case in suite.cases() {
        let found = recognizer
            .recognize(case.text())
            .expect("the text is short");
        assert_eq!(found.accepts_all(), case.is_word());
    }
}

#[test]
fn a_parser_that_lacks_a_production_fails() {
    let grammar = rfcbnf::read(NESTED).expect("the grammar is right");
    let suite = quick(&grammar, "value");
    for line in NESTED.lines().skip(1) {
        let (name, _) = line.split_once(" = ").expect("a production");
        let without = NESTED.replace(&format!("\n{line}\n"), &format!("\n{name} = %x1.1\n"));
        assert_ne!(without, NESTED);
        let without = rfcbnf::read(&without).expect("the grammar is right");
        let parser = Recognizer::new(&without, "value").expect("it has texts");
        let fails = suite.cases().iter().any(|case| {
            let found = parser.recognize(case.text()).expect("the text is short");
            found.accepts_all() != case.is_word()
        });
        assert!(fails, "{name}");
    }
}

#[test]
fn a_production_without_references_has_a_text_of_each_verdict() {
    let grammar = rfcbnf::read("digit = \"0\" | \"1\"\n").expect("the grammar is right");
    let suite = quick(&grammar, "digit");
    let verdicts: Vec<bool> = suite.cases().iter().map(Case::is_word).collect();
    assert_eq!((suite.references(), verdicts), (0, vec![true, false]));
}

#[test]
fn a_production_that_derives_every_text_has_no_invalid_text() {
    let grammar = rfcbnf::read("all = *octet\noctet = %x00-FF\n").expect("the grammar is right");
    let suite = quick(&grammar, "all");
    assert!(suite.cases().iter().all(Case::is_word));
}

#[test]
fn a_reference_that_is_repeated_zero_times_does_not_count() {
    let grammar = rfcbnf::read("none = 0digit\ndigit = \"0\" / \"1\"\n");
    let grammar = grammar.expect("the grammar is right");
    assert_eq!(quick(&grammar, "none").references(), 0);
}

#[test]
fn a_production_without_texts_has_no_suite() {
    let grammar = rfcbnf::read("endless = \"a\" endless\n").expect("the grammar is right");
    let error = QuickSuite::new(&grammar, "endless").expect_err("it derives no text");
    assert!(matches!(error, SuiteError::Automaton(_)), "{error}");
}
