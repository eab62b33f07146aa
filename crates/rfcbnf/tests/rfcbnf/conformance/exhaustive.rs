//! All acceptors with few states that do not distinguish the characters of a class.
//!
//! An acceptor is made while it runs: where a text needs a transition or a verdict that is not decided
//! yet, the search tries every decision. It leaves an acceptor at the first wrong verdict, so all
//! acceptors that decide the rest otherwise are left with it. A new state gets the least number that is
//! unused, because other numbers are other names of the same acceptor.

use rfcbnf::automaton::Automaton;

use super::classes::{ByClass, texts};
use super::support::{small, suite};

/// The search for acceptors that pass a suite.
struct Search<'a> {
    right: &'a ByClass,
    /// The texts of the suite with the correct verdicts, the shortest first.
    verdicts: &'a [(Vec<u8>, bool)],
    /// The greatest number of states.
    states: usize,
    /// The next state for each state and class, where it is decided.
    steps: Vec<Option<usize>>,
    /// Whether a state accepts, where it is decided.
    accepting: Vec<Option<bool>>,
    used: usize,
    found: Found,
}

/// How many acceptors there are, up to what nothing distinguishes.
#[derive(Debug, Default)]
struct Found {
    /// Those with a wrong verdict on a text of the suite.
    caught: usize,
    /// Those that pass and accept the correct texts.
    correct: usize,
    /// Those that pass and accept wrong texts.
    survivors: usize,
}

impl Search<'_> {
    /// Tries all acceptors with at most that many states.
    fn all(right: &ByClass, texts: &[Vec<u8>], states: usize) -> Found {
        let verdicts = texts.iter();
        let verdicts = verdicts.map(|text| (text.clone(), right.accepts_from(0, text)));
        let verdicts: Vec<(Vec<u8>, bool)> = verdicts.collect();
        let mut search = Search {
            right,
            verdicts: &verdicts,
            states,
            steps: vec![None; states * right.classes],
            accepting: vec![None; states],
            used: 1,
            found: Found::default(),
        };
        search.run(0, 0, 0);
        search.found
    }

    /// Runs through the texts, from a state behind a prefix of one of them.
    fn run(&mut self, mut number: usize, mut prefix: usize, mut state: usize) {
        let verdicts = self.verdicts;
        while let Some((text, verdict)) = verdicts.get(number) {
            if let Some(&class) = text.get(prefix) {
                let step = state * self.right.classes + usize::from(class);
                let Some(next) = self.steps[step] else {
                    self.decide_step(step, |search, next| search.run(number, prefix + 1, next));
                    return;
                };
                (prefix, state) = (prefix + 1, next);
                continue;
            }
            match self.accepting[state] {
                Some(accepts) if accepts != *verdict => {
                    self.found.caught += 1;
                    return;
                }
                Some(_) => (number, prefix, state) = (number + 1, 0, 0),
                None => {
                    // The other verdict is wrong on this text.
                    self.found.caught += 1;
                    self.accepting[state] = Some(*verdict);
                    self.run(number + 1, 0, 0);
                    self.accepting[state] = None;
                    return;
                }
            }
        }
        self.compare();
    }

    /// Goes on with each target of a transition.
    fn decide_step(&mut self, step: usize, go_on: impl Fn(&mut Self, usize)) {
        let used = self.used;
        for target in 0..self.states.min(used + 1) {
            self.steps[step] = Some(target);
            self.used = used.max(target + 1);
            go_on(self, target);
        }
        (self.steps[step], self.used) = (None, used);
    }

    /// Compares an acceptor that passes with the correct one, and decides what the suite left open.
    fn compare(&mut self) {
        let mut seen = vec![false; self.states * self.right.states()];
        seen[0] = true;
        let mut waiting = vec![(0, 0)];
        let mut is_like = true;
        while let Some((mine, theirs)) = waiting.pop() {
            let Some(accepts) = self.accepting[mine] else {
                for accepts in [false, true] {
                    self.accepting[mine] = Some(accepts);
                    self.compare();
                }
                self.accepting[mine] = None;
                return;
            };
            is_like &= accepts == self.right.accepting[theirs];
            for class in 0..self.right.classes {
                let step = mine * self.right.classes + class;
                let Some(next) = self.steps[step] else {
                    self.decide_step(step, |search, _| search.compare());
                    return;
                };
                let next = (next, self.right.step(theirs, class));
                let index = next.0 * self.right.states() + next.1;
                if !std::mem::replace(&mut seen[index], true) {
                    waiting.push(next);
                }
            }
        }
        *(if is_like {
            &mut self.found.correct
        } else {
            &mut self.found.survivors
        }) += 1;
    }
}

/// Grammars with one or two classes beside the characters that no accepted text contains, and the greatest
/// number of extra states for which all acceptors are tried.
const GRAMMARS: [(&str, usize, u8); 8] = [
    ("a = *\"x\"\n", 2, 2),
    ("a = 1*\"x\"\n", 3, 1),
    ("a = \"x\"\n", 3, 1),
    ("a = [ \"x\" ]\n", 3, 1),
    ("a = *( \"x\" \"x\" )\n", 3, 1),
    ("a = 2\"x\"\n", 4, 1),
    ("a = *( \"x\" \"y\" )\n", 3, 1),
    ("a = *\"x\" *\"y\"\n", 3, 1),
];

fn automaton(bnf: &str, states: usize) -> Automaton {
    let automaton = small(bnf);
    assert_eq!(suite(&automaton, 0).states(), states, "{bnf}");
    automaton
}

#[test]
fn no_wrong_acceptor_within_the_bound_on_states_passes() {
    for (bnf, states, most) in GRAMMARS {
        let automaton = automaton(bnf, states);
        let right = ByClass::of(&automaton);
        for extra_states in 0..=most {
            let texts = texts(&automaton, extra_states);
            for fewer in 1..=states + usize::from(extra_states) {
                let found = Search::all(&right, &texts, fewer);
                let context = format!("{bnf} with {extra_states} extra states: {found:?}");
                assert!(found.caught > 1, "{context}");
                assert_eq!(found.correct > 0, fewer >= states, "{context}");
                assert_eq!(found.survivors, 0, "{context}");
            }
        }
    }
}

#[test]
fn a_wrong_acceptor_beyond_the_bound_on_states_can_pass() {
    for (bnf, states, _) in GRAMMARS {
        let automaton = automaton(bnf, states);
        let texts = texts(&automaton, 0);
        let found = Search::all(&ByClass::of(&automaton), &texts, states + 1);
        assert!(found.survivors > 0, "{bnf}: {found:?}");
    }
}
