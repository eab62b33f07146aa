//! From productions to automata.

use std::collections::{HashMap, HashSet};
use std::fmt;

use thiserror::Error;

use super::Automaton;
use super::joint::Set;
use super::limits::{FIRST_STEPS, TooLarge, Work};
use crate::lookup::UnknownProduction;
use crate::obstacles::{End, Group, Obstacle};
use crate::search_end::Watch;
use crate::syntax::{Encoding, Grammar, Production, Span};

/// Why a question about an automaton has no answer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum AutomatonError {
    /// The grammar has no production of that name.
    #[error(transparent)]
    UnknownProduction(#[from] UnknownProduction),
    /// The texts of the production are not decidable, or not known.
    #[error(transparent)]
    Obstacle(#[from] Box<Obstacle>),
    /// The grammar has no such part.
    #[error("there is no {part}")]
    UnknownPart {
        /// The part.
        part: Through,
    },
    /// The expressions of the production lead to too many parts and choices.
    #[error(
        "the expressions of production `{production}` lead to too many parts and choices; name a smaller production"
    )]
    TooManyUses {
        /// The production.
        production: String,
    },
    /// The automaton of the production would take more states, before it is made minimal, or
    /// more memory than this package works with, or the automata up to it more time.
    #[error("production `{production}` is {TooLarge}")]
    TooLarge {
        /// The production.
        production: String,
    },
}

impl Automaton {
    /// Builds the automaton of a production of a grammar with that encoding, all of whose names are known.
    pub(crate) fn of_production<'a>(
        (production, encoding): (&Production, Encoding),
        find: &'a dyn Fn(&str) -> Option<&'a Self>,
        work: &'a Work,
    ) -> Result<Self, TooLarge> {
        // Its name is one of those that are known.
        let nameless = Production {
            name: String::new(),
            ..production.clone()
        };
        Set::new([&nameless], encoding, End::Right).first(find, work)
    }

    /// Builds the automaton of the texts of a production that have a derivation to the depth
    /// ([`Grammar::to_depth`]). Those of a production that has an automaton are all its texts.
    ///
    /// # Errors
    ///
    /// Returns [`AutomatonError::UnknownProduction`] if the grammar has no such production,
    /// [`AutomatonError::Obstacle`] if it has an obstacle other than recursion, and
    /// [`AutomatonError::TooLarge`] if the automaton would be too large.
    ///
    /// ```
    /// use rfcbnf::automaton::Automaton;
    ///
    /// let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
    /// let pair = Automaton::to_depth(&grammar, "pair", 2)?;
    /// assert!(pair.accepts(b"((()))") && !pair.accepts(b"(((())))"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_depth(
        grammar: &Grammar,
        production: &str,
        depth: u32,
    ) -> Result<Self, AutomatonError> {
        let production = grammar.lookup(production)?.name.as_str();
        let too_large = || AutomatonError::TooLarge {
            production: production.to_owned(),
        };
        let limited = grammar.part([production]).to_depth(depth);
        let automaton = Self::new(&limited.ok_or_else(too_large)?, production);
        automaton.map_err(|error| match error {
            AutomatonError::TooLarge { .. } => too_large(),
            other => other,
        })
    }
}

/// The automata of a grammar's productions.
///
/// [`Grammar::obstacle_to_automaton`] says why a production has none, and [`Grammar::with_automata`]
/// returns the productions that have one. Recursion at one end is no obstacle.
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
    /// The productions, each after those that it uses, and those that use each other together.
    groups: Vec<Group<'g>>,
    /// The same productions one by one.
    productions: Vec<&'g Production>,
    by_name: HashMap<&'g str, Automaton>,
}

impl<'g> Automata<'g> {
    /// Builds the automaton of every production.
    ///
    /// # Errors
    ///
    /// Returns [`AutomatonError::Obstacle`] for the first production that has an obstacle, and
    /// [`AutomatonError::TooLarge`] for the first that is too large.
    pub fn new(grammar: &'g Grammar) -> Result<Self, AutomatonError> {
        Self::watched(grammar, &Watch::default())
    }

    /// Builds the automaton of every production. Those that are not made before the watch is over are too
    /// large.
    pub(crate) fn watched(grammar: &'g Grammar, watch: &Watch) -> Result<Self, AutomatonError> {
        Self::of(grammar, |_| true, watch)
    }

    /// Builds the automata of a production and of those that it uses, directly or through others.
    ///
    /// # Errors
    ///
    /// Returns [`AutomatonError::UnknownProduction`] if the grammar has no such production,
    /// [`AutomatonError::Obstacle`] if it has an obstacle, and [`AutomatonError::TooLarge`] for the
    /// first production that is too large.
    pub fn reachable_from(grammar: &'g Grammar, name: &str) -> Result<Self, AutomatonError> {
        let name = grammar.lookup(name)?.name.as_str();
        if let Some(obstacle) = grammar.obstacle_to_automaton(name) {
            return Err(Box::new(obstacle).into());
        }
        Self::covering(grammar, &HashSet::from([name]))
    }

