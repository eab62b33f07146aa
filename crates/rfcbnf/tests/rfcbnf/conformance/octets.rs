//! Suites of productions that derive CR, LF or octets above 7F.

use std::collections::HashSet;

use rfcbnf::automaton::{Automaton, DfaState};

use super::support::{small, suite};

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
