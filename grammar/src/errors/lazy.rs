//! Errors of a grammar that is read at run time.

use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use rfcbnf_engine::{CharacterProduction, ErrorOutcome, Production, ProductionId, SyntaxError};

use super::subsets::Subsets;
use crate::resolved::ResolvedGrammar;
use crate::syntax::Grammar;

/// The automata of the errors of productions, of which only the states are made that texts reach.
pub(crate) struct LazyErrors {
    grammar: Grammar,
    characters: Vec<CharacterProduction>,
    /// Those of each production that no thread uses; `None` if it has too many positions.
    known: Mutex<Vec<Option<Vec<Subsets>>>>,
}

impl LazyErrors {
    /// Returns the errors of a grammar, which name characters by the character productions.
    pub(crate) fn new(grammar: &Grammar, characters: &[CharacterProduction]) -> Self {
        Self {
            grammar: grammar.clone(),
            characters: characters.to_vec(),
            known: Mutex::new(
                grammar
                    .productions
                    .iter()
                    .map(|_| Some(Vec::new()))
                    .collect(),
            ),
        }
    }

    /// Returns the error in a text that the production does not derive; `None` if it has too many
    /// positions.
    pub(crate) fn error<P: Production>(&self, rule: P, text: &[u8]) -> Option<SyntaxError<P>> {
        let index = rule.id().index();
        let free = self.known().get_mut(index)?.as_mut()?.pop();
        let Some(mut subsets) = free.or_else(|| self.subsets(rule.id())) else {
            self.known()[index] = None;
            return None;
        };
        let (offset, found) = subsets.after(text);
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

    fn subsets(&self, production: ProductionId) -> Option<Subsets> {
        let grammar = ResolvedGrammar::new(&self.grammar);
        let mut ids = grammar.ids();
        let production = ids.find(|&id| ProductionId::from(id) == production)?;
        Subsets::new(&grammar, production, &self.characters)
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
