//! The generated parsers and the interpreter, which run one program, over complete suites.

use std::ops::Range;

use rfc1738::Rule;
use rfcbnf::conformance::Suite;
use rfcbnf::interpret::{self, Interpreter};
use rfcbnf_engine::trace::Event;
use rfcbnf_engine::{Detail, Production, ProductionId, SyntaxError, Tree, parse_in_detail, trace};

use super::reference::Reference;

/// The details in which trees and traces are compared.
const DETAILS: [Detail; 2] = [Detail::Rules, Detail::Characters];

fn interpreter() -> Interpreter {
    let reference = Reference::get();
    let interpreter =
        Interpreter::with_characters(&reference.grammar, |name| reference.is_character(name));
    interpreter.expect("the grammar can be interpreted")
}

fn nodes<P: Production>(tree: &Tree<'_, P>) -> impl Iterator<Item = (ProductionId, Range<usize>)> {
    tree.iter().map(|node| (node.rule().id(), node.span()))
}

/// Returns everything that an error says.
fn facts<P: Production>(error: &SyntaxError<P>) -> String {
    let (next, can_end, span) = (error.next(), error.can_end(), error.span());
    format!("{error}, next {next}, can end {can_end}, span {span:?}")
}

/// Returns an event with the name of its production.
fn named<P: Production>(event: &Event<P>) -> String {
    match event {
        Event::Try {
            rule,
            offset,
            lookahead,
        } => format!("try {rule} {offset} {lookahead}"),
        Event::Match { rule, span } => format!("match {rule} {span:?}"),
        Event::Fail { rule, offset } => format!("fail {rule} {offset}"),
        Event::Take { span } => format!("take {span:?}"),
        Event::Miss { offset, characters } => format!("miss {offset} {characters}"),
        Event::Backtrack { span } => format!("backtrack {span:?}"),
        other => format!("{other:?}"),
    }
}

/// Asserts that trees and errors are alike.
fn compare(rule: Rule, interpreted: interpret::Rule<'_>, text: &[u8]) {
    for detail in DETAILS {
        let generated = parse_in_detail(rule, text, detail);
        let found = parse_in_detail(interpreted, text, detail);
        let is_alike = match (&found, &generated) {
            (Ok(found), Ok(generated)) => nodes(found).eq(nodes(generated)),
            (Err(found), Err(generated)) => facts(found) == facts(generated),
            _ => false,
        };
        assert!(is_alike, "{rule} on {text:?}: {found:?}, not {generated:?}");
    }
}

/// Asserts that traces are alike.
fn compare_traces(rule: Rule, interpreted: interpret::Rule<'_>, text: &[u8]) {
    for detail in DETAILS {
        let generated = trace(rule, text, detail);
        let found = trace(interpreted, text, detail);
        assert_eq!(found.prefix(), generated.prefix(), "{rule} on {text:?}");
        let found = found
            .steps()
            .map(|step| (named(step.event()), step.depth(), step.is_kept()));
        let expected = generated.steps();
        let expected = expected.map(|step| (named(step.event()), step.depth(), step.is_kept()));
        assert!(
            found.eq(expected),
            "the traces of {rule} on {text:?} differ"
        );
    }
}

/// Compares trees and errors of about `most` texts of the suite of each production, and as many traces
/// as `most_traces`.
fn compare_suites(most: u64, most_traces: u64) {
    let parsers = interpreter();
    for rule in Rule::ALL {
        let interpreted = parsers.find(rule.name()).expect("the rule is there");
        let suite = Suite::new(Reference::get().automaton(rule), 0).expect("the suite is small");
        let step = suite.size().div_ceil(most);
        let step_of_traces = suite.size().div_ceil(most_traces);
        for (text, number) in suite.texts().zip(0_u64..) {
            if number % step == 0 {
                compare(rule, interpreted, &text);
            }
            if number % step_of_traces == 0 {
                compare_traces(rule, interpreted, &text);
            }
        }
    }
}

#[test]
fn interpreted_and_generated_parsers_agree_over_parts_of_the_suites() {
    compare_suites(70, 70);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn interpreted_and_generated_parsers_agree_over_the_complete_suites() {
    // The traces of every text would take minutes.
    compare_suites(u64::MAX, 300);
}
