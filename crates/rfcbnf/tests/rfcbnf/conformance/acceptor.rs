//! Correct and faulty acceptors as tables, built from an automaton alone, without the suite.

use rfcbnf::automaton::{Automaton, DfaState};

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
