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

/// Returns whether the acceptor of the automaton's texts accepts the text, with a wrong step.
fn accepts(automaton: &Automaton, wrong: Option<Redirection>, text: &[u8]) -> bool {
    let states: Vec<DfaState> = automaton.states().collect();
    let end = text.iter().fold(0, |state, &octet| match wrong {
        Some((from, on, target)) if (from, on) == (state, octet) => target,
        _ => {
            let next = states
                .get(state)
                .and_then(|&state| automaton.step(state, octet));
            state_of(automaton, next)
        }
    });
    states
        .get(end)
        .is_some_and(|&state| automaton.is_accepting(state))
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
        let states = automaton.states().len() + 1;
        // Octets of one class are alike here, so some of each class are enough.
        for &octet in &[
            0, b'x', b'\n', b'\r', 0x80, 0x9f, 0xa0, 0xbf, 0xc2, 0xe1, 0xff,
        ] {
            let derives = |one| automaton.contains_any(|other| other == one);
            if matches!(octet, b'\r' | b'\n') && !derives(octet) {
                continue;
            }
            for from in 0..states {
                let right = automaton.states().nth(from);
                let right = right.and_then(|state| automaton.step(state, octet));
                let right = state_of(&automaton, right);
                for target in (0..states).filter(|&target| target != right) {
                    let wrong = Some((from, octet, target));
                    let mut pairs = texts.iter().zip(&verdicts);
                    let is_caught =
                        pairs.any(|(text, verdict)| accepts(&automaton, wrong, text) != *verdict);
                    assert!(is_caught, "{source} {wrong:?}");
                }
            }
        }
    }
}
