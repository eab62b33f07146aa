//! Complete suites of every production (see [`rfcbnf::conformance`]): if an acceptor has at
//! most as many extra states as the suite allows for, and passes the suite, then it accepts exactly
//! the texts that the production derives.
//!
//! The suites are run on the parsers, and on the tables of errors and the bodies, which say the same. `streaming` says `Incomplete`
//! exactly where more input can change the answer.

use std::collections::VecDeque;
use std::ops::Range;

use nom::{Err, Needed};
use rfc1738::{Detail, Rule, is_valid, match_prefix, parse_in_detail, streaming};
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;
use rfcbnf::errors::ErrorMachine;
use rfcbnf_engine::{Parse as _, diagnose};

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

/// Asserts that both errors are equal.
fn compare_errors(rule: Rule, text: &[u8]) {
    let (by_table, by_body) = (diagnose(rule, text), rule.body_error(text));
    assert_eq!(by_table, by_body, "{rule} on \"{}\"", text.escape_ascii());
}

/// Compares the errors of about `most` texts of each suite, changed by `change`.
fn compare_error_suites(most: u64, change: impl Fn(&[u8]) -> Vec<u8>) {
    for rule in Rule::ALL {
        let suite = Suite::new(Reference::get().automaton(rule), 0).expect("the suite is small");
        let step = suite.size().div_ceil(most);
        for text in suite
            .texts()
            .step_by(usize::try_from(step).expect("it is small"))
        {
            compare_errors(rule, &change(&text));
        }
    }
}

#[test]
fn table_and_body_give_equal_errors_on_parts_of_suites() {
    compare_error_suites(100, <[u8]>::to_vec);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn table_and_body_give_equal_errors_on_suites() {
    compare_error_suites(u64::MAX, <[u8]>::to_vec);
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it"]
fn table_and_body_give_equal_errors_at_a_wrong_octet() {
    compare_error_suites(u64::MAX, |text| {
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
                    compare_errors(rule, &[&*text, &[first, second]].concat());
                }
            }
        }
    }
}

/// The table has more states than the minimal automaton, because other productions can be open where the same texts can follow.
/// Where several derivations lead to an error, table and body can have different ones open.
#[test]
fn errors_in_every_state_of_the_table_have_possible_contexts() {
    for rule in Rule::ALL {
        let machine = ErrorMachine::new(&Reference::get().grammar, rule.name(), &[]);
        let machine = machine.expect("it has an automaton").expect("it is small");
        for state in machine.states() {
            // No production derives DEL.
            let text = [state.text(), b"\x7f"].concat();
            let shown = format!("{rule} on \"{}\"", text.escape_ascii());
            let (by_table, by_body) = (diagnose(rule, &text), rule.body_error(&text));
            assert_eq!(by_table.offset(), by_body.offset(), "{shown}");
            assert_eq!(by_table.expected(), by_body.expected(), "{shown}");
            assert_eq!(by_table.context().first(), Some(&rule), "{shown}");
            for pair in by_table.context().windows(2) {
                assert!(pair[0].uses().contains(&pair[1]), "{shown}: {pair:?}");
            }
        }
    }
}

/// Returns whether more input after the text can change the longest prefix that is derived: whether the text
/// leads to a state that has a transition. No state of a minimal automaton is a dead end.
fn can_change(automaton: &Automaton, text: &[u8]) -> bool {
    let prefix = automaton.viable_prefix(text);
    prefix.length() == text.len() && !automaton.next(prefix.state()).characters().is_empty()
}

fn compare_streaming(rule: Rule, automaton: &Automaton, text: &[u8]) {
    let wanted = match (can_change(automaton, text), match_prefix(rule, text)) {
        (true, _) => Err(Err::Incomplete(Needed::Unknown)),
        (false, Some((matched, rest))) => Ok((rest, matched)),
        (false, None) => Err(Err::Error(())),
    };
    assert_eq!(
        streaming(rule)(text),
        wanted,
        "{rule} on \"{}\"",
        text.escape_ascii()
    );
}

#[test]
fn streams_are_incomplete_exactly_where_more_input_can_matter() {
    let mut count = 0;
    for rule in Rule::ALL {
        let automaton = Reference::get().automaton(rule);
        let suite = Suite::new(automaton, 0).expect("the suite is small");
        for text in suite.texts().step_by(few_or_many(29, 1)) {
            compare_streaming(rule, automaton, &text);
            compare_streaming(rule, automaton, &[&text[..text.len() / 2], b" "].concat());
            compare_streaming(rule, automaton, &[&text, "é".as_bytes()].concat());
            // A character that is not finished, and that no text has.
            compare_streaming(rule, automaton, &[&text[..], b"\xe2\x82"].concat());
            count += 1;
        }
    }
    assert!(count > few_or_many(20_000, 500_000), "{count}");
}

#[test]
fn the_end_of_a_url_is_independent_of_the_pieces() {
    let stream = "http://h/a?b%20c>";
    for end in 0..stream.len() {
        let answer = streaming::<_, ()>(Rule::Url)(&stream[..end]);
        assert_eq!(answer, Err(Err::Incomplete(Needed::Unknown)), "{end}");
    }
    assert_eq!(
        streaming::<_, ()>(Rule::Url)(stream),
        Ok((">", "http://h/a?b%20c"))
    );
}
