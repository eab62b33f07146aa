//! The parsers agree with what `rfcbnf` computes from the grammar: with its recognizer in verdicts,
//! prefixes and errors, and with its first derivations in trees.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use rfcbnf::derivations::{Tree, derivations, derivations_without};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::rfc1738::%load%;
use rfcbnf::sentences::RecursiveSentences;
use rfcbnf::syntax::Grammar;

use rfcbnf_engine::{Production, SyntaxError};

use %crate%::rules::parse_prefix;
use %crate%::{Detail, Rule, is_valid, match_prefix, parse, parse_in_detail, trace};

const BNF: &str = include_str!("../grammar/%name%.bnf");
const READINGS: &str = %readings%;

/// The number of texts of a production, and of texts that are nearly of it. Among many productions, the others
/// that use one make texts of it, too.
const TEXTS: usize = if Rule::ALL.len() < 40 { 20 } else { 5 };

/// The number of texts of a production whose trees are compared, and their greatest length in octets.
const TREES: (usize, usize) = (TEXTS, 60);

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| %load%(%grammar%).expect("the grammar has no errors").0);

fn recognizer(rule: Rule) -> Recognizer {
    let is_character = |name: &str| name.parse().is_ok_and(Rule::is_character);
    let recognizer = Recognizer::with_characters(&GRAMMAR, rule.name(), is_character);
    recognizer.expect("every rule is a production")
}

/// Calls `check` with the rule's example, texts of it, and texts that are nearly of it.
fn each_text(rule: Rule, recognizer: &Recognizer, mut check: impl FnMut(&[u8])) {
    let sentences = RecursiveSentences::new(&GRAMMAR, rule.name()).expect("it has texts");
    check(rule.example()%as-octets%);
    for text in sentences.random(1738).take(TEXTS) {
        check(&text);
    }
    for miss in sentences.near_misses(recognizer, 1738).take(TEXTS) {
        check(&miss.text);
    }
}

/// Returns what an error says: where it is, what could follow, and the productions that are open. The
/// order of what could follow depends on other productions.
fn said<P: Production>(error: &SyntaxError<P>) -> (usize, BTreeSet<String>, Vec<String>, Next) {
    let expected = error.expected().iter().map(ToString::to_string);
    let context = error.context().iter().map(ToString::to_string);
    let next = error.next_characters();
    (error.offset(), expected.collect(), context.collect(), next)
}

/// The characters that could follow.
type Next = Option<Vec<RangeInclusive<char>>>;

#[test]
fn the_rules_are_the_productions_of_the_grammar() {
    let productions: Vec<&str> = GRAMMAR.productions.iter().map(|one| &*one.name).collect();
    assert_eq!(Rule::ALL.map(Rule::name).as_slice(), productions);
}

#[test]
fn verdicts_and_prefixes_are_those_of_the_recognizer() {
    for rule in Rule::ALL {
        let recognizer = recognizer(rule);
        each_text(rule, &recognizer, |text| {
            let expected = recognizer.recognize(text).expect("it is short");
            let is_derived = expected.accepts_all();
            assert_eq!(is_valid(rule, text), Ok(is_derived), "{rule} on {text:?}");
            let parsed = parse_prefix::<_, ()>(rule, text).ok();
            let parsed = parsed.map(|(_, matched)| matched.len());
            assert_eq!(parsed, expected.longest, "{rule} on {text:?}");
            // A part of a `&str` ends between characters.
            let of_text = str::from_utf8(text).ok().map(|text| {
                let parsed = parse_prefix::<_, ()>(rule, text).ok();
                parsed.map(|(_, matched)| matched.len())
            });
            let is_of_characters = Rule::is_of_characters(&());
            let is_same = of_text.is_none_or(|length| !is_of_characters || length == parsed);
            assert!(is_same, "{rule} on {text:?}: {of_text:?}");
            let matched = match_prefix(rule, text).expect("it is short");
            let matched = matched.map(|(matched, _)| matched.len());
            assert_eq!(matched, expected.longest, "{rule} on {text:?}");
            let trace = trace(rule, text, Detail::Rules).expect("it is short");
            assert_eq!(trace.derives_all(), is_derived, "{rule} on {text:?}");
        });
    }
}

#[test]
fn errors_are_those_of_the_recognizer() {
    for rule in Rule::ALL {
        let recognizer = recognizer(rule);
        each_text(rule, &recognizer, |text| {
            let failure = parse(rule, text).err();
            let found = failure.map(|failure| said(failure.syntax().expect("it is short")));
            let expected = recognizer.rule().verdict(text).expect("it is short").err();
            let expected = expected.as_ref().map(said);
            assert_eq!(found, expected, "{rule} on {text:?}");
        });
    }
}

#[test]
fn trees_are_the_first_derivations() {
    let is_character = |name: &str| name.parse().is_ok_and(Rule::is_character);
    let (count, length) = TREES;
    for rule in Rule::ALL {
        let sentences = RecursiveSentences::new(&GRAMMAR, rule.name()).expect("it has texts");
        let texts = sentences.random(8259).filter(|text| text.len() <= length);
        for text in texts.take(count) {
            let full = derivations(&GRAMMAR, rule.name(), &text);
            let brief = derivations_without(&GRAMMAR, rule.name(), &text, is_character);
            for (detail, derivations) in [(Detail::Characters, full), (Detail::Rules, brief)] {
                let first = derivations.expect("the grammar has the production").next();
                let first = first.as_ref().map(Tree::to_string);
                let tree = parse_in_detail(rule, text.as_slice(), detail).ok();
                let tree = tree.as_ref().map(%crate%::Tree::to_string);
                assert_eq!(tree, first, "{rule} on {text:?}");
            }
        }
    }
}

#[test]
fn trees_of_the_examples() {
    let trees = Rule::ALL.map(|rule| {
        let tree = parse(rule, rule.example());
        tree.expect("the rule derives its example").to_string()
    });
    insta::assert_snapshot!("trees", trees.join("\n"));
}
