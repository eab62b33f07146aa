//! Correct and faulty acceptors as tables, built from an automaton alone, without the suite.

use std::collections::HashSet;

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

/// A text in symbols.
pub(crate) fn in_symbols(text: impl AsRef<[u8]>) -> Vec<u8> {
    let text = str::from_utf8(text.as_ref()).expect("the productions are ASCII");
    let symbol = |character| u8::try_from(u32::from(character)).map_or(OTHER, |it| it.min(OTHER));
    text.chars().map(symbol).collect()
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

    /// Adds a copy of the state, and returns its number.
    pub(crate) fn copy(&mut self, state: u16) -> u16 {
        self.steps.push(self.steps[usize::from(state)]);
        self.accepting.push(self.accepting[usize::from(state)]);
        self.states() - 1
    }

    /// Returns the start state and the state after each symbol of the text.
    pub(crate) fn states_of(&self, text: &[u8]) -> Vec<u16> {
        let steps = text.iter().scan(0, |state, &symbol| {
            *state = self.step(*state, symbol);
            Some(*state)
        });
        std::iter::once(0).chain(steps).collect()
    }

    pub(crate) fn accepts(&self, text: &[u8]) -> bool {
        let end = text
            .iter()
            .fold(0, |state, &symbol| self.step(state, symbol));
        self.is_accepting(end)
    }

    /// Returns whether both accept the same texts over the symbols of suites.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        let mut seen = HashSet::from([(0, 0)]);
        let mut waiting = vec![(0, 0)];
        while let Some((mine, theirs)) = waiting.pop() {
            if self.is_accepting(mine) != other.is_accepting(theirs) {
                return false;
            }
            for symbol in symbols() {
                let next = (self.step(mine, symbol), other.step(theirs, symbol));
                if seen.insert(next) {
                    waiting.push(next);
                }
            }
        }
        true
    }
}
