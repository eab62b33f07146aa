//! Suites that take each production on its own.

use std::collections::HashSet;

use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::{ProductionSuite, Suite, SuiteError};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::Grammar;

use crate::extent::few_or_many;
use crate::grammars::{read, rfc1738};

const JSON: &str = include_str!("../../../../../examples/grammars/rfc8259.abnf");
const RFC3986: &str = include_str!("../../../../../examples/grammars/rfc3986.abnf");

fn suite(grammar: &Grammar, production: &str) -> ProductionSuite {
    ProductionSuite::new(grammar, production, 0).expect("the production has texts")
}

/// Returns whether a parser of the texts of another grammar fails the suite.
fn finds(suite: &ProductionSuite, production: &str, parser: &Grammar) -> bool {
    let parser = Recognizer::new(parser, production).expect("it has texts");
    suite.cases().any(|case| {
        let found = parser.recognize(case.text()).expect("the text is short");
        found.accepts_all() != case.is_word()
    })
}

/// Returns the grammar with another line in the place of one.
fn changed(source: &str, (line, other): (&str, &str)) -> Grammar {
    let changed = source.replacen(line, other, 1);
    assert_ne!(changed, source, "{line}");
    read(&changed)
}

#[test]
fn a_fault_in_one_production_of_json_is_found() {
    let suite = suite(&read(JSON), "JSON-text");
    assert!(!suite.has_automaton());
    let faults = [
        (
            "array = begin-array [ value *( value-separator value ) ] end-array",
            "array = begin-array [ value *( value-separator value ) [ value-separator ] ] end-array",
        ),
        (
            "array = begin-array [ value *( value-separator value ) ] end-array",
            "array = begin-array value *( value-separator value ) end-array",
        ),
        ("int = zero / ( digit1-9 *DIGIT )", "int = 1*DIGIT"),
        (
            "frac = decimal-point 1*DIGIT",
            "frac = decimal-point *DIGIT",
        ),
        (
            "number = [ minus ] int [ frac ] [ exp ]",
            "number = [ minus / plus ] int [ frac ] [ exp ]",
        ),
        (
            "value = false / null / true / object / array / number / string",
            "value = false / null / true / object / array / number",
        ),
        // These are found late.
        (
            "member = string name-separator value",
            "member = value name-separator value",
        ),
        (
            "exp = e [ minus / plus ] 1*DIGIT",
            "exp = e [ minus ] 1*DIGIT",
        ),
        ("quotation-mark = %x22", "quotation-mark = %x22 / \"'\""),
    ];
    for fault in faults.into_iter().take(few_or_many(6, 9)) {
        assert!(
            finds(&suite, "JSON-text", &changed(JSON, fault)),
            "{fault:?}"
        );
    }
}

#[test]
fn the_suites_are_as_large_as_the_documentation_says() {
    for (grammar, production, productions, contexts, texts) in [
        (read(JSON), "JSON-text", 32, 54, 25_393),
        (read(RFC3986), "URI", 30, 87, 13_141),
        (rfc1738(), "url", 65, 125, 135_967),
        (rfc1738(), "httpurl", 23, 41, 6_651),
    ] {
        let suite = suite(&grammar, production);
        let found = (suite.productions(), suite.contexts(), suite.size());
        assert_eq!(found, (productions, contexts, texts), "{production}");
    }
}

#[test]
fn each_text_occurs_once_with_the_verdict_of_the_grammar() {
    let grammar = rfc1738();
    let suite = suite(&grammar, "ftpurl");
    let automaton = Automaton::new(&grammar, "ftpurl").expect("it is small");
    assert!(suite.has_automaton());
    for case in suite.cases() {
        assert_eq!(case.is_word(), automaton.accepts(case.text()));
    }
    let different: HashSet<&Vec<u8>> = suite.texts().iter().collect();
    assert_eq!(different.len() as u64, suite.size());
}

const TWICE: &str = "\
list = \"x\" part \".\" / \"y\" part \";\"
part = item item
item = most / \"d\"
most = \"a\" / \"b\" / \"c\"
";

#[test]
fn only_the_whole_suite_finds_faults_in_nested_contexts() {
    let grammar = read(TWICE);
    let by_production = suite(&grammar, "list");
    let whole = Suite::to_depth(&grammar, "list", 0, 0).expect("it is small");
    let whole_finds = |parser: &Grammar| {
        let parser = Automaton::new(parser, "list").expect("it is small");
        let mut cases = whole.cases();
        cases.any(|case| parser.accepts(case.text()) != case.is_word())
    };
    // The second item cannot be `d`, in every part.
    let everywhere = changed(TWICE, ("part = item item", "part = item most"));
    assert!(finds(&by_production, "list", &everywhere));
    assert!(whole_finds(&everywhere));
    // It cannot be `d` in a part after `y`.
    let after_y = changed(TWICE, ("\"y\" part \";\"", "\"y\" item most \";\""));
    assert!(!finds(&by_production, "list", &after_y));
    assert!(whole_finds(&after_y));
    // The part after `y` has one item.
    let other = changed(TWICE, ("\"y\" part \";\"", "\"y\" item \";\""));
    assert!(finds(&by_production, "list", &other));
}

#[test]
fn only_a_suite_to_its_depth_finds_a_deep_fault() {
    let grammar = read("pair = \"(\" [ pair ] \")\"\n");
    let faulty = read("pair = \"(\" [ in ] \")\"\nin = \"(\" [ last ] \")\"\nlast = \"()\"\n");
    assert!(!finds(&suite(&grammar, "pair"), "pair", &faulty));
    let to_depth = Suite::to_depth(&grammar, "pair", 3, 0).expect("it is small");
    let parser = Automaton::new(&faulty, "pair").expect("it is small");
    assert!(
        to_depth
            .cases()
            .any(|case| parser.accepts(case.text()) != case.is_word())
    );
}

#[test]
fn productions_without_texts_or_users_are_left_out() {
    let grammar = read("a = \"x\" b / c\nb = *\"y\"\nc = \"z\" c\nd = a\n");
    let suite = suite(&grammar, "a");
    assert_eq!((suite.productions(), suite.contexts()), (2, 2));
    let error = ProductionSuite::new(&grammar, "c", 0)
        .err()
        .expect("it derives no text");
    assert!(matches!(error, SuiteError::Automaton(_)), "{error}");
}

#[test]
fn octets_above_7f_have_suites_unless_references_are_too_many() {
    let grammar = read("a = *b\nb = %x80-FF / c\nc = %x00\n");
    let suite = suite(&grammar, "a");
    assert!(
        suite
            .cases()
            .any(|case| case.is_word() && case.text() == [0x80])
    );
    let names = (0..200).map(|number| format!("n{number}"));
    let names: Vec<String> = names.collect();
    let first = format!("a = {} / %x20-FF\n", names.join(" / "));
    let others = names.iter().map(|name| format!("{name} = \"{name}\"\n"));
    let source: String = std::iter::once(first).chain(others).collect();
    let error = ProductionSuite::new(&read(&source), "a", 0)
        .err()
        .expect("there are too many");
    assert!(
        matches!(error, SuiteError::TooManyReferences { .. }),
        "{error}"
    );
}
