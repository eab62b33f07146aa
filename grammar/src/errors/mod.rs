//! The errors of a production as a finite automaton with an output in every state (E. Moore:
//! Gedanken-experiments on Sequential Machines, 1956).
//!
//! What an error says depends on the longest viable prefix alone, but for the character at its
//! offset. The combinators compute it from all attempts that fail at the offset. The automaton is
//! found by experiments with them:
//!
//! 1. Two texts are kept apart if different terminals of the production can have matched their last
//!    octets, or if they lead to different states of its minimal automaton.
//! 2. They are also kept apart if the combinators report different errors after them.
//! 3. States that no continuation tells apart are merged.
//!
//! One octet stands for all that are matched by the same terminals, because the combinators tell
//! octets apart by nothing else. So the automaton is exact if two texts that neither 1 nor 2 keeps
//! apart get the same errors whatever follows them.
//!
//! Because of 1, the offset and the expected octets are those of the minimal automaton; for RFC 1738 a
//! test decides that for all texts. The names of productions in an error are not decided: tests
//! compare them with those of the combinators over complete suites, and for random grammars.
//!
//! ```
//! use rfcbnf::errors::ErrorMachine;
//! use rfcbnf::interpret::Interpreter;
//! use rfcbnf_engine::Expected;
//!
//! let grammar = rfcbnf::read("list = item *[ \",\" item ]\nitem = \"a\" | \"b\"\n")?;
//! let interpreter = Interpreter::new(&grammar, |_| false)?;
//! let errors = ErrorMachine::new(&grammar, &interpreter, "list")?.unwrap();
//! let (offset, outcome) = errors.after(b"a!");
//! assert_eq!((offset, outcome.begun()), (1, 0));
//! assert_eq!(outcome.expected(), [Expected::Character(','), Expected::EndOfText]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! There is no automaton, and the combinators find the errors, if
//! - it, or the work to find it, would exceed the limits of this module, or
//! - an error depends on the octet at its offset, does not begin at the end of the viable prefix, or
//!   expects other octets than the minimal automaton does.

use std::cell::Cell;

mod experiment;
mod exploration;
mod machine;
mod positions;
mod shared;

use crate::automaton::{Automaton, AutomatonError};
use crate::interpret::{self, Interpreter};
use crate::program;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Grammar;

pub use experiment::Outcome;
pub use machine::{ErrorMachine, ErrorState};
pub use shared::{SharedErrors, SharedState};

use experiment::Experiments;
use exploration::Exploration;
use positions::Positions;

/// The greatest number of states before states are merged.
const STATES: usize = 4_096;

/// The greatest number of octets in all texts that the combinators run over.
const OCTETS: usize = 1 << 19;

/// The greatest number of positions in the production.
const POSITIONS: usize = 20_000;

impl ErrorMachine {
    /// Finds the errors of a production of the interpreted grammar; returns `None` if there is no
    /// automaton of them, for the reasons that [the module](self) lists.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Automaton::new`] if the production has no minimal automaton.
    pub fn new(
        grammar: &Grammar,
        interpreter: &Interpreter,
        production: &str,
    ) -> Result<Option<Self>, AutomatonError> {
        let automaton = Automaton::new(grammar, production)?;
        let rule = interpreter.find(production);
        let octets = Cell::new(OCTETS);
        let grammar = ResolvedGrammar::new(grammar);
        Ok(rule.and_then(|rule| Self::of(&grammar, &automaton, rule, &octets)))
    }

    /// Returns [`Self::new`] of the production with this minimal automaton. `octets` is the number of
    /// octets that the combinators may still run over.
    pub(crate) fn of<'i>(
        grammar: &ResolvedGrammar<'_>,
        automaton: &Automaton,
        rule: interpret::Rule<'i>,
        octets: &'i Cell<usize>,
    ) -> Option<Self> {
        let positions = program::positions(grammar, grammar.find(rule.name())?)?;
        if positions.len() > POSITIONS {
            return None;
        }
        let experiments = Experiments::new(rule, octets);
        let exploration = Exploration::new(automaton, Positions::new(positions), experiments);
        let (states, outcomes) = exploration.run()?;
        Some(Self::minimal(&states, &outcomes))
    }
}
