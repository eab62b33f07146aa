//! From productions to automata.

use std::collections::{HashMap, HashSet};

use thiserror::Error;

use super::Automaton;
use super::dense::{STATES, determined};
use super::paths::{Definitions, Paths, SIZE, TooLarge};
use crate::syntax::{Grammar, Production};

/// Why a question about automata has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// The grammar has no production of that name.
    #[error("there is no production {name:?}")]
    UnknownProduction {
        /// The name.
        name: String,
    },
    /// No expression of the grammar is there.
    #[error("{place}, there is none")]
    UnknownPlace {
        /// What was looked for.
        place: super::Through,
    },
    /// The automaton of the production would take more states, before it is made minimal, or
    /// more memory than this package works with.
    #[error(
        "production {production:?} is too large to be decided: \
         its automaton takes more than {STATES} states or {} MiB", SIZE >> 20
    )]
    TooLarge {
        /// The production.
        production: String,
    },
}

/// The automata of a grammar's productions.
///
/// A name that the grammar does not define derives nothing, and so does a production that
/// leads to itself; [`crate::read`] lets neither through.
///
/// ```
/// use rfcbnf::automaton::{Automata, Through};
///
/// let grammar = rfcbnf::read("host = label *( \".\" label )\nlabel = 1*\"a\"\n")?;
/// let automata = Automata::new(&grammar)?;
/// assert!(automata.production("host").unwrap().accepts(b"a.aa"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Automata<'g> {
    grammar: &'g Grammar,
    /// Those that are asked about, each after those that it uses.
    productions: Vec<&'g Production>,
    by_name: HashMap<&'g str, Automaton>,
}

impl<'g> Automata<'g> {
    /// Works out every production.
    ///
    /// # Errors
    ///
    /// [`AutomatonError::TooLarge`] for the first production that is.
    pub fn new(grammar: &'g Grammar) -> Result<Self, AutomatonError> {
        Self::of(grammar, grammar.users_last())
    }

    /// Works out a production and those that it uses, directly or through others.
    ///
    /// # Errors
    ///
    /// [`AutomatonError::UnknownProduction`] where there is no such production, and
    /// [`AutomatonError::TooLarge`] for the first that is.
    pub fn reachable_from(grammar: &'g Grammar, name: &str) -> Result<Self, AutomatonError> {
        if grammar.production(name).is_none() {
            return Err(unknown(name));
        }
        Self::covering(grammar, &HashSet::from([name]))
    }

    /// Works out the productions of these names, as far as there are such, and those that they
    /// use.
    pub(crate) fn covering(
        grammar: &'g Grammar,
        names: &HashSet<&str>,
    ) -> Result<Self, AutomatonError> {
        let covered = grammar.reachable_from(names.iter().copied());
        let mut productions = grammar.users_last();
        productions.retain(|production| covered.contains(production.name.as_str()));
        Self::of(grammar, productions)
    }

    fn of(grammar: &'g Grammar, productions: Vec<&'g Production>) -> Result<Self, AutomatonError> {
        let mut by_name = HashMap::new();
        for production in &productions {
            let automaton = defined(production, &|name| by_name.get(name))?;
            by_name.insert(production.name.as_str(), automaton);
        }
        Ok(Self {
            grammar,
            productions,
            by_name,
        })
    }

    /// The grammar.
    #[must_use]
    pub fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// The automaton of a production.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Automaton> {
        self.by_name.get(name)
    }

    /// The automaton that a production would have beside these. What these do not define,
    /// `more` does.
    ///
    /// # Errors
    ///
    /// [`AutomatonError::TooLarge`] where it is.
    pub fn define(
        &self,
        production: &Production,
        more: &HashMap<&str, Automaton>,
    ) -> Result<Automaton, AutomatonError> {
        let find = |name: &str| self.production(name).or_else(|| more.get(name));
        defined(production, &find)
    }

    /// A production with its automaton.
    pub(crate) fn with_production(&self, name: &str) -> Option<(&'g Production, &Automaton)> {
        let automaton = self.production(name)?;
        Some((self.grammar.production(name)?, automaton))
    }

    /// The productions that are asked about, in file order, with their automata.
    pub(crate) fn in_file_order(&self) -> impl Iterator<Item = (&'g Production, &Automaton)> {
        let productions = self.grammar.productions.iter();
        productions.filter_map(|production| Some((production, self.production(&production.name)?)))
    }

    pub(super) fn take(&mut self, name: &str) -> Result<Automaton, AutomatonError> {
        self.by_name.remove(name).ok_or_else(|| unknown(name))
    }

    /// Those that are asked about, each after those that it uses.
    pub(crate) fn productions(&self) -> &[&'g Production] {
        &self.productions
    }
}

/// The automaton of a production that uses these.
fn defined<'a>(
    production: &Production,
    definitions: &'a Definitions<'a>,
) -> Result<Automaton, AutomatonError> {
    let build = || -> Result<Automaton, TooLarge> {
        let paths = Paths::build(definitions, |paths, end| {
            paths.expression(&production.body, end)
        })?;
        Ok(without_excluded(determined(&paths)?, production))
    };
    build().map_err(|_| too_large(production))
}

/// Without what the production excludes.
pub(super) fn without_excluded(automaton: Automaton, production: &Production) -> Automaton {
    if production.excluded.is_empty() {
        automaton
    } else {
        automaton.excluding(&production.excluded).minimal()
    }
}

pub(super) fn unknown(name: &str) -> AutomatonError {
    AutomatonError::UnknownProduction {
        name: name.to_owned(),
    }
}

pub(super) fn too_large(production: &Production) -> AutomatonError {
    AutomatonError::TooLarge {
        production: production.name.clone(),
    }
}
