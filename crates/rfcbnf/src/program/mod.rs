//! Programs: the combinators that a grammar needs, put together.
//!
//! A program is the last step of a [`Plan`]. The generator writes it as Rust, and the
//! [interpreter](crate::interpret) runs it. So both use the same combinators with the same
//! arguments.
//!
//! Invariants:
//! - A part refers only to parts before it, and a definition only to definitions that are compiled
//!   before it. So a program has no cycles.
//! - A variant of [`Part`] is a combinator, and each decision of the plan is taken over here only.

mod characters;
mod compile;
mod search;

pub(crate) use characters::CharacterTables;
pub(crate) use search::Table;

use std::ops::RangeInclusive;

use rfcbnf_engine::combinators::SearchState;
use rfcbnf_engine::dfa::{DenseDfa, List};
use rfcbnf_engine::{CharacterProduction, CharacterSet, ProductionId};
use thiserror::Error;

use crate::plan::Plan;
use crate::resolved::{self, ResolvedGrammar};
use search::Exclusions;

/// The index of a part.
pub(crate) type PartId = usize;

/// The index of a definition.
pub(crate) type DefinitionId = usize;

/// The productions of a grammar, compiled.
#[derive(Debug, Default)]
pub(crate) struct Program {
    parts: Vec<Part>,
    definitions: Vec<Definition>,
    /// The definition of each production in exact case, by the index of the production.
    exact: Vec<DefinitionId>,
    /// The definition of each production in any case, by its index in the plan for any case.
    any_case: Vec<DefinitionId>,
    character_tables: CharacterTables,
}

/// A production, in exact case or with its letters in any case.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) id: ProductionId,
    pub(crate) name: String,
    #[cfg_attr(
        not(feature = "generate"),
        expect(dead_code, reason = "the generator asks")
    )]
    pub(crate) is_in_any_case: bool,
    /// The sets of a character production.
    pub(crate) character: Option<CharacterFacts>,
    /// Prefixes that no match may have, in any case.
    pub(crate) excluded: Vec<String>,
    pub(crate) body: PartId,
    /// Its automaton, if it is small enough.
    pub(crate) dfa: Option<DenseDfa>,
    /// Whether its trees hold character productions only.
    pub(crate) is_leaf: bool,
    /// The list whose elements are the nodes in its trees.
    pub(crate) list: Option<List>,
    /// The greatest number of terminals that it can run at one offset.
    cost: u64,
}

/// The characters that decide about most matches of a character production.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CharacterFacts {
    /// The characters that it derives alone.
    pub(crate) whole: CharacterSet,
    /// The characters that its matches begin with.
    pub(crate) first: CharacterSet,
}

/// A part of a production. Each variant is a combinator of the engine.
#[derive(Debug)]
pub(crate) enum Part {
    /// `literal` or `literal_any_case`.
    Literal { octets: Vec<u8>, any_case: bool },
    /// `any_of` or `any_of_any_case`, with ASCII characters in the order of the grammar.
    AnyOf { characters: String, any_case: bool },
    /// `any_of` with a set.
    AnyOfSet(CharacterSet),
    /// `in_range`.
    InRange { first: u8, last: u8 },
    /// `in_ranges`: a character of several octets.
    InRanges(Vec<RangeInclusive<u8>>),
    /// A call of a production.
    Production(DefinitionId),
    /// `alt`: the first alternative that matches.
    Ordered(Vec<Alternative>),
    /// `ranked`: the first that matches in this order of the indexes.
    Ranked(Vec<PartId>, Vec<usize>),
    /// `longest`.
    Longest(Vec<PartId>),
    /// One after the other.
    Sequence(Vec<PartId>),
    /// `opt`.
    Optional(PartId),
    /// `run`.
    Run {
        least: usize,
        /// The characters that are a round of their own.
        quick: CharacterSet,
        body: PartId,
    },
    /// `repeat`.
    Repeat(Rounds),
    /// `first_derivation`: all of a body.
    Search(Vec<SearchState>),
    /// A part that leaves octets to the parts after it.
    Joined {
        join: PartJoin,
        part: PartId,
        rest: PartId,
    },
}

