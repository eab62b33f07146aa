//! The tables of errors and the bodies say the same over complete suites, for every production.

use std::collections::VecDeque;

use rfc1738::Rule;
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;
use rfcbnf_engine::{Parse as _, diagnose};

use super::reference::Reference;
use crate::extent::few_or_many;

/// Asserts that both errors are equal.
fn compare(rule: Rule, text: &[u8]) {
    let (by_table, by_body) = (diagnose(rule, text), rule.body_error(text));
    assert_eq!(by_table, by_body, "{rule} on \"{}\"", text.escape_ascii());
}

/// Compares the errors of about `most` texts of each suite, changed by `change`.
fn compare_suites(most: u64, change: impl Fn(&[u8]) -> Vec<u8>) {
    for rule in Rule::ALL {
        let suite = Suite::new(Reference::get().automaton(rule), 0).expect("the suite is small");
        let step = suite.size().div_ceil(most);
        for text in suite
            .texts()
            .step_by(usize::try_from(step).expect("it is small"))
        {
            compare(rule, &change(&text));
        }
    }
}

#[test]
fn table_and_body_give_equal_errors_on_parts_of_suites() {
    compare_suites(100, <[u8]>::to_vec);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn table_and_body_give_equal_errors_on_suites() {
    compare_suites(u64::MAX, <[u8]>::to_vec);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn table_and_body_give_equal_errors_at_a_wrong_octet() {
    compare_suites(u64::MAX, |text| {
        let middle = text.len() / 2;
        [&text[..middle], b" ", &text[middle..]].concat()
    });
}

/// Returns a shortest text to each state of an automaton.
fn texts_to_states(automaton: &Automaton, octets: &[u8]) -> Vec<Vec<u8>> {
    let mut texts = vec![None; automaton.states().len()];
    let mut waiting = VecDeque::from([(automaton.start(), Vec::new())]);
    while let Some((state, text)) = waiting.pop_front() {
        let known = &mut texts[state.number()];
        if known.is_some() {
            continue;
        }
        for &octet in octets {
            let next = automaton.step(state, octet);
            waiting.extend(next.map(|next| (next, [&*text, &[octet]].concat())));
        }
        *known = Some(text);
    }
    let texts = texts.into_iter();
    texts
        .map(|text| text.expect("a text leads to every state"))
        .collect()
}

#[test]
fn table_and_body_give_equal_errors_after_every_state() {
    for rule in Rule::ALL {
        let automaton = Reference::get().automaton(rule);
        let octets: Vec<u8> = automaton
            .classes()
            .iter()
            .filter_map(|class| class.lowest())
            .collect();
        for text in texts_to_states(automaton, &octets) {
            for &first in &octets {
                // Behind an error, no octet is looked at: one stands for all.
                let is_wrong = automaton
                    .viable_prefix(&[&*text, &[first]].concat())
                    .length()
                    == text.len();
                let seconds = if is_wrong { &octets[..1] } else { &octets };
                for &second in seconds.iter().step_by(few_or_many(9, 1)) {
                    compare(rule, &[&*text, &[first, second]].concat());
                }
            }
        }
    }
}
