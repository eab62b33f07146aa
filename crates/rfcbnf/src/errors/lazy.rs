//! Errors of a grammar that is read at run time.

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rfcbnf_engine::{ErrorOutcome, Production, ProductionId, SyntaxError};

use super::Facts;
use super::subsets::{Found, Subsets};
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
        let (offset, found) = self.after(rule.id(), text)?;
        let outcome = ErrorOutcome {
            expected: found.outcome.expected(),
            next: found.next,
            context: found.outcome.context(),
            begun: usize::from(found.outcome.begun()),
        };
        Some(SyntaxError::of_outcome(rule, text, offset, &outcome))
    }

    /// Returns the characters that can follow a viable prefix; `None` if the grammar is one of octets, or if
    /// there is no automaton.
    pub(crate) fn characters_after(
        &self,
        production: ProductionId,
        prefix: &[u8],
    ) -> Option<Vec<RangeInclusive<char>>> {
        if !self.is_of_characters() {
            return None;
        }
        let (_, found) = self.after(production, prefix)?;
        Some(found.characters.clone())
    }

    /// Returns the length of the longest viable prefix of the text, and what is known there; `None` if there
    /// is no automaton.
    fn after(&self, production: ProductionId, text: &[u8]) -> Option<(usize, Arc<Found>)> {
        let index = production.index();
        let free = self.known().get_mut(index)?.as_mut()?.pop();
        let Some(mut subsets) = free.or_else(|| self.subsets(production)) else {
            self.known()[index] = None;
            return None;
        };
        let Some(found) = subsets.after(text) else {
            self.known()[index] = None;
            return None;
        };
        if let Some(free) = &mut self.known()[index] {
            free.push(subsets);
        }
        Some(found)
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
