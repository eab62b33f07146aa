//! The table of the errors of `url` and the combinators say the same.

use rfc1738::Rule;
use rfcbnf::conformance::Suite;
use rfcbnf_engine::{Production as _, diagnose, wide};

use super::reference::Reference;

/// Asserts that both errors are equal.
fn compare(text: &[u8]) {
    let (by_table, by_combinators) = (diagnose(Rule::Url, text), wide::diagnose(Rule::Url, text));
    assert_eq!(by_table, by_combinators, "\"{}\"", text.escape_ascii());
}

#[test]
fn only_the_start_has_a_table() {
    let has_table = |rule: &Rule| rule.error_table().is_some();
    assert!(Rule::ALL.into_iter().filter(has_table).eq([Rule::Url]));
}

#[test]
fn errors_by_the_table_are_those_of_the_combinators_over_the_complete_suite() {
    let suite = Suite::new(Reference::get().automaton(Rule::Url), 0).expect("the suite is small");
    let mut count = 0;
    for text in suite.texts() {
        compare(&text);
        // A wrong octet in the middle.
        let middle = text.len() / 2;
        compare(&[&text[..middle], b" ", &text[middle..]].concat());
        count += 1;
    }
    assert!(count > 50_000, "{count}");
}

#[test]
fn errors_by_the_table_are_those_of_the_combinators_after_every_state_and_two_octets() {
    let automaton = Reference::get().automaton(Rule::Url);
    let suite = Suite::new(automaton, 0).expect("the suite is small");
    let mut reached = vec![None; automaton.states().len()];
    for text in suite.texts() {
        for length in 0..=text.len() {
            let prefix = automaton.viable_prefix(&text[..length]);
            let reached = &mut reached[prefix.state().number()];
            if prefix.length() == length && reached.is_none() {
                *reached = Some(text[..length].to_owned());
            }
        }
    }
    let octets: Vec<u8> = automaton
        .classes()
        .iter()
        .filter_map(|class| class.lowest())
        .collect();
    for text in reached {
        let text = text.expect("the suite reaches every state");
        for &first in &octets {
            for &second in &octets {
                compare(&[&*text, &[first, second]].concat());
            }
        }
    }
}