/// An alternative, and the characters before which it is tried if that is decided first.
#[derive(Debug)]
pub(crate) struct Alternative {
    pub(crate) predicted: Option<CharacterSet>,
    pub(crate) part: PartId,
}

/// A repetition.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rounds {
    pub(crate) least: usize,
    pub(crate) most: Option<usize>,
    pub(crate) body: PartId,
}

/// How a part is joined with its rest.
#[derive(Debug)]
pub(crate) enum PartJoin {
    /// `backtrack::optional`: the part is the body of an option.
    Option { is_greedy: bool },
    /// `backtrack::many`: the part is one round.
    Rounds {
        is_greedy: bool,
        least: usize,
        most: Option<usize>,
    },
    /// `shortest` or `shortest_within`.
    Shortest {
        begins: CharacterSet,
        is_within: bool,
    },
}

/// The reason why a production has no program. It needs a search if combinators that decide
/// locally would be wrong, or slow, and a search has limits.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ProgramError {
    /// The table of the search would be too large.
    #[error(
        "production `{production}` needs a search of more than {} states; split it, or write \
         alternatives that begin alike only once",
        search::STATES
    )]
    TooManyStates {
        /// The name of the production.
        production: String,
    },
    /// The search would lead through a production that must not begin with some texts.
    #[error(
        "production `{production}` needs a search, which cannot lead through `{inner}`: a reading \
         excludes texts from it"
    )]
    Excluding {
        /// The name of the production.
        production: String,
        /// The name of the production with the reading.
        inner: String,
    },
}

/// Returns the states of a search of all of a production, if these are not too many. The search
/// also derives the texts that readings exclude, and knows no character productions.
pub(crate) fn positions(
    resolved: &ResolvedGrammar<'_>,
    production: resolved::ProductionId,
) -> Option<Table> {
    let id_of = |name: &str| resolved.find(name).map_or(ProductionId::new(0), Into::into);
    let exclusions = Exclusions::Ignored;
    search::table(resolved, &|_| false, &id_of, production, exclusions).ok()
}

impl Program {
    /// Compiles the productions of a plan. `any_case` plans those that others use in any case, and
    /// `is_character` names the character productions.
    pub(crate) fn new(
        exact: &Plan<'_>,
        any_case: &Plan<'_>,
        is_character: &dyn Fn(&str) -> bool,
    ) -> Result<Self, ProgramError> {
        let program = compile::program(exact, any_case, is_character)?;
        Ok(Self {
            character_tables: characters::tables(exact, any_case, is_character),
            ..program
        })
    }

    /// Returns the character productions, as errors name characters by them.
    pub(crate) fn character_productions(&self) -> Vec<CharacterProduction> {
        let characters = self.productions().filter_map(|one| {
            let facts = one.character.as_ref()?;
            Some(CharacterProduction::new(one.id, facts.first))
        });
        characters.collect()
    }

    /// Returns the tables of the character productions in trees.
    pub(crate) fn character_tables(&self) -> &CharacterTables {
        &self.character_tables
    }

    pub(crate) fn part(&self, part: PartId) -> &Part {
        &self.parts[part]
    }

    pub(crate) fn definition(&self, definition: DefinitionId) -> &Definition {
        &self.definitions[definition]
    }

    /// Returns all definitions, in either case.
    #[cfg(feature = "generate")]
    pub(crate) fn definitions(&self) -> &[Definition] {
        &self.definitions
    }

    /// Returns the definition of a production in exact case.
    pub(crate) fn exact(&self, production: ProductionId) -> &Definition {
        &self.definitions[self.exact[production.index()]]
    }

    /// Returns the definition of a production of the plan for any case.
    #[cfg(feature = "generate")]
    pub(crate) fn in_any_case(&self, production: resolved::ProductionId) -> &Definition {
        &self.definitions[self.any_case[production.index()]]
    }

    /// Returns the definitions of the productions in exact case, in the order of the grammar.
    pub(crate) fn productions(&self) -> impl ExactSizeIterator<Item = &Definition> {
        self.exact
            .iter()
            .map(|&definition| &self.definitions[definition])
    }
}
