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

/// Compares the errors of each text of the suites, changed by `change`.
fn compare_suites(change: impl Fn(&[u8]) -> Vec<u8>) {
    let mut count = 0;
    for (rule, _, suite) in suites() {
        for text in suite.texts() {
            compare(rule, &change(&text));
            count += 1;
        }
    }
    assert!(count > 50_000, "{count}");
}

#[test]
fn errors_by_the_table_and_combinators_agree_over_suites() {
    compare_suites(<[u8]>::to_vec);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn table_and_combinators_agree_on_errors_at_a_wrong_octet() {
    compare_suites(|text| {
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
                for &second in &octets {
                    compare(rule, &[&*text, &[first, second]].concat());
                }
            }
        }
    }
}
