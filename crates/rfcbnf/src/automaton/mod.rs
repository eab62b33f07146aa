//! Minimal deterministic automata. They decide every question about the texts of a grammar.
//!
//! ```
//! use rfcbnf::automaton::Automaton;
//!
//! let grammar = rfcbnf::read("few = 1*3\"a\"\nmany = 1*\"a\"\n")?;
//! let (few, many) = (Automaton::new(&grammar, "few")?, Automaton::new(&grammar, "many")?);
//! assert_eq!(many.difference(&few).as_deref(), Some(b"aaaa".as_slice()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The instructions of productions (`network`) become nondeterministic automata (`joint`,
//! `nfa`). The construction of subsets makes these deterministic (`determinize`), and Hopcroft's
//! algorithm makes them minimal (`minimize`).
//!
//! Architecture invariant: automata depend on the network only. The plan of the generator, the
//! analysis and the parsers are built on them or checked against them.

mod algebra;
mod characters;
mod compare;
mod determinize;
mod differences;
mod facts;
mod joint;
mod limits;
mod minimize;
mod nfa;
mod production;
#[cfg(feature = "files")]
mod saved;
mod search;
mod through;

pub use compare::Witness;
pub(crate) use determinize::classes as octet_classes;
pub use limits::TooLarge;
pub(crate) use limits::Work;
pub(crate) use minimize::Blocks;
pub(crate) use nfa::Definitions;
pub use production::{Automata, AutomatonError, Through};
pub(crate) use search::{access_texts, readable_first, with_most_readable};
pub use through::shortest_through;

use rfcbnf_engine::dfa::DenseDfa;

use crate::octets::OctetSet;
use crate::syntax::Grammar;
use determinize::classes;

/// The number of octets.
const OCTETS: usize = 256;

/// The minimal deterministic automaton of a production.
///
/// Every state leads to an accepting one, no two states are equivalent, and the states are numbered
/// in the order in which the octets, in ascending order, first lead to them. So two automata are
/// equal exactly if they accept the same texts. The automaton that accepts no text has one state,
/// the start.
///
/// ```
/// use rfcbnf::automaton::Automaton;
/// use rfcbnf::octets::OctetSet;
///
/// let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
/// let port = Automaton::new(&grammar, "port")?;
/// assert!(port.accepts(b"1010"));
/// assert_eq!(port.shortest().as_deref(), Some(b"0".as_slice()));
///
/// let prefix = port.viable_prefix(b"10x");
/// assert_eq!(prefix.length(), 2);
/// assert_eq!(prefix.next(), OctetSet::of("01"));
/// assert!(prefix.can_end());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(
    feature = "files",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "saved::SavedAutomaton", try_from = "saved::SavedAutomaton")
)]
pub struct Automaton {
    /// The classes of equivalent octets, in the order of their lowest members.
    classes: Vec<OctetSet>,
    /// The class of each octet.
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
            *state = self.step(*state, octet)?;
            Some(*state)
        })
    }

    /// Returns the states, the start first.
    pub fn states(&self) -> impl ExactSizeIterator<Item = DfaState> + use<> {
        (0..self.accepting.len()).map(DfaState)
    }

    /// Returns the state before the first octet.
    #[must_use]
    pub fn start(&self) -> DfaState {
        DfaState(0)
    }

    /// Returns the state after the octet; `None` if no accepted text goes on with it.
    ///
    /// # Panics
    ///
    /// Panics if this automaton has no such state.
    #[must_use]
    pub fn step(&self, state: DfaState, octet: u8) -> Option<DfaState> {
        self.step_by_class(state, self.class_of(octet))
    }

    /// Returns the state after any octet of the class; `None` if no accepted text goes on with
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

    /// Returns the classes of octets. Two octets are in one class if they lead from every state to
    /// the same state. The classes are in the order of their lowest members. Every octet is in
    /// exactly one of them.
    #[must_use]
    pub fn classes(&self) -> &[OctetSet] {
        &self.classes
    }

    /// Returns the index of the octet's class.
    #[must_use]
    pub fn class_of(&self, octet: u8) -> usize {
        self.class_of[usize::from(octet)]
    }

    /// Returns the octets that can follow.
    #[must_use]
    pub fn next(&self, state: DfaState) -> OctetSet {
        let classes = self.classes.iter().enumerate();
        let lead_on = classes.filter(|&(class, _)| self.step_by_class(state, class).is_some());
        lead_on.fold(OctetSet::EMPTY, |all, (_, class)| all | *class)
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

    /// Returns the octets that can follow it.
    #[must_use]
    pub fn next(&self) -> OctetSet {
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

impl Automaton {
    /// Returns the automaton for the engine; `None` if it is too large to be run fast.
    pub(crate) fn dense(&self) -> Option<DenseDfa> {
        let mut classes = [0; 256];
        for (number, class) in classes.iter_mut().zip(&self.class_of) {
            *number = u8::try_from(*class).ok()?;
        }
        let steps = self.steps.iter().map(|step| step.map(|state| state.0));
        DenseDfa::new(
            |octet| classes[usize::from(octet)],
            &steps.collect::<Vec<_>>(),
            &self.accepting,
        )
    }
}