    /// Builds the automata of the productions with these names, if they exist, and of those that
    /// they use.
    fn covering(grammar: &'g Grammar, names: &HashSet<&str>) -> Result<Self, AutomatonError> {
        let covered = grammar.reachable_from(names.iter().copied());
        Self::of(grammar, |name| covered.contains(name), &Watch::default())
    }

    /// Builds the automata of the productions with these names and of those that they use, as far
    /// as they have no obstacle and are not too large. Returns why the others have none.
    pub(crate) fn of_most(
        grammar: &'g Grammar,
        names: &HashSet<&str>,
        watch: &Watch,
    ) -> (Self, HashMap<&'g str, AutomatonError>) {
        let covered = grammar.reachable_from(names.iter().copied());
        let obstacles = grammar.obstacles();
        let work = Work::watched(watch);
        let mut automata = Self::none(grammar);
        let mut failed: HashMap<&str, AutomatonError> = HashMap::new();
        for name in covered.iter().copied() {
            let obstacle = obstacles.to_automaton(name);
            failed.extend(obstacle.map(|obstacle| (name, Box::new(obstacle).into())));
        }
        let mut waiting = obstacles.groups();
        waiting.retain(|group| names_of(group).iter().any(|name| covered.contains(name)));
        // A large production leaves enough for the small ones.
        for most in [FIRST_STEPS, usize::MAX] {
            for group in std::mem::take(&mut waiting) {
                let names: Vec<&str> = names_of(&group);
                failed.retain(|name, _| !names.contains(name));
                let members = group.productions().iter();
                let mut used = members.flat_map(|one| one.body.references());
                let error = used.find_map(|used| failed.get(used).cloned());
                let error = match error {
                    Some(error) => Err(error),
                    None => work.at_most(most, |work| automata.add(&group, work)),
                };
                if let Err(error) = error {
                    failed.extend(names.into_iter().map(|name| (name, error.clone())));
                    waiting.push(group);
                }
            }
        }
        (automata, failed)
    }

    /// Builds the automata of the productions with the names that are wanted, and with them those of the
    /// productions that they use.
    fn of(
        grammar: &'g Grammar,
        is_wanted: impl Fn(&str) -> bool,
        watch: &Watch,
    ) -> Result<Self, AutomatonError> {
        let obstacles = grammar.obstacles();
        let productions = grammar.users_last().into_iter();
        let mut names = productions
            .map(|one| &*one.name)
            .filter(|name| is_wanted(name));
        if let Some(obstacle) = names.find_map(|name| obstacles.to_automaton(name)) {
            return Err(Box::new(obstacle).into());
        }
        let work = Work::watched(watch);
        let mut automata = Self::none(grammar);
        for group in obstacles.groups() {
            let members = group.productions();
            if members.iter().any(|one| is_wanted(&one.name)) {
                automata.add(&group, &work)?;
            }
        }
        Ok(automata)
    }

    fn none(grammar: &'g Grammar) -> Self {
        Self {
            grammar,
            groups: Vec::new(),
            productions: Vec::new(),
            by_name: HashMap::new(),
        }
    }

    /// Builds the automata of productions from those of the productions that they use.
    fn add(&mut self, group: &Group<'g>, work: &Work) -> Result<(), AutomatonError> {
        let encoding = self.grammar.encoding;
        let defined = self.define_group((group, encoding), &HashMap::new(), work)?;
        self.by_name.extend(defined);
        self.productions.extend(group.productions());
        self.groups.push(group.clone());
        Ok(())
    }

