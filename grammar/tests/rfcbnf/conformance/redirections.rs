//! Every acceptor with one wrong transition or one wrong verdict fails.

use std::collections::HashSet;

use rfcbnf::automaton::Automaton;

use super::acceptor::{Acceptor, Redirection, in_symbols, symbols};
use super::support::{most_productions, productions, suite};
use crate::extent::few_or_many;

/// The faulty acceptors that no text has caught so far: for each state and symbol, the wrong
/// targets of the transition.
struct Redirections<'a> {
    right: &'a Acceptor,
    survivors: Vec<Vec<u16>>,
}

impl<'a> Redirections<'a> {
    fn all(right: &'a Acceptor) -> Self {
        let mut survivors = vec![Vec::new(); 129 * usize::from(right.states())];
        for state in 0..right.states() {
            for symbol in symbols() {
                let others = 0..right.states();
                survivors[index_of(state, symbol)] = others
                    .filter(|&target| target != right.step(state, symbol))
                    .collect();
            }
        }
        Self { right, survivors }
    }

    /// Removes the acceptors with a wrong verdict on the text. Up to the first use of its wrong
    /// transition, each behaves like the correct one.
    fn try_text(&mut self, text: &[u8]) {
        let states = self.right.states_of(text);
        let verdict = self.right.is_accepting(states[text.len()]);
        for (index, (&state, &symbol)) in states.iter().zip(text).enumerate() {
            let right = self.right;
            self.survivors[index_of(state, symbol)].retain(|&target| {
                let redirection = Redirection {
                    state,
                    symbol,
                    target,
                };
                end(right, redirection, &text[index + 1..]) == verdict
            });
        }
    }

    fn survivors(&self) -> usize {
        self.survivors.iter().map(Vec::len).sum()
    }
}

fn index_of(state: u16, symbol: u8) -> usize {
    usize::from(state) * 129 + usize::from(symbol)
}

/// Returns the verdict on a text after a wrong first transition, given the rest of the text.
fn end(right: &Acceptor, wrong: Redirection, rest: &[u8]) -> bool {
    let end = rest.iter().fold(wrong.target, |state, &symbol| {
        if (state, symbol) == (wrong.state, wrong.symbol) {
            wrong.target
        } else {
            right.step(state, symbol)
        }
    });
    right.is_accepting(end)
}

/// Returns the number of acceptors with one wrong transition, and the number that pass.
fn wrong_steps(automaton: &Automaton, extra_states: u8) -> (usize, usize) {
    let right = Acceptor::of(automaton);
    let mut redirections = Redirections::all(&right);
    let all = redirections.survivors();
    for text in suite(automaton, extra_states).texts() {
        redirections.try_text(&in_symbols(&text));
    }
    (all, redirections.survivors())
}

#[test]
fn every_suite_catches_every_redirected_transition() {
    let mut total = 0;
    for (name, automaton) in most_productions() {
        let (all, survivors) = wrong_steps(automaton, 0);
        let states = automaton.states().len() + 1;
        assert_eq!(all, states * 127 * (states - 1), "{name}");
        assert_eq!(survivors, 0, "{name}");
        total += all;
    }
    assert!(total > few_or_many(1_000_000, 10_000_000), "{total}");
}

#[test]
fn a_suite_without_one_text_lets_some_acceptor_pass() {
    let (_, automaton) = productions()
        .find(|(name, _)| *name == "hostport")
        .expect("the production exists");
    let right = Acceptor::of(automaton);
    let texts: Vec<Vec<u8>> = suite(automaton, 0).texts().collect();
    let needed = (0..texts.len()).step_by(97).filter(|&left_out| {
        let mut redirections = Redirections::all(&right);
        for (index, text) in texts.iter().enumerate() {
            if index != left_out {
                redirections.try_text(&in_symbols(text));
            }
        }
        redirections.survivors() > 0
    });
    assert!(needed.count() > 0);
}

#[test]
fn every_suite_catches_every_wrong_verdict_of_a_state() {
    for (name, automaton) in most_productions() {
        let right = Acceptor::of(automaton);
        let suite = suite(automaton, 0);
        let ends = suite.texts().map(|text| {
            let states = right.states_of(&in_symbols(&text));
            states[states.len() - 1]
        });
        let ends: HashSet<u16> = ends.collect();
        assert_eq!(ends.len(), usize::from(right.states()), "{name}");
    }
}
