//! Every acceptor with one wrong transition or one wrong verdict fails.

use super::acceptor::{Acceptor, Redirection, symbols};
use super::support::{Tried, automaton, tried};
use crate::extent::few_or_many;

/// The faulty acceptors that too few texts have caught so far.
struct Redirections<'a> {
    right: &'a Acceptor,
    /// For each state and symbol, the wrong targets of the transition, and how many more texts have to
    /// catch each.
    survivors: Vec<Vec<(u16, u8)>>,
    /// For each state and symbol, the number of the last text that uses the transition.
    used: Vec<usize>,
}

impl<'a> Redirections<'a> {
    fn all(right: &'a Acceptor, catches: u8) -> Self {
        let mut survivors = vec![Vec::new(); 129 * usize::from(right.states())];
        for state in 0..right.states() {
            for symbol in symbols() {
                let others = 0..right.states();
                survivors[index_of(state, symbol)] = others
                    .filter(|&target| target != right.step(state, symbol))
                    .map(|target| (target, catches))
                    .collect();
            }
        }
        let used = vec![0; survivors.len()];
        Self {
            right,
            survivors,
            used,
        }
    }

    /// Removes the acceptors with a wrong verdict on enough texts. Up to the first use of its wrong
    /// transition in a text, each behaves like the correct one.
    fn try_text(&mut self, number: usize, text: &[u8]) {
        let right = self.right;
        let verdict = right.accepts(text);
        let steps = right.steps();
        let (mut state, mut index) = (0, 0);
        while index < text.len() {
            let symbol = text[index];
            index += 1;
            let transition = index_of(state, symbol);
            if !self.survivors[transition].is_empty()
                && std::mem::replace(&mut self.used[transition], number) != number
            {
                let rest = &text[index..];
                self.survivors[transition].retain_mut(|(target, catches)| {
                    let redirection = Redirection {
                        state,
                        symbol,
                        target: *target,
                    };
                    *catches -= u8::from(end(right, redirection, rest) != verdict);
                    *catches > 0
                });
            }
            state = steps[usize::from(state)][usize::from(symbol)];
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
    let steps = right.steps();
    let (mut state, mut index) = (wrong.target, 0);
    while index < rest.len() {
        let symbol = rest[index];
        state = if state == wrong.state && symbol == wrong.symbol {
            wrong.target
        } else {
            steps[usize::from(state)][usize::from(symbol)]
        };
        index += 1;
    }
    right.is_accepting(state)
}

/// Returns the number of acceptors with one wrong transition, and the number that fewer texts catch.
fn wrong_steps(tried: &Tried, catches: u8) -> (usize, usize) {
    let mut redirections = Redirections::all(&tried.right, catches);
    let all = redirections.survivors();
    for (index, text) in tried.texts.iter().enumerate() {
        redirections.try_text(index + 1, text);
    }
    (all, redirections.survivors())
}

#[test]
fn every_suite_catches_every_redirected_transition() {
    let mut total = 0;
    for tried in tried() {
        let (all, survivors) = wrong_steps(tried, 1);
        let states = usize::from(tried.right.states());
        assert_eq!(all, states * 127 * (states - 1), "{}", tried.name);
        assert_eq!(survivors, 0, "{}", tried.name);
        total += all;
    }
    assert!(total > few_or_many(1_000_000, 10_000_000), "{total}");
}

#[test]
fn a_suite_without_one_text_lets_some_acceptor_pass() {
    let tried = Tried::new("hostport", automaton("hostport"));
    let (_, survivors) = wrong_steps(&tried, 1);
    let (_, caught_once) = wrong_steps(&tried, 2);
    assert!(survivors == 0 && caught_once > 0);
}

#[test]
fn every_suite_catches_every_wrong_verdict_of_a_state() {
    for Tried {
        name, right, texts, ..
    } in tried()
    {
        let mut is_end = vec![false; usize::from(right.states())];
        for text in texts {
            is_end[usize::from(right.end(text))] = true;
        }
        assert!(!is_end.contains(&false), "{name}: {is_end:?}");
    }
}
