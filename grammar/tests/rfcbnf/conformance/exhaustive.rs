//! All acceptors with few states that do not distinguish the characters of a class.

use std::collections::HashSet;

use rfcbnf::automaton::{Automaton, DfaState};

use super::support::{small, suite};
use crate::texts::utf8;

/// An acceptor over classes instead of characters. It starts in state 0.
struct Small {
    classes: usize,
    /// The next state for each state and class.
    steps: Vec<usize>,
    accepting: Vec<bool>,
}

impl Small {
    /// Returns the acceptor with that number among all acceptors of that size.
    fn numbered(number: u64, states: usize, classes: usize) -> Self {
        let mut rest = number;
        let mut digit = |base: usize| {
            let digit = rest % base as u64;
            rest /= base as u64;
            usize::try_from(digit).expect("it is small")
        };
        Self {
            classes,
            steps: (0..states * classes).map(|_| digit(states)).collect(),
            accepting: (0..states).map(|_| digit(2) == 1).collect(),
        }
    }

    /// Returns the acceptor of the automaton's texts. Its last state is the sink.
    fn of(automaton: &Automaton) -> Self {
        let (classes, sink) = (automaton.classes().len(), automaton.states().len());
        let mut steps = vec![sink; (sink + 1) * classes];
        for state in automaton.states() {
            for class in 0..classes {
                let target = automaton.step_by_class(state, class);
                steps[state.number() * classes + class] = target.map_or(sink, DfaState::number);
            }
        }
        let accepting = automaton
            .states()
            .map(|state| automaton.is_accepting(state));
        Self {
            classes,
            steps,
            accepting: accepting.chain([false]).collect(),
        }
    }

    fn step(&self, state: usize, class: usize) -> usize {
        self.steps[state * self.classes + class]
    }

    fn accepts(&self, text: &[usize]) -> bool {
        self.accepting[text.iter().fold(0, |state, &class| self.step(state, class))]
    }

    fn is_like(&self, other: &Self) -> bool {
        let mut seen = HashSet::from([(0, 0)]);
        let mut waiting = vec![(0, 0)];
        while let Some((mine, theirs)) = waiting.pop() {
            if self.accepting[mine] != other.accepting[theirs] {
                return false;
            }
            for class in 0..self.classes {
                let next = (self.step(mine, class), other.step(theirs, class));
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        true
    }
}

/// The texts of the suite as classes. Characters outside ASCII are in no accepted text, and neither is
/// their first octet.
fn texts(automaton: &Automaton, extra_states: u8) -> Vec<Vec<usize>> {
    let class =
        |character: char| automaton.class_of(character.encode_utf8(&mut [0; 4]).as_bytes()[0]);
    let suite = suite(automaton, extra_states);
    let texts: HashSet<Vec<usize>> = suite
        .texts()
        .map(|text| utf8(text).chars().map(class).collect())
        .collect();
    let mut texts: Vec<Vec<usize>> = texts.into_iter().collect();
    texts.sort_by_key(Vec::len);
    texts
}

/// Returns the acceptors of that size that pass the suite and accept wrong texts;
/// and how many acceptors there are.
fn survivors(automaton: &Automaton, texts: &[Vec<usize>], states: usize) -> (usize, u64) {
    let right = Small::of(automaton);
    let classes = right.classes;
    let verdicts: Vec<(&Vec<usize>, bool)> = texts
        .iter()
        .map(|text| (text, right.accepts(text)))
        .collect();
    let exponent = u32::try_from(states * classes).expect("it is small");
    let all = (states as u64).pow(exponent) << states;
    let passing = (0..all).filter(|&number| {
        let acceptor = Small::numbered(number, states, classes);
        let mut verdicts = verdicts.iter();
        verdicts.all(|(text, verdict)| acceptor.accepts(text) == *verdict)
            && !acceptor.is_like(&right)
    });
    (passing.count(), all)
}

/// Grammars with one or two classes beside the characters that no accepted text contains, and the greatest
/// number of extra states for which all acceptors can be tried.
const GRAMMARS: [(&str, usize, u8); 8] = [
    ("a = *\"x\"\n", 2, 2),
    ("a = 1*\"x\"\n", 3, 1),
    ("a = \"x\"\n", 3, 1),
    ("a = [ \"x\" ]\n", 3, 1),
    ("a = *( \"x\" \"x\" )\n", 3, 1),
    ("a = 2\"x\"\n", 4, 0),
    ("a = *( \"x\" \"y\" )\n", 3, 0),
    ("a = *\"x\" *\"y\"\n", 3, 0),
];

#[test]
fn no_wrong_acceptor_within_the_bound_on_states_passes() {
    for (bnf, states, most) in GRAMMARS {
        let automaton = small(bnf);
        assert_eq!(suite(&automaton, 0).states(), states, "{bnf}");
        for extra_states in 0..=most {
            let texts = texts(&automaton, extra_states);
            for fewer in 1..=states + usize::from(extra_states) {
                let (survivors, all) = survivors(&automaton, &texts, fewer);
                assert!(all > 1, "{bnf}");
                assert_eq!(survivors, 0, "{bnf} with {extra_states} extra states");
            }
        }
    }
}

#[test]
fn a_wrong_acceptor_beyond_the_bound_on_states_can_pass() {
    for (bnf, states, most) in GRAMMARS {
        if most == 0 {
            continue;
        }
        let automaton = small(bnf);
        let (survivors, _) = survivors(&automaton, &texts(&automaton, 0), states + 1);
        assert!(survivors > 0, "{bnf}");
    }
}
