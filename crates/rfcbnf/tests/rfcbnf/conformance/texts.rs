//! The texts of suites and their verdicts, also of productions that derive CR, LF or octets above 7F; the sizes of suites, and the
//! refusal of suites that are too large.

use std::collections::HashSet;

use rfcbnf::automaton::{Automaton, DfaState};
use rfcbnf::conformance::{LIMIT, Suite};

use super::{Tried, automaton, most_productions, productions, small, suite, tried};
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

#[test]
fn suites_are_as_large_as_the_documentation_says() {
    let sizes = |name| {
        let automaton = automaton(name);
        let size = |extra_states| Suite::new(automaton, extra_states).ok().map(|it| it.size());
        [size(0), size(1), size(2)]
    };
    for (name, expected) in [
        ("url", [Some(625_626), Some(7_444_695), None]),
        ("otherurl", [Some(83_262), Some(411_668), Some(6_195_120)]),
        ("ftpurl", [Some(81_276), Some(368_365), Some(7_084_714)]),
        ("gopherurl", [Some(37_572), Some(109_059), Some(1_308_045)]),
        ("httpurl", [Some(32_988), Some(83_160), Some(812_757)]),
        ("hostport", [Some(6_858), Some(8_499), Some(17_800)]),
        ("host", [Some(5_122), Some(5_980), Some(9_754)]),
        ("search", [Some(937), Some(1_038), Some(1_451)]),
        ("port", [Some(742), Some(757), Some(788)]),
    ] {
        assert_eq!(sizes(name), expected, "{name}");
    }
}

#[test]
fn all_suites_together_are_as_large_as_the_documentation_says() {
    let sizes = productions().map(|(_, automaton)| suite(automaton, 0).size());
    assert_eq!(sizes.sum::<u64>(), 1_358_654);
    let sizes = productions().map(|(_, automaton)| suite(automaton, 1).size());
    assert_eq!(sizes.sum::<u64>(), 9_595_258);
}

#[test]
fn a_suite_beyond_the_limit_is_refused_with_its_size() {
    let error = Suite::new(automaton("url"), 2)
        .err()
        .expect("it is too large");
    assert!(error.texts() > LIMIT);
    let needed = "277189003 texts are needed, and the limit is 100000000";
    assert_eq!(error.to_string(), needed);
    let error = Suite::new(automaton("port"), 255)
        .err()
        .expect("it is too large");
    assert_eq!(error.texts(), u64::MAX);
    let needed = "more texts are needed than a 64-bit number counts, and the limit is 100000000";
    assert_eq!(error.to_string(), needed);
}

#[test]
fn a_small_suite_is_accepted_with_many_extra_states() {
    let automaton = small("a = \"x\"\n");
    assert!(Suite::new(&automaton, 12).is_ok());
}

/// The state of an acceptor. The last one is the sink.
type State = usize;

/// A wrong step: the octet leads from the state to the target.
type Redirection = (State, u8, State);

fn state_of(automaton: &Automaton, state: Option<DfaState>) -> State {
    state.map_or(automaton.states().len(), DfaState::number)
}

/// Returns the state after each octet, for each state of the acceptor.
fn steps(automaton: &Automaton) -> Vec<Vec<State>> {
    let states = automaton.states().map(Some).chain([None]);
    let after = |state: Option<DfaState>, octet| {
        let next = state.and_then(|state| automaton.step(state, octet));
        state_of(automaton, next)
    };
    states
        .map(|state| (0..=u8::MAX).map(|octet| after(state, octet)).collect())
        .collect()
}

/// Returns the state after the text, with a wrong step.
fn end(steps: &[Vec<State>], (from, on, target): Redirection, text: &[u8]) -> State {
    let mut state = 0;
    for &octet in text {
        state = if state == from && octet == on {
            target
        } else {
            steps[state][usize::from(octet)]
        };
    }
    state
}

/// Returns the octets that follow each access text of the suite.
fn octets_after_states(automaton: &Automaton) -> HashSet<(State, u8)> {
    let mut seen = HashSet::new();
    for text in suite(automaton, 0).texts() {
        let mut state = Some(automaton.start());
        for octet in text {
            seen.insert((state_of(automaton, state), octet));
            state = state.and_then(|state| automaton.step(state, octet));
        }
    }
    seen
}

#[test]
fn the_alphabet_has_line_ends_and_high_octets_if_needed() {
    for (source, octets) in [
        ("a = \"x\" / %x80-FF\n", 256 - 2),
        ("a = \"x\" / %x80\n", 256 - 2),
        ("a = \"x\" / %xA0-D7FF\n", 256 - 2),
        // `é` has two octets, and the second comes after the sink.
        ("a = %x0D.0A\n", 128 + 1),
        ("a = \"x\" / %x0A\n", 128 - 1 + 1),
        ("a = \"x\"\n", 128 - 2 + 1),
    ] {
        let automaton = small(source);
        let seen = octets_after_states(&automaton);
        let at_start = seen.iter().filter(|(state, _)| *state == 0);
        assert_eq!(at_start.count(), octets, "{source}");
    }
}

#[test]
fn one_character_represents_all_those_outside_ascii() {
    let automaton = small("a = %x0D.0A\n");
    for text in suite(&automaton, 0).texts() {
        let text = String::from_utf8(text).expect("é is UTF-8");
        assert!(text.chars().all(|one| one.is_ascii() || one == 'é'));
    }
}

#[test]
fn every_wrong_step_on_any_octet_is_caught() {
    for source in [
        "a = 1*%x80-FF\n",
        "a = \"x\" %x0D.0A / %xFF\n",
        "a = %xA0-D7FF\n",
        "a = *( \"x\" %x80-BF )\n",
    ] {
        let automaton = small(source);
        let texts: Vec<Vec<u8>> = suite(&automaton, 0).texts().collect();
        let verdicts: Vec<bool> = texts.iter().map(|text| automaton.accepts(text)).collect();
        let steps = steps(&automaton);
        let states = automaton.states().len() + 1;
        let accepting = automaton
            .states()
            .map(|state| automaton.is_accepting(state));
        let accepting: Vec<bool> = accepting.chain([false]).collect();
        // Octets of one class are alike here, so some of each class are enough.
        for &octet in &[
            0, b'x', b'\n', b'\r', 0x80, 0x9f, 0xa0, 0xbf, 0xc2, 0xe1, 0xff,
        ] {
            let derives = |one| automaton.contains_any(|other| other == one);
            if matches!(octet, b'\r' | b'\n') && !derives(octet) {
                continue;
            }
            for from in 0..states {
                let right = steps[from][usize::from(octet)];
                for target in (0..states).filter(|&target| target != right) {
                    let wrong = (from, octet, target);
                    let mut pairs = texts.iter().zip(&verdicts);
                    let is_caught = pairs
                        .any(|(text, verdict)| accepting[end(&steps, wrong, text)] != *verdict);
                    assert!(is_caught, "{source} {wrong:?}");
                }
            }
        }
    }
}
