//! One of two grammars that are compared.

use std::collections::{HashMap, HashSet};

use super::asked::Asked;
use crate::automaton::{Automata, AutomatonError};
use crate::recognizer::ParserError;
use crate::search_end::Watch;
use crate::syntax::{Grammar, Production};

/// A grammar, its automata, and why the other productions have none.
pub(super) struct Half<'g> {
    pub(super) automata: Automata<'g>,
    /// The productions whose texts are known although they have no automaton, in file order.
    pub(super) open: Vec<&'g Production>,
    pub(super) failed: HashMap<&'g str, AutomatonError>,
}

impl<'g> Half<'g> {
    /// Makes the automata of the productions with these names, and of those that they use.
    pub(super) fn new(grammar: &'g Grammar, names: &HashSet<&str>) -> Self {
        let (automata, failed) = Automata::of_most(grammar, names, &Watch::default());
        let is_open = |one: &&Production| match failed.get(one.name.as_str()) {
            Some(AutomatonError::Obstacle(obstacle)) => {
                obstacle.is_recursion() && !obstacle.derives_no_text()
            }
            Some(AutomatonError::TooLarge { .. }) => true,
            _ => false,
        };
        Self {
            open: grammar.productions.iter().filter(is_open).collect(),
            automata,
            failed,
        }
    }

    /// Returns the names of the open productions.
    pub(super) fn names(&self) -> impl Iterator<Item = &'g str> {
        self.open.iter().map(|one| one.name.as_str())
    }

    /// Returns why a production has neither an automaton nor texts to ask for.
    pub(super) fn obstacle(&self, name: &str) -> Option<AutomatonError> {
        let is_open = self.open.iter().any(|one| one.name == name);
        self.failed.get(name).filter(|_| !is_open).cloned()
    }

    /// Returns a production and what decides about its texts.
    pub(super) fn asked(&self, name: &str) -> Result<Asked<'_>, AutomatonError> {
        let production = self.automata.grammar().lookup(name)?;
        let automaton = self.automata.production(name);
        let failed = self.failed.get(name);
        let recurses = matches!(failed, Some(AutomatonError::Obstacle(_)));
        let decider = (automaton, recurses);
        let asked = Asked::new(self.automata.grammar(), &production.name, decider);
        asked.map_err(|error| match (error, self.failed.get(name)) {
            (ParserError::Obstacle(obstacle), _) => obstacle.into(),
            (ParserError::Excluded(_), Some(failed)) => failed.clone(),
            _ => AutomatonError::TooLarge {
                production: name.to_owned(),
            },
        })
    }
}
