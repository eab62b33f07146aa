//! A recognizer for productions that lead to themselves.
//!
//! ```
//! use rfcbnf::recognizer::Recognizer;
//!
//! let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
//! let recognizer = Recognizer::new(&grammar, "pair", |_| false)?;
//! assert!(recognizer.recognize(b"((()))")?.accepts_all());
//! assert!(!recognizer.recognize(b"(()")?.accepts_all());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No automaton decides about them. The engine's [`recognizer`](rfcbnf_engine::recognizer) follows
//! all derivations of a text at the same time, over the network of the grammar. It takes any
//! recursion, also to the left.
//!
//! - `rule` is a production as results of the engine name it, and `results` makes these results.
//!
//! Architecture invariant: a recognizer that gives up says so, by a value of its own. [`LimitReached`]
//! and [`Undecided`] are no verdicts.

mod results;
mod rule;

use std::sync::{Arc, Mutex, PoisonError};

use rfcbnf_engine::recognizer::{Cache, Network};
use thiserror::Error;

use crate::lookup::UnknownProduction;
use crate::network::{network, terminals};
use crate::obstacles::Obstacle;
use crate::octets::OctetSet;
use crate::resolved::ResolvedGrammar;
use crate::syntax::{Encoding, Grammar};

pub use rfcbnf_engine::recognizer::{LimitReached, Recognition, Undecided};
pub use rule::Rule;

/// The reason why a production has no recognizer.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecognizerError {
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
/// let recognizer = Recognizer::new(&grammar, "list", |_| false)?;
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
    network: Arc<Network>,
    facts: rule::Facts,
    /// What texts have found out about the network. Each thread takes one for each text.
    caches: Mutex<Vec<Cache>>,
}

impl Recognizer {
    /// Prepares a production. `is_character` says which productions derive single characters;
    /// errors name characters by them.
    ///
    /// # Errors
    ///
    /// Returns [`RecognizerError`] if the grammar has no such production, if it has an obstacle
    /// other than recursion, or if it is too large.
    pub fn new(
        grammar: &Grammar,
        production: &str,
        is_character: impl Fn(&str) -> bool,
    ) -> Result<Self, RecognizerError> {
        let production = grammar.lookup(production)?.name.as_str();
        let obstacle = grammar.obstacle(production);
        if let Some(obstacle) = obstacle.filter(|obstacle| !obstacle.is_recursion()) {
            return Err(RecognizerError::Obstacle(Box::new(obstacle)));
        }
        let part = grammar.part([production]);
        if let Some(one) = part.productions.iter().find(|one| !one.excluded.is_empty()) {
            return Err(RecognizerError::Excluded(one.name.clone()));
        }
        let network = network(&ResolvedGrammar::new(&part));
        let network = Arc::new(match part.encoding {
            Encoding::Utf8 => network.of_characters(),
            Encoding::Octets => network,
        });
        let facts = rule::Facts::new(part, production, is_character);
        Ok(Self {
            network,
            facts,
            caches: Mutex::default(),
        })
    }

    /// Reads a text as far as it is the beginning of a text of the production.
    ///
    /// # Errors
    ///
    /// Returns [`LimitReached`] if the text takes more than a limit.
    pub fn recognize(&self, text: &[u8]) -> Result<Recognition, LimitReached> {
        self.rule().recognize(text)
    }

    /// Returns the sets of octets that the production and those that it uses consist of.
    pub(crate) fn terminals(&self) -> Vec<OctetSet> {
        terminals(&self.network).collect()
    }

    /// Calls a function with a cache that no other thread uses.
    fn with_cache<T>(&self, run: impl FnOnce(&mut Cache) -> T) -> T {
        let caches = || self.caches.lock().unwrap_or_else(PoisonError::into_inner);
        let cache = caches().pop();
        let mut cache = cache.unwrap_or_default();
        let result = run(&mut cache);
        caches().push(cache);
        result
    }
}
