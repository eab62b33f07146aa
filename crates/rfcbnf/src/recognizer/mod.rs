//! A recognizer for recursive productions.
//!
//! ```
//! use rfcbnf::recognizer::Recognizer;
//!
//! let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
//! let recognizer = Recognizer::new(&grammar, "pair")?;
//! assert!(recognizer.recognize(b"((()))")?.accepts_all());
//! assert!(!recognizer.recognize(b"(()")?.accepts_all());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No automaton decides about them. The engine's [`recognizer`](rfcbnf_engine::recognizer) follows
//! all derivations of a text at the same time, over the network of the grammar. It takes any
//! recursion, also to the left.
//!
//! - `rule` is a production as results of the engine name it, and makes these results.
//! - `unknown` bounds what a grammar derives whose prose, undefined names and lengths it does not decide about.
//!
//! Architecture invariant: a recognizer that gives up says so, by a value of its own. [`LimitReached`]
//! and [`Undecided`] are no verdicts.

mod rule;
mod unknown;

pub use rfcbnf_engine::recognizer::{LimitReached, Recognition, Undecided, UnknownText};
pub use rule::Rule;

use std::sync::{Arc, Mutex, PoisonError};

use rfcbnf_engine::recognizer::{
    Cache, DefinitionId, Nearest, NearestLimit, NearestQuestion, Network,
};
use rfcbnf_engine::{CharacterProduction, ProductionId};
use thiserror::Error;

use crate::lookup::UnknownProduction;
use crate::network::{network, terminals};
use crate::obstacles::Obstacle;
use crate::octets::OctetSet;
use crate::resolved::ResolvedGrammar;
use crate::syntax::{Encoding, Grammar};
use unknown::Bounds;

/// The reason why a production has no parser.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ParserError {
    /// The grammar has no production of that name.
    #[error(transparent)]
    UnknownProduction(#[from] UnknownProduction),
    /// The production uses prose, a name without a definition, or text that cannot be read.
    #[error(transparent)]
    Obstacle(Box<Obstacle>),
    /// A reading excludes prefixes from the production, or from one that it uses.
    #[error(
        "a reading excludes prefixes from `{0}`, and recursion leads there: no recognizer knows both"
    )]
    Excluded(String),
}

/// Recognizes the texts of one production.
///
/// ```
/// use rfcbnf::recognizer::Recognizer;
///
/// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "list")?;
/// let found = recognizer.recognize(b"a,(a,a")?;
/// assert_eq!(found.longest, Some(1));
/// assert_eq!(found.furthest, 6);
/// assert_eq!(found.next.iter().collect::<String>(), "),");
/// assert!(!found.can_end);
/// assert!(recognizer.recognize(b"a,(a,a)")?.accepts_all());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recognizer {
    /// All texts that could be right.
    possible: Reading,
    /// The texts that are right whatever unknown productions derive, and whatever the lengths of others are; `None`
    /// if there are none of these.
    certain: Option<Reading>,
    /// The texts that are right if those of unknown productions end before all that can follow them; `None` if there
    /// are none of these. Errors are found in them.
    shortest: Option<Reading>,
    /// The number of productions that are not unknown. The unknown ones have the ids from here on.
    known: usize,
    /// The first id of the productions of their characters, in the same order.
    characters: usize,
    facts: rule::Facts,
}

/// A network, and what texts have found out about it.
#[derive(Debug)]
struct Reading {
    network: Arc<Network>,
    /// Each thread takes one for each text.
    caches: Mutex<Vec<Cache>>,
}

impl Recognizer {
    /// Prepares a production.
    ///
    /// # Errors
    ///
    /// Returns [`ParserError`] if the grammar has no such production, if it has an obstacle
    /// other than recursion, or if it is too large.
    pub fn new(grammar: &Grammar, production: &str) -> Result<Self, ParserError> {
        Self::with_characters(grammar, production, |_| false)
    }

    /// Does the same for a grammar some of whose productions derive single characters, as `is_character` says.
    /// Errors name characters by them.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new).
    pub fn with_characters(
        grammar: &Grammar,
        production: &str,
        is_character: impl Fn(&str) -> bool,
    ) -> Result<Self, ParserError> {
        Self::of(grammar, production, Bounds::known, is_character)
    }

