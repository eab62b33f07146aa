//! The parsers agree with what `rfcbnf` computes from the grammar: with its %oracle% in verdicts,
//! prefixes and errors, and with its first derivations in trees.

%if recursive%
use std::collections::BTreeSet;
use std::ops::RangeInclusive;
%end%
use std::sync::LazyLock;

%if recursive%
use rfcbnf::derivations::{DerivationTree, derivations, derivations_without};
use rfcbnf::recognizer::Recognizer;
use rfcbnf::rfc1738::%load%;
use rfcbnf::sentences::RecursiveSentences;
%else%
use rfcbnf::automaton::{Automata, Automaton};
use rfcbnf::conformance::Suite;
use rfcbnf::derivations::{DerivationTree, derivations, derivations_without};
use rfcbnf::interpret::Interpreter;
use rfcbnf::rfc1738::%load%;
%end%
use rfcbnf::syntax::Grammar;

%if recursive%
use rfcbnf_engine::{Production, SyntaxError};

use %crate%::rules::parse_prefix;
use %crate%::{Detail, Rule, is_valid, match_prefix, parse, parse_in_detail, trace};
%else%
use rfcbnf_engine::spans::{Selection, Spans};
use rfcbnf_engine::utf8::viable_prefix;
use rfcbnf_engine::{Production as _, ProductionSet};

use %crate%::rules::{bodies, parse_prefix};
use %crate%::{Detail, Rule, is_valid, match_prefix, parse, parse_in_detail};
%end%

const BNF: &str = include_str!("../grammar/%name%.bnf");
const READINGS: &str = %readings%;

%if recursive%
/// The number of texts of a production, and of texts that are nearly of it. Among many productions, the others
/// that use one make texts of it, too.
const TEXTS: usize = if Rule::ALL.len() < 40 { 20 } else { 5 };

/// The number of texts of a production whose trees are compared, and their greatest length in octets.
const TREES: (usize, usize) = (TEXTS, 60);
%else%
/// The number of texts of a production whose verdicts are compared. A larger suite is thinned out.
const VERDICTS: u64 = 10_000;

/// The number of texts of a production whose prefixes and errors are compared.
const ERRORS: u64 = 250;

/// The number of texts of a production whose trees are compared.
const TREES: usize = 20;
%end%

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| %load%(%grammar%).expect("the grammar has no errors").0);

%if recursive%
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

/// Returns texts of the rule whose trees are compared.
fn texts_with_trees(rule: Rule) -> Vec<Vec<u8>> {
    let (count, length) = TREES;
    let sentences = RecursiveSentences::new(&GRAMMAR, rule.name()).expect("it has texts");
    let texts = sentences.random(8259).filter(|text| text.len() <= length);
    texts.take(count).collect()
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
%else%
static AUTOMATA: LazyLock<Automata<'_>> =
    LazyLock::new(|| Automata::new(&GRAMMAR).expect("no production is too large"));

fn automaton(rule: Rule) -> &'static Automaton {
    let automaton = AUTOMATA.production(rule.name());
    automaton.expect("every rule is a production")
}

/// Calls `check` with at most about `count` texts of the rule's conformance suite, evenly spread,
/// and with its example.
fn each_text(rule: Rule, count: u64, mut check: impl FnMut(&[u8])) {
    let suite = Suite::new(automaton(rule), 0).expect("the suite is not too large");
    let step = usize::try_from(suite.size().div_ceil(count)).expect("few texts");
    check(rule.example()%as-octets%);
    for text in suite.texts().step_by(step.max(1)) {
        check(&text);
    }
}

/// Returns texts of the rule whose trees are compared.
fn texts_with_trees(rule: Rule) -> Vec<Vec<u8>> {
    let mut texts: Vec<Vec<u8>> = Vec::new();
    each_text(rule, VERDICTS, |text| {
        if is_valid(rule, text) {
            texts.push(text.to_owned());
        }
    });
    let step = texts.len().div_ceil(TREES).max(1);
    texts.into_iter().step_by(step).collect()
}
%end%

/// Asserts that the longest prefix of the text that the rule derives has this length.
fn check_prefix(rule: Rule, text: &[u8], expected: Option<usize>) {
    let parsed = parse_prefix::<_, ()>(rule, text).ok();
    let parsed = parsed.map(|(_, matched)| matched.len());
    assert_eq!(parsed, expected, "{rule} on {text:?}");
%if recursive%
    let matched = match_prefix(rule, text).expect("it is short");
%else%
    let matched = match_prefix(rule, text);
%end%
    let matched = matched.map(|(matched, _)| matched.len());
    assert_eq!(matched, expected, "{rule} on {text:?}");
    // A part of a `&str` ends between characters.
    let of_text = str::from_utf8(text).ok().map(|text| {
        let parsed = parse_prefix::<_, ()>(rule, text).ok();
        parsed.map(|(_, matched)| matched.len())
    });
    let is_of_characters = Rule::is_of_characters(&());
    let is_same = of_text.is_none_or(|length| !is_of_characters || length == expected);
    assert!(is_same, "{rule} on {text:?}: {of_text:?}");
}

#[test]
fn the_rules_are_the_productions_of_the_grammar() {
    let productions: Vec<&str> = GRAMMAR.productions.iter().map(|one| &*one.name).collect();
    assert_eq!(Rule::ALL.map(Rule::name).as_slice(), productions);
}

