//! The errors of a production as a finite automaton with an output in every state (E. Moore:
//! Gedanken-experiments on Sequential Machines, 1956).
//!
//! Everything in an error, except the character at its offset, is a function of the longest viable
//! prefix. The automaton is made by a subset construction (M. Rabin, D. Scott: Finite Automata and Their
//! Decision Problems, 1959):
//!
//! - `positions`: a *position* is a terminal of the production with the productions around it.
//! - `threads`: a *thread* stands for all derivations of a prefix that have reached the same position (R.
//!   Cox: Regular Expression Matching: the Virtual Machine Approach, 2009). A state is the list of
//!   threads, in two orders: by priority and by preference.
//!   An error expects what can come next in any thread. Its context is that of the preferred
//!   thread: the one that most recently completed a part of the production. If several did so at the
//!   same offset, the first in priority order; if none did, the last.
//! - `subsets`: the states, each made when it is first reached. `lazy` needs no others, `machine` makes all, and
//!   keeps those that continuations tell apart.
//!
//! Invariant: `machine` keeps the automaton only if its offset and expected octets are those of the
//! minimal automaton: it pairs each state with one state of it, and compares what can follow. `lazy`
//! does not compare: only a reading that excludes texts could make a difference, and the plan has cut
//! these texts where nothing can follow.
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

mod lazy;
mod machine;
mod outcome;
mod positions;
mod shared;
mod subsets;
mod threads;

pub(crate) use lazy::LazyErrors;
pub use machine::{ErrorMachine, ErrorState};
pub use outcome::Outcome;
pub use shared::{SharedErrors, SharedState};

use rfcbnf_engine::CharacterProduction;

use crate::automaton::{Automaton, AutomatonError};
use crate::program::Program;
use crate::resolved::{self, ResolvedGrammar};
use crate::syntax::{Encoding, Grammar};
use machine::explore;
use subsets::Subsets;

/// The greatest number of states before states are merged.
const STATES: usize = 4_096;

/// The greatest number of positions in the production.
const POSITIONS: usize = 20_000;

/// What errors depend on besides the grammar.
#[derive(Debug, Clone)]
pub(crate) struct Facts {
    /// The productions that errors name characters by.
    pub(crate) characters: Vec<CharacterProduction>,
    /// For each production, the texts that it must not begin with.
    pub(crate) excluded: Vec<Vec<String>>,
}

impl Facts {
    /// Returns the facts of a program.
    pub(crate) fn of(program: &Program) -> Self {
        let excluded = program.productions().map(|one| one.excluded.clone());
        Self {
            characters: program.character_productions(),
            excluded: excluded.collect(),
        }
    }
}

impl ErrorMachine {
    /// Makes the automaton of a production's errors. `characters` are the productions that errors name
    /// characters by. Returns `None` if there are more than
    /// 4,096 states before they are merged, if the production has more than 20,000 positions or 200,000
    /// ways between them, or if a reading excludes every continuation of some prefix.
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
        let excluded = grammar.productions.iter();
        let facts = Facts {
            characters: characters.to_vec(),
            excluded: excluded.map(|one| one.excluded.clone()).collect(),
        };
        let grammar = ResolvedGrammar::new(grammar);
        let production = grammar.find(production);
        Ok(production.and_then(|production| Self::of(&grammar, production, &facts, &automaton)))
    }

    /// Returns [`Self::new`] of the production with this minimal automaton.
    pub(crate) fn of(
        grammar: &ResolvedGrammar<'_>,
        production: resolved::ProductionId,
        facts: &Facts,
        automaton: &Automaton,
    ) -> Option<Self> {
        let subsets = Subsets::new(grammar, production, facts)?;
        let states = explore(subsets, automaton)?;
        let is_of_characters = grammar.grammar().encoding == Encoding::Utf8;
        Some(Self::minimal(&states, is_of_characters))
    }
}