    /// Prepares a production like [`Self::with_characters`]. Prose and names without a definition are no obstacle: what they
    /// derive is unknown, so a text can be [`Undecided::Unknown`].
    ///
    /// # Errors
    ///
    /// Returns [`ParserError`] if the grammar has no such production, if it has an obstacle other than
    /// these and recursion, or if it is too large.
    ///
    /// ```
    /// use rfcbnf::recognizer::Recognizer;
    ///
    /// let grammar = rfcbnf::Reader::default().read("a = \"x\" [ day ] \"!\"\n").grammar;
    /// let recognizer = Recognizer::with_unknown(&grammar, "a", |_| false)?;
    /// assert_eq!(recognizer.rule().is_valid(b"x!"), Ok(true));
    /// assert_eq!(recognizer.rule().is_valid(b"x"), Ok(false));
    /// assert_eq!(
    ///     recognizer.rule().is_valid(b"x1!").unwrap_err().to_string(),
    ///     "the text is valid only if a part of it at offset 1 is derived by `day`, which the grammar does \
    ///      not define"
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_unknown(
        grammar: &Grammar,
        production: &str,
        is_character: impl Fn(&str) -> bool,
    ) -> Result<Self, ParserError> {
        Self::of(grammar, production, Bounds::of, is_character)
    }

    fn of(
        grammar: &Grammar,
        production: &str,
        bounds: impl FnOnce(Grammar) -> Bounds,
        is_character: impl Fn(&str) -> bool,
    ) -> Result<Self, ParserError> {
        let production = grammar.lookup(production)?.name.as_str();
        let Bounds {
            possible,
            certain,
            shortest,
            known,
            characters,
        } = bounds(grammar.part([production]));
        let obstacle = possible.obstacle(production);
        if let Some(obstacle) = obstacle.filter(|obstacle| !obstacle.is_recursion()) {
            return Err(ParserError::Obstacle(Box::new(obstacle)));
        }
        let mut productions = possible.productions.iter();
        if let Some(one) = productions.find(|one| !one.excluded.is_empty()) {
            return Err(ParserError::Excluded(one.name.clone()));
        }
        Ok(Self {
            certain: certain.as_ref().map(Reading::of),
            shortest: shortest.as_ref().map(Reading::of),
            possible: Reading::of(&possible),
            known,
            characters,
            facts: rule::Facts::new(possible, production, characters, is_character),
        })
    }

    /// Reads a text as far as it is the beginning of a text of the production: see [`Rule::recognize`].
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the text takes more than a limit.
    pub fn recognize(&self, text: &[u8]) -> Result<Recognition, LimitReached> {
        self.rule().recognize(text)
    }

    /// Returns whether it decides about all texts as far as limits allow, and no production derives itself and nothing
    /// else.
    pub(crate) fn is_certain(&self) -> bool {
        self.certain.is_none() && !self.possible.network.is_cyclic()
    }

    /// Returns the nearest of all texts that could be right.
    pub(crate) fn nearest_possible(
        &self,
        production: ProductionId,
        text: &[u8],
        question: NearestQuestion,
    ) -> Result<Nearest, NearestLimit> {
        let definition = DefinitionId::try_from(production.index()).unwrap_or(DefinitionId::MAX);
        (self.possible.network).nearest(definition, text, question)
    }

    /// Returns the productions that derive single characters. Errors name characters by them.
    pub(crate) fn character_productions(&self) -> &[CharacterProduction] {
        &self.facts.characters
    }

    /// Returns whether a text can be derived and not be known to be valid.
    pub(crate) fn has_unknown(&self) -> bool {
        self.certain.is_some()
    }

    /// Returns the sets of octets that the production and those that it uses consist of.
    pub(crate) fn terminals(&self) -> Vec<OctetSet> {
        terminals(&self.possible.network).collect()
    }
}

/// Returns the network of a grammar, which knows whether its octets are those of characters.
pub(crate) fn encoded_network(grammar: &Grammar) -> Network {
    let network = network(&ResolvedGrammar::new(grammar));
    match grammar.encoding {
        Encoding::Utf8 => network.of_characters(),
        Encoding::Octets => network,
    }
}

impl Reading {
    fn of(grammar: &Grammar) -> Self {
        Self {
            network: Arc::new(encoded_network(grammar)),
            caches: Mutex::default(),
        }
    }

    /// Calls a function with the network, and with a cache that no other thread uses.
    fn with<T>(&self, run: impl FnOnce(&Arc<Network>, &mut Cache) -> T) -> T {
        let caches = || self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let cache = caches().pop();
        let mut cache = cache.unwrap_or_default();
        let result = run(&self.network, &mut cache);
        cache.trim();
        caches().push(cache);
        result
    }
}
