//! A recognizer for productions that lead to themselves.
//!
//! ```
//! use rfcbnf::earley::Recognizer;
//!
//! let grammar = rfcbnf::read("pair = \"(\" [ pair ] \")\"\n")?;
//! let recognizer = Recognizer::new(&grammar, "pair", |_| false)?;
//! assert!(recognizer.recognize(b"((()))")?.accepts_all());
//! assert!(!recognizer.recognize(b"(()")?.accepts_all());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! No automaton decides about them. The recognizer follows all derivations of a text at the same
//! time (J. Earley: An Efficient Context-Free Parsing Algorithm, 1970), and goes on behind
//! productions that derive the empty text as J. Aycock and R. N. Horspool do (Practical Earley
//! Parsing, 2002). It takes any recursion, also to the left.
//!
//! - `network` turns productions into states and drops those from which no text can be completed.
//!   So every prefix that the recognizer reads is the prefix of a text.
//! - `recognition` reads a text.
//! - `rule` is a production as results of the engine name it, and `results` makes these results.
//!
//! Architecture invariant: a recognizer that gives up says so, by a value of its own. [`TooManySteps`]
//! and [`Undecided`] are no verdicts.

mod network;
mod recognition;
mod results;
mod rule;
mod undecided;

use thiserror::Error;

use crate::lookup::UnknownProduction;
use crate::obstacles::Obstacle;
use crate::syntax::Grammar;
use network::Network;

pub use recognition::{Recognition, STEPS, TooManySteps};
pub use rule::Rule;
pub use undecided::Undecided;

/// The greatest number of states of the productions together.
pub const STATES: usize = 200_000;

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
    /// The production, with those that it uses, has too many states.
    #[error("production `{0}`, with those that it uses, takes more than {STATES} states")]
    TooLarge(String),
}

/// Recognizes the texts of one production.
///
/// ```
/// use rfcbnf::earley::Recognizer;
///
/// let grammar = rfcbnf::read("list = item *( \",\" item )\nitem = \"a\" | \"(\" list \")\"\n")?;
/// let recognizer = Recognizer::new(&grammar, "list", |_| false)?;
/// let found = recognizer.recognize(b"a,(a,a")?;
/// assert_eq!(found.longest, Some(1));
/// assert_eq!(found.furthest, 6);
/// assert_eq!(found.next.iter().collect::<Vec<_>>(), b"),");
/// assert!(!found.can_end);
/// assert!(recognizer.recognize(b"a,(a,a)")?.accepts_all());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Recognizer {
    network: Network,
    facts: rule::Facts,
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
        let too_large = |network::TooManyStates| RecognizerError::TooLarge(production.to_owned());
        let network = Network::new(&part).map_err(too_large)?;
        let facts = rule::Facts::new(part, production, is_character);
        Ok(Self { network, facts })
    }

    /// Reads a text as far as it is the beginning of a text of the production.
    ///
    /// If a grammar is not ambiguous, this takes time at most quadratic in the length of the text;
    /// in most grammars of RFCs, it is linear.
    ///
    /// # Errors
    ///
    /// Returns [`TooManySteps`] if the text takes more than [`STEPS`] steps.
    pub fn recognize(&self, text: &[u8]) -> Result<Recognition, TooManySteps> {
        self.rule().recognize(text)
    }
}
