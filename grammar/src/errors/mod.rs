//! The errors of a production as a finite automaton with an output in every state (E. Moore:
//! Gedanken-experiments on Sequential Machines, 1956).
//!
//! What an error says depends on the longest viable prefix alone, but for the character at its
//! offset. The automaton is made by a subset construction (M. Rabin, D. Scott: Finite Automata and Their
//! Decision Problems, 1959):
//!
//! - `positions`: a *position* is a terminal of the production with the productions around it.
//! - `threads`: a *thread* is all derivations of a text that have come to the same position. A state is the
//!   list of all threads.
//! - `preference`: an error expects what can come next in any thread, and its context is that of one
//!   derivation. As for a parser that takes the longest match, this is the one that was the last to
//!   complete a part of the production in which it differs from others; of several that completed one at
//!   the same offset, the first in priority order; and if none did, the last.
//! - `subsets`: the states, each made when it is first reached. `lazy` needs no others, `exploration` makes
//!   all, and `machine` keeps those that continuations tell apart.
//!
//! Invariant: the offset and the expected octets are those of the minimal automaton, because each state
//! stands beside one of its states, and their steps agree.
//!
//! ```
//! use rfcbnf::errors::ErrorMachine;
//! use rfcbnf_engine::Expected;
//!
//! let grammar = rfcbnf::read("list = item *[ \",\" item ]\nitem = \"a\" | \"b\"\n")?;
//! let errors = ErrorMachine::new(&grammar, "list", &[])?.unwrap();
//! let (offset, outcome) = errors.after(b"a!");
//! assert_eq!((offset, outcome.begun()), (1, 0));
//! assert_eq!(outcome.expected(), [Expected::Character(','), Expected::EndOfText]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod begun;
mod exploration;
mod lazy;
mod machine;
mod outcome;
mod positions;
mod preference;
mod shared;
mod subsets;
mod threads;

use rfcbnf_engine::CharacterProduction;

use crate::automaton::{Automaton, AutomatonError};
use crate::resolved::{self, ResolvedGrammar};
use crate::syntax::Grammar;

pub(crate) use lazy::LazyErrors;
pub use machine::{ErrorMachine, ErrorState};
pub use outcome::Outcome;
pub use shared::{SharedErrors, SharedState};

use exploration::explore;
use subsets::Subsets;

/// The greatest number of states before states are merged.
const STATES: usize = 4_096;

/// The greatest number of positions in the production.
const POSITIONS: usize = 20_000;

impl ErrorMachine {
    /// Makes the automaton of a production's errors, which name characters by the character productions.
    /// Returns `None` if it has more than 4,096 states or the production more than 20,000 positions, or
    /// if nothing can follow a text that is viable but for a reading that excludes texts.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Automaton::new`] if the production has no minimal automaton.
    pub fn new(
        grammar: &Grammar,
        production: &str,
        characters: &[CharacterProduction],
    ) -> Result<Option<Self>, AutomatonError> {
        let automaton = Automaton::new(grammar, production)?;
        let grammar = ResolvedGrammar::new(grammar);
        let production = grammar.find(production);
        Ok(
            production
                .and_then(|production| Self::of(&grammar, production, characters, &automaton)),
        )
    }

    /// Returns [`Self::new`] of the production with this minimal automaton.
    pub(crate) fn of(
        grammar: &ResolvedGrammar<'_>,
        production: resolved::ProductionId,
        characters: &[CharacterProduction],
        automaton: &Automaton,
    ) -> Option<Self> {
        let subsets = Subsets::new(grammar, production, characters)?;
        let states = explore(subsets, automaton)?;
        Some(Self::minimal(&states))
    }
}
