//! Minimal deterministic automata of productions: the independent check of everything else.
//!
//! Architecture invariant: nothing here uses [`crate::language`], [`crate::plan`],
//! [`crate::analysis`] or [`crate::generate`]; the syntax tree is all that they share.
//! Expressions become a nondeterministic automaton, and `regex-automata` makes it deterministic.
//! What it lacks is here: to make an automaton minimal in time that is nearly linear, the
//! exclusion of beginnings, the differences.

mod dense;
mod exclusion;
mod minimal;
mod paths;
mod production;
mod search;
mod states;
mod through;

pub use production::{Automata, AutomatonError};
pub(crate) use search::readable_first;
pub use through::{Through, shortest_through};

use crate::syntax::Grammar;

/// The number of ASCII characters: no grammar of this notation derives any other octet.
const ASCII: u8 = 128;

/// The minimal deterministic automaton of a production.
///
/// From every state a word can be completed, no two states are alike, and the states are
/// numbered in the order in which the characters, in ASCII order, first lead to them. So two
/// automata are equal exactly where they derive the same words. The one state that completes
/// no word is the start of the automaton that has no words.
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
    /// The classes of characters that behave alike, by their first members.
    classes: Vec<String>,
    /// The class of each ASCII character.
    class_of: Vec<usize>,
    /// For each state and each class, where the step leads.
    steps: Vec<Option<State>>,
    accepting: Vec<bool>,
}

/// A state of an [`Automaton`]. It means nothing to any other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State(usize);

/// The longest prefix of a text with which a word begins.
#[derive(Debug, Clone, Copy)]
pub struct ViablePrefix<'a> {
    automaton: &'a Automaton,
    length: usize,
    state: State,
}

impl Automaton {
    /// The automaton of a production. Where several are asked about, [`Automata`] shares the
    /// work.
    ///
    /// # Errors
    ///
    /// [`AutomatonError`], where the grammar has no such production, or where it or one that
    /// it uses is too large.
    pub fn new(grammar: &Grammar, production: &str) -> Result<Self, AutomatonError> {
        let mut automata = Automata::reachable_from(grammar, production)?;
        automata.take(production)
    }

    /// Whether the text is a word.
    #[must_use]
    pub fn accepts(&self, text: &[u8]) -> bool {
        let prefix = self.viable_prefix(text);
        prefix.length == text.len() && prefix.can_end()
    }

    /// The longest prefix of the text with which a word begins. Where no word begins at all,
    /// it is empty, and nothing can follow it.
    #[must_use]
    pub fn viable_prefix(&self, text: &[u8]) -> ViablePrefix<'_> {
        let (mut length, mut state) = (0, self.start());
        for next in self.way(text) {
            (length, state) = (length + 1, next);
        }
        ViablePrefix {
            automaton: self,
            length,
            state,
        }
    }

    /// The length in octets of the longest prefix of the text that is a word.
    #[must_use]
    pub fn longest_prefix(&self, text: &[u8]) -> Option<usize> {
        let states = std::iter::once(self.start()).chain(self.way(text));
        let ends = states
            .enumerate()
            .filter(|&(_, state)| self.is_accepting(state));
        ends.last().map(|(length, _)| length)
    }

    /// The states after each octet of the text, as far as words go on like that.
    fn way(&self, text: &[u8]) -> impl Iterator<Item = State> {
        text.iter().scan(self.start(), |state, &octet| {
            *state = self.step(*state, char::from(octet))?;
            Some(*state)
        })
    }

    /// The states, the start first.
    pub fn states(&self) -> impl ExactSizeIterator<Item = State> + use<> {
        (0..self.accepting.len()).map(State)
    }

    /// The state before the first character.
    #[must_use]
    pub fn start(&self) -> State {
        State(0)
    }

    /// The state after the character; nothing where no word goes on like that.
    ///
    /// # Panics
    ///
    /// Where the state is another automaton's and this one has fewer.
    #[must_use]
    pub fn step(&self, state: State, character: char) -> Option<State> {
        self.step_by_class(state, self.class_of(character)?)
    }

    /// The state after any character of the class; nothing where no word goes on like that.
    ///
    /// # Panics
    ///
    /// Where there is no such class, or where the state is another automaton's.
    #[must_use]
    pub fn step_by_class(&self, state: State, class: usize) -> Option<State> {
        assert!(class < self.classes.len(), "there is no class {class}");
        self.steps[state.0 * self.classes.len() + class]
    }

    /// Whether what led to the state is a word.
    ///
    /// # Panics
    ///
    /// Where the state is another automaton's and this one has fewer.
    #[must_use]
    pub fn is_accepting(&self, state: State) -> bool {
        self.accepting[state.0]
    }

    /// The classes of characters: two are of one class where they lead from every state to the
    /// same. Each class in ASCII order, the classes in the order of their first characters;
    /// together they hold every ASCII character once, also those that lead nowhere.
    #[must_use]
    pub fn classes(&self) -> &[String] {
        &self.classes
    }

    /// The index of the character's class; nothing for a character outside ASCII.
    #[must_use]
    pub fn class_of(&self, character: char) -> Option<usize> {
        self.class_of
            .get(usize::try_from(u32::from(character)).ok()?)
            .copied()
    }

    /// The characters that can follow, in ASCII order.
    #[must_use]
    pub fn next(&self, state: State) -> String {
        let characters = characters();
        characters
            .filter(|&character| self.step(state, character).is_some())
            .collect()
    }
}

impl ViablePrefix<'_> {
    /// Its length in octets.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// The state that it leads to.
    #[must_use]
    pub fn state(&self) -> State {
        self.state
    }

    /// The characters that can follow it in a word, in ASCII order.
    #[must_use]
    pub fn next(&self) -> String {
        self.automaton.next(self.state)
    }

    /// Whether it is a word itself.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.automaton.is_accepting(self.state)
    }
}

impl State {
    /// Its number, counted from 0, which is the start's.
    #[must_use]
    pub fn number(self) -> usize {
        self.0
    }
}

/// The ASCII characters in their order.
fn characters() -> impl Iterator<Item = char> {
    (0..ASCII).map(char::from)
}
