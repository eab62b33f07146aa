//! The texts of suites and their verdicts.

use std::collections::HashSet;

use rfcbnf::automaton::Automaton;

use super::support::{Tried, automaton, most_productions, small, suite, tried};
use crate::extent::few_or_many;
use crate::texts::utf8;

#[test]
fn each_text_occurs_once_and_the_size_is_known() {
    for (name, automaton) in most_productions() {
        for extra_states in [0, 1] {
            let suite = suite(automaton, extra_states);
            if suite.size() > few_or_many(40_000, 1_000_000) {
                continue;
            }
            let texts: Vec<Vec<u8>> = suite.texts().collect();
            assert_eq!(texts.len() as u64, suite.size(), "{name}");
            let different: HashSet<&Vec<u8>> = texts.iter().collect();
            assert_eq!(different.len(), texts.len(), "{name}");
        }
    }
}

#[test]
fn a_suite_is_the_same_each_time() {
    for name in [few_or_many("gopherurl", "url"), "hostport"] {
        let (one, other) = (suite(automaton(name), 0), suite(automaton(name), 0));
        assert!(one.texts().eq(other.texts()), "{name}");
        assert!(
            one.cases()
                .map(|case| case.text().to_owned())
                .eq(one.texts()),
            "{name}"
        );
    }
}

#[test]
fn a_suite_contains_the_suite_for_fewer_states() {
    for name in ["hostport", "gopherurl", "escape"] {
        let fewer: HashSet<Vec<u8>> = suite(automaton(name), 0).texts().collect();
        let more: HashSet<Vec<u8>> = suite(automaton(name), 1).texts().collect();
        assert!(fewer.is_subset(&more), "{name}");
        assert!(more.len() > fewer.len(), "{name}");
    }
}

#[test]
fn every_state_sees_all_characters_except_line_ends() {
    for Tried {
        name, right, texts, ..
    } in tried()
    {
        let mut seen = vec![[false; 129]; usize::from(right.states())];
        for text in texts {
            let (mut state, mut index) = (0, 0);
            while index < text.len() {
                let symbol = usize::from(text[index]);
                seen[usize::from(state)][symbol] = true;
                state = right.steps()[usize::from(state)][symbol];
                index += 1;
            }
        }
        for (state, seen) in seen.iter().enumerate() {
            for symbol in 0..129 {
                let is_line_end = b"\r\n".contains(&symbol);
                let is_seen = seen[usize::from(symbol)];
                // What follows once no text can be completed is no matter.
                let is_sink = state + 1 == usize::from(right.states());
                assert!(
                    is_seen != is_line_end || is_sink && !is_seen,
                    "{name}: {symbol} in state {state}"
                );
            }
        }
    }
}

#[test]
fn each_verdict_agrees_with_the_automaton() {
    for (name, automaton) in most_productions() {
        let suite = suite(automaton, 0);
        assert!(suite.cases().any(|case| case.is_word()), "{name}");
        for case in suite.cases().step_by(few_or_many(5, 1)) {
            let text = case.text();
            assert_eq!(case.is_word(), automaton.accepts(text), "{name}: {text:?}");
            assert_eq!(case.is_word(), case.rejection().is_none());
            if let Some(rejection) = case.rejection() {
                let prefix = automaton.viable_prefix(text);
                assert_eq!(rejection.offset, prefix.length());
                assert_eq!(rejection.next, prefix.next());
                assert_eq!(rejection.can_end, prefix.can_end());
            }
        }
    }
}

#[test]
fn the_members_of_a_class_take_turns_in_longer_infixes() {
    let automaton = small("a = *( \"x\" | \"y\" | \"z\" ) \".\"\n");
    let shorter: HashSet<Vec<u8>> = suite(&automaton, 0).texts().collect();
    let suite = suite(&automaton, 2);
    let longer = suite.texts().filter(|text| !shorter.contains(text));
    let characters: HashSet<char> = longer
        .flat_map(|text| utf8(text).chars().collect::<Vec<_>>())
        .collect();
    for character in ['x', 'y', 'z', '.'] {
        assert!(characters.contains(&character), "{character}");
    }
    assert!(characters.len() > 6, "{characters:?}");
}

#[test]
fn a_production_that_derives_nothing_has_a_suite() {
    let mut grammar = rfcbnf::read("a = \"x\"\n").expect("the grammar has no errors");
    grammar.productions[0].excluded = vec![String::new()];
    let automaton = Automaton::new(&grammar, "a").expect("the production is small");
    let suite = suite(&automaton, 0);
    assert_eq!(suite.states(), 1);
    assert_eq!(suite.size(), 128);
    assert!(suite.cases().all(|case| !case.is_word()));
}
