//! Errors of a grammar that is read at run time.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rfcbnf_engine::{ErrorOutcome, Production, ProductionId, SyntaxError};

use super::Facts;
use super::subsets::Subsets;
use crate::resolved::ResolvedGrammar;
use crate::syntax::{Encoding, Grammar};

/// The automata of the errors of all productions. States are made when texts first reach them.
pub(crate) struct LazyErrors {
    grammar: Grammar,
    facts: Facts,
    /// For each production, the automata that no call is using; `None` if it is too large. A call
    /// takes one out, so calls in parallel do not wait for each other.
    known: Mutex<Vec<Option<Vec<Subsets>>>>,
}

impl LazyErrors {
    pub(crate) fn new(grammar: &Grammar, facts: Facts) -> Self {
        Self {
            grammar: grammar.clone(),
            facts,
            known: Mutex::new(
                grammar
                    .productions
                    .iter()
                    .map(|_| Some(Vec::new()))
                    .collect(),
            ),
        }
    }

    /// Returns the error in a text that the production does not derive; `None` if there is no automaton.
    pub(crate) fn error<P: Production>(&self, rule: P, text: &[u8]) -> Option<SyntaxError<P>> {
        let index = rule.id().index();
        let free = self.known().get_mut(index)?.as_mut()?.pop();
        let Some(mut subsets) = free.or_else(|| self.subsets(rule.id())) else {
            self.known()[index] = None;
            return None;
        };
        let Some((offset, found)) = subsets.after(text) else {
            self.known()[index] = None;
            return None;
        };
        if let Some(free) = &mut self.known()[index] {
            free.push(subsets);
        }
        let outcome = ErrorOutcome {
            expected: found.outcome.expected(),
            next: found.next,
            context: found.outcome.context(),
            begun: usize::from(found.outcome.begun()),
        };
        Some(SyntaxError::of_outcome(rule, text, offset, &outcome))
    }

    /// Returns whether octets are those of characters in UTF-8.
    pub(crate) fn is_of_characters(&self) -> bool {
        self.grammar.encoding == Encoding::Utf8
    }

    fn subsets(&self, production: ProductionId) -> Option<Subsets> {
        let grammar = ResolvedGrammar::new(&self.grammar);
        let mut ids = grammar.ids();
        let production = ids.find(|&id| ProductionId::from(id) == production)?;
        Subsets::new(&grammar, production, &self.facts)
    }

    fn known(&self) -> MutexGuard<'_, Vec<Option<Vec<Subsets>>>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl fmt::Debug for LazyErrors {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("LazyErrors")
    }
}
