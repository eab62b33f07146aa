//! Correct and faulty acceptors as tables, built from an automaton alone, without the suite. Every acceptor with one wrong transition
//! or one wrong verdict fails, and so do those with several faults at once, without extra states.

use rfcbnf::automaton::{Automaton, DfaState};

use super::{Tried, automaton, tried};
use crate::extent::few_or_many;
use crate::interpret::numbers::Numbers;
use crate::interpret::random::Choices as _;

/// The number of ASCII characters. It is also the symbol of all other characters.
const OTHER: u8 = 128;

/// A complete deterministic automaton. It starts in state 0.
#[derive(Clone)]
pub(crate) struct Acceptor {
    steps: Vec<[u16; OTHER as usize + 1]>,
    accepting: Vec<bool>,
}

/// A redirected transition of an acceptor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Redirection {
    pub(crate) state: u16,
    pub(crate) symbol: u8,
    pub(crate) target: u16,
}

/// The symbols of a suite: ASCII without CR and LF, and one for all other characters.
pub(crate) fn symbols() -> impl Iterator<Item = u8> {
    (0..=OTHER).filter(|symbol| !b"\r\n".contains(symbol))
}

/// A text in symbols. Outside ASCII, it has `é` only.
pub(crate) fn in_symbols(text: impl Into<Vec<u8>>) -> Vec<u8> {
    let mut text = text.into();
    let mut length = 0;
    let mut index = 0;
    while index < text.len() {
        let mut symbol = text[index];
        if symbol >= OTHER {
            assert_eq!(text.get(index..index + 2), Some("é".as_bytes()));
            symbol = OTHER;
            index += 1;
        }
        text[length] = symbol;
        (index, length) = (index + 1, length + 1);
    }
    text.truncate(length);
    text
}

impl Acceptor {
    /// Returns the acceptor of the automaton's texts. Its last state is the sink.
    pub(crate) fn of(automaton: &Automaton) -> Self {
        let sink = automaton.states().len();
        let number = |state: Option<DfaState>| {
            let number = state.map_or(sink, DfaState::number);
            u16::try_from(number).expect("there are few states")
        };
        let mut steps = vec![[number(None); OTHER as usize + 1]; sink + 1];
        let mut accepting = vec![false; sink + 1];
        for state in automaton.states() {
            accepting[state.number()] = automaton.is_accepting(state);
            for symbol in 0..OTHER {
                let target = automaton.step(state, symbol);
                steps[state.number()][usize::from(symbol)] = number(target);
            }
        }
        Self { steps, accepting }
    }

    pub(crate) fn states(&self) -> u16 {
        u16::try_from(self.steps.len()).expect("there are few states")
    }

    /// Returns the next state for each state and symbol.
    pub(crate) fn steps(&self) -> &[[u16; OTHER as usize + 1]] {
        &self.steps
    }

    pub(crate) fn step(&self, state: u16, symbol: u8) -> u16 {
        self.steps[usize::from(state)][usize::from(symbol)]
    }

    pub(crate) fn is_accepting(&self, state: u16) -> bool {
        self.accepting[usize::from(state)]
    }

    pub(crate) fn redirect(&mut self, redirection: Redirection) {
        let Redirection {
            state,
            symbol,
            target,
        } = redirection;
        self.steps[usize::from(state)][usize::from(symbol)] = target;
    }

    pub(crate) fn flip(&mut self, state: u16) {
        self.accepting[usize::from(state)] ^= true;
    }

    /// Returns the state after the text.
    pub(crate) fn end(&self, text: &[u8]) -> u16 {
        // The loops over all texts are plain, because the tests are compiled without optimization.
        let steps = self.steps();
        let (mut state, mut index) = (0, 0);
        while index < text.len() {
            state = steps[usize::from(state)][usize::from(text[index])];
            index += 1;
        }
        state
    }

    pub(crate) fn accepts(&self, text: &[u8]) -> bool {
        self.is_accepting(self.end(text))
    }

    /// Returns whether both accept the same texts over the symbols of suites.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let mut seen = vec![false; self.steps.len() * other.steps.len()];
        seen[0] = true;
        let mut waiting = vec![(0, 0)];
        while let Some((mine, theirs)) = waiting.pop() {
            if self.is_accepting(mine) != other.is_accepting(theirs) {
                return false;
            }
            for symbol in symbols() {
                let next = (self.step(mine, symbol), other.step(theirs, symbol));
                let index = usize::from(next.0) * other.steps.len() + usize::from(next.1);
                if !std::mem::replace(&mut seen[index], true) {
                    waiting.push(next);
                }
            }
        }
        true
    }
}

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

/// Makes two or three faults: redirected transitions of one character, or wrong verdicts.
fn faulty(right: &Acceptor, numbers: &mut Numbers) -> Acceptor {
    let symbols: Vec<u8> = symbols().collect();
    let mut acceptor = right.clone();
    let states = usize::from(right.states());
    let mut state = || u16::try_from(numbers.below(states)).expect("there are few states");
    let picked = [state(), state(), state(), state(), state()];
    acceptor.redirect(Redirection {
        state: picked[0],
        symbol: symbols[numbers.below(symbols.len())],
        target: picked[1],
    });
    acceptor.redirect(Redirection {
        state: picked[2],
        symbol: symbols[numbers.below(symbols.len())],
        target: picked[3],
    });
    if numbers.below(2) == 0 {
        acceptor.flip(picked[4]);
    }
    acceptor
}

#[test]
fn faults_do_not_hide_each_other() {
    let mut numbers = Numbers::new(1738);
    let mut different = 0;
    // The suite of `url` is that of its schemes once more.
    for tried in tried().iter().filter(|tried| tried.name != "url") {
        let Tried {
            name, right, texts, ..
        } = tried;
        let verdicts: Vec<bool> = texts.iter().map(|text| right.accepts(text)).collect();
        for _ in 0..few_or_many(40, 100) {
            let acceptor = faulty(right, &mut numbers);
            let mut texts = texts.iter().zip(&verdicts);
            if texts.any(|(text, verdict)| acceptor.accepts(text) != *verdict) {
                different += 1;
            } else {
                assert!(acceptor.is_like(right), "{name}");
            }
        }
    }
    assert!(different > few_or_many(2_000, 5_000), "{different}");
}