%if recursive%
#[test]
fn verdicts_and_prefixes_are_those_of_the_recognizer() {
    for rule in Rule::ALL {
        let recognizer = recognizer(rule);
        each_text(rule, &recognizer, |text| {
            let expected = recognizer.recognize(text).expect("it is short");
            let is_derived = expected.accepts_all();
            assert_eq!(is_valid(rule, text), Ok(is_derived), "{rule} on {text:?}");
            check_prefix(rule, text, expected.longest);
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
%else%
#[test]
fn verdicts_are_those_of_the_automata() {
    for rule in Rule::ALL {
        let automaton = automaton(rule);
        each_text(rule, VERDICTS, |text| {
            let expected = automaton.accepts(text);
            assert_eq!(is_valid(rule, text), expected, "{rule} on {text:?}");
        });
    }
}

#[test]
fn prefixes_are_those_of_the_automata() {
    for rule in Rule::ALL {
        let automaton = automaton(rule);
        each_text(rule, ERRORS, |text| {
            check_prefix(rule, text, automaton.longest_prefix(text));
        });
    }
}

#[test]
fn errors_are_those_of_the_automata() {
    for rule in Rule::ALL {
        let automaton = automaton(rule);
        each_text(rule, ERRORS, |text| {
            let error = parse(rule, text).err();
            let found =
                error.map(|error| (error.offset(), error.next().to_string(), error.can_end()));
            // In a grammar of characters, an error is at a whole one.
            let (_, prefix) = viable_prefix(Rule::is_of_characters(&()), text, |text| {
                let prefix = automaton.viable_prefix(text);
                (prefix.length(), prefix)
            });
            let is_wrong = !automaton.accepts(text);
            let expected = is_wrong.then(|| {
                (
                    prefix.length(),
                    prefix.next().characters(),
                    prefix.can_end(),
                )
            });
            assert_eq!(found, expected, "{rule} on {text:?}");
        });
    }
}

/// The interpreter finds its errors without the tables of the crate.
#[test]
fn errors_are_those_of_the_interpreted_grammar() {
    let is_character = |name: &str| name.parse().is_ok_and(Rule::is_character);
    let parsers =
        Interpreter::with_characters(&GRAMMAR, is_character).expect("it can be interpreted");
    for rule in Rule::ALL {
        let interpreted = parsers.find(rule.name());
        let interpreted = interpreted.expect("every rule is a production");
        each_text(rule, ERRORS, |text| {
            let found = parse(rule, text).err();
            let found = found.map(|error| {
                let (line, next) = (error.to_string(), error.next_characters());
                (line, error.span(), error.context_list(), next)
            });
            let expected = rfcbnf_engine::parse(interpreted, text).err();
            let expected = expected.map(|error| {
                let (line, next) = (error.to_string(), error.next_characters());
                (line, error.span(), error.context_list(), next)
            });
            assert_eq!(found, expected, "{rule} on {text:?}");
        });
    }
}
%end%

#[test]
fn trees_are_the_first_derivations() {
    let is_character = |name: &str| name.parse().is_ok_and(Rule::is_character);
    for rule in Rule::ALL {
        for text in texts_with_trees(rule) {
            let full = derivations(&GRAMMAR, rule.name(), &text);
            let brief = derivations_without(&GRAMMAR, rule.name(), &text, is_character);
            for (detail, derivations) in [(Detail::Characters, full), (Detail::Rules, brief)] {
                let first = derivations.expect("the grammar has the production").next();
                let first = first.as_ref().map(DerivationTree::to_string);
                let tree = parse_in_detail(rule, text.as_slice(), detail).ok();
                let tree = tree.as_ref().map(%crate%::Tree::to_string);
                assert_eq!(tree, first, "{rule} on {text:?}");
            }
        }
    }
}

%unless recursive%
/// Every production.
struct All;

impl Selection for All {
    const PRODUCTIONS: ProductionSet = Rule::set(&Rule::ALL);
}

/// Half of the productions, so that DFAs consume the texts of others.
struct Half;

impl Selection for Half {
    const PRODUCTIONS: ProductionSet = Rule::set(Rule::ALL.split_at(Rule::ALL.len() / 2).0);
}

#[test]
fn spans_are_those_of_the_tree() {
    let start = Rule::%start%;
    each_text(start, VERDICTS, |text| {
        let (mut all, mut half) = (Spans::<64>::NONE, Spans::<64>::NONE);
        let is_derived = all.select::<All>(text, bodies::%function%);
        let is_derived_too = half.select::<Half>(text, bodies::%function%);
        assert_eq!(is_derived, is_derived_too, "{text:?}");
        let Ok(tree) = parse(start, text) else {
            assert!(!is_derived, "{text:?}");
            return;
        };
        assert!(is_derived, "{text:?}");
        let nodes = tree.iter().map(|node| (node.rule(), node.span()));
        let nodes: Vec<_> = nodes.collect();
        let is_chosen = |rule: Rule| Half::PRODUCTIONS.contains(rule.into());
        let chosen = nodes.iter().filter(|(rule, _)| is_chosen(*rule));
        let spans = all.iter().map(|(id, span)| (Rule::from(id), span));
        assert!(spans.eq(nodes.iter().take(64).cloned()), "{text:?}");
        let spans = half.iter().map(|(id, span)| (Rule::from(id), span));
        assert!(spans.eq(chosen.take(64).cloned()), "{text:?}");
    });
}

%end%
#[test]
fn trees_of_the_examples() {
    let trees = Rule::ALL.map(|rule| {
        let tree = parse(rule, rule.example());
        tree.expect("the rule derives its example").to_string()
    });
    insta::assert_snapshot!("trees", trees.join("\n"));
}
