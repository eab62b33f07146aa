//! Minimal deterministic automata. They decide every question about the texts of a grammar.
//!
//! Expressions become nondeterministic automata (`nfa`), the construction of subsets makes these
//! deterministic (`determinize`), and Hopcroft's algorithm makes them minimal (`minimize`).
//!
//! Architecture invariant: automata depend on the syntax tree only. The plan of the generator, the
//! analysis and the parsers are built on them or checked against them.

mod algebra;
mod compare;
mod determinize;
mod exclusion;
mod facts;
mod limits;
mod minimize;
mod nfa;
mod part;
mod production;
mod related;
mod search;
mod through;

pub use compare::Witness;
pub use limits::TooLarge;
pub(crate) use limits::Work;
pub use part::Through;
pub use production::{Automata, AutomatonError};
pub(crate) use search::readable_first;
pub use through::shortest_through;

use crate::syntax::Grammar;

/// The number of ASCII characters: no grammar of this notation derives any other octet.
const ASCII: u8 = 128;

/// The minimal deterministic automaton of a production.
///
/// Every state leads to an accepting one, no two states are equivalent, and the states are numbered
/// in the order in which the characters, in ASCII order, first lead to them. So two automata are
/// equal exactly if they accept the same texts. The automaton that accepts no text has one state,
/// the start.
///
/// ```
/// use rfcbnf::automaton::Automaton;
///
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let port = Automaton::new(&grammar, "port")?;
/// assert!(port.accepts(b"1010"));
/// assert_eq!(port.shortest().as_deref(), Some("0"));
///
/// let prefix = port.viable_prefix(b"10x");
/// assert_eq!(prefix.length(), 2);
/// assert_eq!(prefix.next(), "01");
/// assert!(prefix.can_end());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Automaton {
    /// The classes of equivalent characters, in the order of their first members.
    classes: Vec<String>,
    /// The class of each ASCII character.
    class_of: Vec<usize>,
    /// For each state and each class, the next state.
    steps: Vec<Option<DfaState>>,
    accepting: Vec<bool>,
}

/// A state of an [`Automaton`]. It has no meaning for any other automaton.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct DfaState(usize);

/// The viable prefix of a text: its longest prefix that an accepted text begins with.
#[derive(Debug, Clone, Copy)]
pub struct ViablePrefix<'a> {
    automaton: &'a Automaton,
    length: usize,
    state: DfaState,
}

impl Automaton {
    /// Builds the automaton of a production. For several productions, [`Automata`] shares the
    /// work.
    ///
    /// # Errors
    ///
    /// Returns an [`AutomatonError`] if the grammar has no such production, or if it or one that
    /// it uses is too large.
    pub fn new(grammar: &Grammar, production: &str) -> Result<Self, AutomatonError> {
        let mut automata = Automata::reachable_from(grammar, production)?;
        automata.take(production)
    }

    /// Returns whether the production derives the text.
    #[must_use]
    pub fn accepts(&self, text: &[u8]) -> bool {
        let prefix = self.viable_prefix(text);
        prefix.length == text.len() && prefix.can_end()
    }

    /// Returns the longest prefix of the text that an accepted text begins with. If the automaton
    /// accepts no text, the prefix is empty and nothing can follow it.
    #[must_use]
    pub fn viable_prefix(&self, text: &[u8]) -> ViablePrefix<'_> {
        let (mut length, mut state) = (0, self.start());
        for next in self.path(text) {
            (length, state) = (length + 1, next);
        }
        ViablePrefix {
            automaton: self,
            length,
            state,
        }
    }

    /// Returns the length in octets of the longest prefix that the production derives; `None` if
    /// it derives no prefix.
    #[must_use]
    pub fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        let states = std::iter::once(self.start()).chain(self.path(text));
        let ends = states
            .enumerate()
            .filter(|&(_, state)| self.is_accepting(state));
        ends.last().map(|(length, _)| length)
    }

    /// Returns the state after each octet of the viable prefix.
    fn path(&self, text: &[u8]) -> impl Iterator<Item = DfaState> {
        text.iter().scan(self.start(), |state, &octet| {
            *state = self.step(*state, char::from(octet))?;
            Some(*state)
        })
    }

    /// Returns the states, the start first.
    pub fn states(&self) -> impl ExactSizeIterator<Item = DfaState> + use<> {
        (0..self.accepting.len()).map(DfaState)
    }

    /// Returns the state before the first character.
    #[must_use]
    pub fn start(&self) -> DfaState {
        DfaState(0)
    }

    /// Returns the state after the character; `None` if no accepted text goes on with it.
    ///
    /// # Panics
    ///
    /// Panics if this automaton has no such state.
    #[must_use]
    pub fn step(&self, state: DfaState, character: char) -> Option<DfaState> {
        self.step_by_class(state, self.class_of(character)?)
    }

    /// Returns the state after any character of the class; `None` if no accepted text goes on with
    /// it.
    ///
    /// # Panics
    ///
    /// Panics if this automaton has no such class or no such state.
    #[must_use]
    pub fn step_by_class(&self, state: DfaState, class: usize) -> Option<DfaState> {
        assert!(class < self.classes.len(), "there is no class {class}");
        self.steps[state.0 * self.classes.len() + class]
    }

    /// Returns whether the texts that lead to the state are accepted.
    ///
    /// # Panics
    ///
    /// Panics if this automaton has no such state.
    #[must_use]
    pub fn is_accepting(&self, state: DfaState) -> bool {
        self.accepting[state.0]
    }

    /// Returns the classes of characters. Two characters are in one class if they lead from every
    /// state to the same state. Each class is in ASCII order, and the classes are in the order of
    /// their first characters. Every ASCII character is in exactly one of them.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// Returns the index of the character's class; `None` for a character outside ASCII.
    #[must_use]
    pub fn class_of(&self, character: char) -> Option<usize> {
        self.class_of
            .get(usize::try_from(u32::from(character)).ok()?)
            .copied()
    }

    /// Returns the characters that can follow, in ASCII order.
    #[must_use]
    pub fn next(&self, state: DfaState) -> String {
        let classes = 0..self.classes.len();
        let lead_on = classes.filter(|&class| self.step_by_class(state, class).is_some());
        let mask = lead_on.fold(0, |mask, class| mask | self.class_mask(class));
        characters_in(mask).collect()
    }

    /// Returns the characters of the class as bits.
    fn class_mask(&self, class: usize) -> u128 {
        let characters = self.classes[class].bytes();
        characters.fold(0, |mask, character| mask | 1 << character)
    }
}

impl ViablePrefix<'_> {
    /// Returns its length in octets.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// Returns the state that it leads to.
    #[must_use]
    pub fn state(&self) -> DfaState {
        self.state
    }

    /// Returns the characters that can follow it, in ASCII order.
    #[must_use]
    pub fn next(&self) -> String {
        self.automaton.next(self.state)
    }

    /// Returns whether the text could end after it.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.automaton.is_accepting(self.state)
    }
}

impl DfaState {
    /// Returns its number, counted from 0. The start is number 0.
    #[must_use]
    pub fn number(self) -> usize {
        self.0
    }
}

/// Returns the characters of a set in ASCII order.
fn characters_in(set: u128) -> impl Iterator<Item = char> {
    let octets = (0..ASCII).filter(move |octet| set >> octet & 1 == 1);
    octets.map(char::from)
}

/// Returns the set with both cases of every letter in it.
fn in_any_case(set: u128) -> u128 {
    const UPPER: u128 = ((1 << 26) - 1) << b'A';
    const LOWER: u128 = UPPER << 32;
    set | (set & UPPER) << 32 | (set & LOWER) >> 32
}
