//! The tables of errors and the combinators say the same over complete suites, for every production.

use rfc1738::Rule;
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;
use rfcbnf_engine::{diagnose, error_by_combinators};

use super::reference::Reference;

/// Asserts that both errors are equal.
fn compare(rule: Rule, text: &[u8]) {
    let (by_table, by_combinators) = (diagnose(rule, text), error_by_combinators(rule, text));
    assert_eq!(
        by_table,
        by_combinators,
        "{rule} on \"{}\"",
        text.escape_ascii()
    );
}

/// Returns the automaton and the complete suite of each production.
fn suites() -> impl Iterator<Item = (Rule, &'static Automaton, Suite<'static>)> {
    Rule::ALL.into_iter().map(|rule| {
        let automaton = Reference::get().automaton(rule);
        let suite = Suite::new(automaton, 0).expect("the suite is small");
        (rule, automaton, suite)
    })
}

/// Compares the errors of about `most` texts of each suite, changed by `change`.
fn compare_suites(most: u64, change: impl Fn(&[u8]) -> Vec<u8>) {
    for (rule, _, suite) in suites() {
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
fn errors_by_the_table_and_combinators_agree_over_parts_of_suites() {
    compare_suites(200, <[u8]>::to_vec);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn errors_by_the_table_and_combinators_agree_over_suites() {
    compare_suites(u64::MAX, <[u8]>::to_vec);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn table_and_combinators_agree_on_errors_at_a_wrong_octet() {
    compare_suites(u64::MAX, |text| {
        let middle = text.len() / 2;
        [&text[..middle], b" ", &text[middle..]].concat()
    });
}

#[test]
fn errors_by_the_table_and_combinators_agree_after_every_state() {
    for (rule, automaton, suite) in suites() {
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
                // Behind an error, no octet is looked at: one stands for all.
                let is_wrong = automaton
                    .viable_prefix(&[&*text, &[first]].concat())
                    .length()
                    == text.len();
                let seconds = if is_wrong { &octets[..1] } else { &octets };
                for &second in seconds {
                    compare(rule, &[&*text, &[first, second]].concat());
                }
            }
        }
    }
}