    /// Returns the grammar.
    #[must_use]
    pub fn grammar(&self) -> &'g Grammar {
        self.grammar
    }

    /// Returns the automaton of a production.
    #[must_use]
    pub fn production(&self, name: &str) -> Option<&Automaton> {
        self.by_name.get(name)
    }

    /// Builds the automaton of a production that refers to these productions, and to `more` for
    /// the names that these do not define.
    ///
    /// # Errors
    ///
    /// Returns [`AutomatonError::TooLarge`] if the production is too large.
    pub fn define(
        &self,
        production: &Production,
        more: &HashMap<&str, Automaton>,
    ) -> Result<Automaton, AutomatonError> {
        self.define_within((production, self.grammar.encoding), more, &Work::new())
    }

    /// Returns [`Self::define`] for a production of a grammar with that encoding, and takes the
    /// steps from `work`.
    pub(crate) fn define_within(
        &self,
        (production, encoding): (&Production, Encoding),
        more: &HashMap<&str, Automaton>,
        work: &Work,
    ) -> Result<Automaton, AutomatonError> {
        let find = |name: &str| self.production(name).or_else(|| more.get(name));
        let automaton = Automaton::of_production((production, encoding), &find, work);
        automaton.map_err(|TooLarge| too_large(production))
    }

    /// Builds the automata of productions of a grammar with that encoding. They refer to each other, to
    /// these productions, and to `more` for the names that these do not define. Of several productions
    /// that lead to each other, those that these define are left out.
    pub(crate) fn define_group<'o>(
        &self,
        (group, encoding): (&Group<'o>, Encoding),
        more: &HashMap<&str, Automaton>,
        work: &Work,
    ) -> Result<Vec<(&'o str, Automaton)>, AutomatonError> {
        let find = |name: &str| self.production(name).or_else(|| more.get(name));
        let mut productions = group.productions().to_vec();
        productions.retain(|one| find(&one.name).is_none());
        let Some(first) = productions.first() else {
            return Ok(Vec::new());
        };
        let set = Set::new(productions.iter().copied(), encoding, group.end());
        let automata = set.automata(&find, work);
        let automata = automata.map_err(|TooLarge| too_large(first))?;
        let names = productions.iter().map(|one| one.name.as_str());
        Ok(names.zip(automata).collect())
    }

    /// Builds the automaton of one of these productions again, with these definitions. The productions
    /// that it leads to and that lead to it are read together with it, as far as `find` knows none.
    pub(crate) fn redefined<'a>(
        &self,
        production: &Production,
        find: impl Fn(&str) -> Option<&'a Automaton>,
        work: &Work,
    ) -> Result<Automaton, AutomatonError> {
        let recursive = self.recursive_with(&production.name);
        let (members, end) = recursive.unwrap_or((&[], End::Right));
        let others = members.iter().copied().filter(|one| {
            let is_open = find(&one.name).is_none();
            one.name != production.name && is_open
        });
        let productions = std::iter::once(production).chain(others);
        let set = Set::new(productions, self.grammar.encoding, end);
        let automaton = set.first(&|name| find(name), work);
        automaton.map_err(|TooLarge| too_large(production))
    }

    /// Returns the productions that lead to the one of that name and that it leads to, itself included;
    /// `None` if it does not recurse.
    pub(crate) fn recursive_with(&self, name: &str) -> Option<(&[&'g Production], End)> {
        self.groups.iter().find_map(|group| match group {
            Group::OneSided(members, end) if members.iter().any(|one| one.name == name) => {
                Some((members.as_slice(), *end))
            }
            _ => None,
        })
    }

    /// Returns the productions that have automata, each after those that it uses. Those that use each
    /// other come together.
    pub(crate) fn groups(&self) -> &[Group<'g>] {
        &self.groups
    }

    pub(crate) fn with_production(&self, name: &str) -> Option<(&'g Production, &Automaton)> {
        let automaton = self.production(name)?;
        Some((self.grammar.production(name)?, automaton))
    }

    /// Returns the productions that have automata, in file order.
    pub(crate) fn in_file_order(&self) -> impl Iterator<Item = (&'g Production, &Automaton)> {
        let productions = self.grammar.productions.iter();
        productions.filter_map(|production| Some((production, self.production(&production.name)?)))
    }

    pub(super) fn take(&mut self, name: &str) -> Result<Automaton, AutomatonError> {
        let name = self.grammar.lookup(name)?.name.as_str();
        match self.by_name.remove(name) {
            Some(automaton) => Ok(automaton),
            None => Err(UnknownProduction::new(name, self.by_name.keys().copied()).into()),
        }
    }

    /// Returns the automaton of the last production. After [`Self::reachable_from`], that is the one that
    /// all others are reachable from.
    pub(crate) fn whole(&self) -> Option<&Automaton> {
        let root = self.productions().last()?;
        self.production(&root.name)
    }

    /// Returns the productions that have automata, each after those that it uses.
    pub(crate) fn productions(&self) -> &[&'g Production] {
        &self.productions
    }
}

fn names_of<'g>(group: &Group<'g>) -> Vec<&'g str> {
    let members = group.productions().iter();
    members.map(|one| one.name.as_str()).collect()
}

pub(super) fn too_large(production: &Production) -> AutomatonError {
    AutomatonError::TooLarge {
        production: production.name.clone(),
    }
}

/// A part of a grammar that a derivation can use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Through {
    /// The production of that name.
    Production(String),
    /// An alternative of a production, not one within brackets.
    Alternative {
        /// The name of the production.
        production: String,
        /// The number of the alternative, counted from 1 in file order, even if a reading
        /// changes the order. A production without alternatives is its own alternative 1.
        number: usize,
    },
    /// The expression with exactly that span in the source of the grammar.
    Expression(Span),
}

impl fmt::Display for Through {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(name) => write!(formatter, "production {name:?}"),
            Self::Alternative { production, number } => {
                write!(
                    formatter,
                    "alternative {number} of production `{production}`"
                )
            }
            Self::Expression(Span { start, end }) => {
                write!(formatter, "expression from octet {start} to {end}")
            }
        }
    }
}
