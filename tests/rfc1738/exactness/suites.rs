//! Runs the complete suite of every production: see [`rfcbnf::conformance`]. If an acceptor has at
//! most as many extra states as the suite allows for, and passes the suite, then it accepts exactly
//! the texts that the production derives.

use std::ops::Range;

use rfc1738::{Detail, Rule, is_valid, parse_in_detail};
use rfcbnf::conformance::Suite;

use super::reference::Reference;
use crate::body_nodes::nodes_by_body;
use crate::extent::few_or_many;

fn suite(rule: Rule, extra_states: u8) -> Suite<'static> {
    let suite = Suite::new(Reference::get().automaton(rule), extra_states);
    suite.expect("it is not too large")
}

/// Compares the verdicts of all texts of the suite, and all answers to every `step`-th text.
fn compare(rule: Rule, extra_states: u8, step: u64) {
    let automaton = Reference::get().automaton(rule);
    let suite = suite(rule, extra_states);
    let mut texts = 0;
    for text in suite.texts() {
        if texts % step == 0 {
            Reference::get().compare(rule, text);
        } else {
            let expected = automaton.accepts(&text);
            assert_eq!(is_valid(rule, text.as_slice()), expected, "{text:?}");
        }
        texts += 1;
    }
    assert_eq!(texts, suite.size());
}

#[test]
fn suites_are_answered_as_automata_answer() {
    for rule in Rule::ALL {
        compare(rule, 0, few_or_many(23, 1));
    }
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn suites_with_one_extra_state_are_answered_as_automata_answer() {
    for rule in Rule::ALL {
        if rule != Rule::Url {
            compare(rule, 1, 1);
        }
    }
}

/// The bodies derive all nodes without DFAs and without tables. A tree comes from DFAs where they determine it, and
/// tables add the characters.
#[test]
fn bodies_dfas_and_tables_derive_what_automata_accept() {
    for rule in Rule::ALL {
        let automaton = Reference::get().automaton(rule);
        for text in suite(rule, 0).texts().step_by(few_or_many(13, 1)) {
            if let Ok(text) = str::from_utf8(&text)
                && automaton.accepts(text.as_bytes())
            {
                let all = nodes_by_body(rule, text.as_bytes()).expect("the body derives it");
                for detail in [Detail::Rules, Detail::Characters] {
                    let shows = |(index, (one, _)): &(usize, &(Rule, Range<usize>))| {
                        *index == 0 || detail == Detail::Characters || !one.is_character()
                    };
                    let expected = all
                        .iter()
                        .enumerate()
                        .filter(shows)
                        .map(|(_, node)| node.clone());
                    let tree = parse_in_detail(rule, text, detail).expect("it derives the text");
                    let nodes = tree.iter().map(|node| (node.rule(), node.span()));
                    assert!(nodes.eq(expected), "{rule}: {text:?}");
                }
            }
        }
    }
}

/// The suite has seven million texts, so the test compares verdicts only. The theorem needs no
/// more.
#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn the_extended_suite_of_url_gets_the_verdicts_of_automata() {
    let automaton = Reference::get().automaton(Rule::Url);
    for text in suite(Rule::Url, 1).texts() {
        let expected = automaton.accepts(&text);
        assert_eq!(is_valid(Rule::Url, text.as_slice()), expected, "{text:?}");
    }
}
