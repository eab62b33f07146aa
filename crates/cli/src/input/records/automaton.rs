//! The automaton of the production, for lines that are too long to be kept.

use std::sync::OnceLock;

use rfcbnf::automaton::Automaton;

/// How to make an automaton.
type Make = dyn Fn() -> Option<Automaton> + Send + Sync;

/// An automaton that is made when the first long line needs it.
pub(crate) struct LazyAutomaton {
    automaton: OnceLock<Option<Automaton>>,
    make: Box<Make>,
}

impl LazyAutomaton {
    /// Returns the automaton that `make` makes; `None` if the production has none.
    pub(crate) fn new(make: impl Fn() -> Option<Automaton> + Send + Sync + 'static) -> Self {
        Self {
            automaton: OnceLock::new(),
            make: Box::new(make),
        }
    }

    /// Returns the automaton, if the production has one.
    pub(super) fn get(&self) -> Option<&Automaton> {
        self.automaton.get_or_init(&self.make).as_ref()
    }
}
