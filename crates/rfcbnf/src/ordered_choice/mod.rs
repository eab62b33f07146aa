//! The productions read as a program: ordered choice with greedy repetition.
//!
//! ```
//! use rfcbnf::ordered_choice::Naive;
//!
//! let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
//! let compared = Naive::new(&grammar, "sign")?.compare("+-")?;
//! assert!(!compared.is_accepted());
//! assert_eq!(compared.end, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This is what a first attempt with a parser combinator library does, and what a parsing
//! expression grammar means (Ford 2004). The first alternative that matches is taken, `[x]` and
//! `*x` match as much as they can, and nothing backtracks. The naive reading accepts fewer texts
//! than the production derives, never others. A production with excluded texts looks ahead for
//! them.

mod cause;
mod conditions;
mod endless;
mod fault;
mod lowering;
mod proof;
mod run;
mod search;
mod trees;

pub use cause::Cause;
pub use endless::{Endless, EndlessProductions, endless};
pub use fault::Fault;
pub use search::{Origin, Outcome, SearchResult, search};
pub use trees::Trees;

use std::ops::Range;
use std::sync::Arc;

use rfcbnf_engine::recognizer::{Cache, LimitReached, Network};

use crate::automaton::AutomatonError;
use crate::derivations::{DerivationTree, DerivationsError, check, derivations_in_cache};
use crate::network::network;
use crate::obstacles::Obstacle;
use crate::resolved::{ProductionId, ResolvedGrammar};
use crate::syntax::{Case, Grammar};
use run::Run;

/// The naive reading of a production.
///
/// ```
/// use rfcbnf::ordered_choice::Naive;
///
/// let grammar = rfcbnf::read("label = letter | letter *letter letter\nletter = \"a\" | \"b\"\n")?;
/// let naive = Naive::new(&grammar, "label")?;
/// let compared = naive.compare("ab")?;
/// assert_eq!(compared.end, Some(1));
/// assert!(compared.tree.is_some() && !compared.is_accepted());
/// assert_eq!(compared.cause.unwrap().production, "label");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Naive<'g> {
    grammar: ResolvedGrammar<'g>,
    network: Arc<Network>,
    production: ProductionId,
}

/// The steps that a match of the naive reading counts for.
const MATCH_STEPS: usize = 16;

/// What earlier texts have found out about the network, and the steps that are left for further texts.
struct Comparing {
    cache: Cache,
    left: usize,
}

impl Default for Comparing {
    fn default() -> Self {
        Self {
            cache: Cache::new(),
            left: usize::MAX,
        }
    }
}

/// A production and what reads its texts in both ways.
#[derive(Clone, Copy)]
struct Readings<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    network: &'r Arc<Network>,
    production: ProductionId,
}

/// The naive reading of a text beside its derivation.
#[derive(Debug)]
pub struct Compared {
    /// The byte offset where the naive reading stops; `None` if it matches no prefix.
    pub end: Option<usize>,
    /// The tree of the naive reading, if it accepts the whole text.
    pub naive: Option<DerivationTree>,
    /// The tree of what the naive reading matches, whether or not that is the whole text.
    pub matched: Option<DerivationTree>,
    /// The first derivation, if there is one.
    pub tree: Option<DerivationTree>,
    /// Why the naive reading rejects the text, if there is a derivation and it does.
    pub cause: Option<Cause>,
}

impl Compared {
    /// Returns whether the naive reading accepts the text.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.naive.is_some()
    }

    /// Returns whether both accept the text with the same tree, or both reject it.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.naive == self.tree
    }
}

impl<'g> Naive<'g> {
    /// Prepares the production.
    ///
    /// # Errors
    ///
    /// [`AutomatonError::UnknownProduction`] if the grammar has no such production, and
    /// [`AutomatonError::Obstacle`] if it has an obstacle. Recursion is none, unless ordered choice never
    /// ends ([`endless`]), or no derivation does.
    pub fn new(grammar: &'g Grammar, production: &str) -> Result<Self, AutomatonError> {
        let name = grammar.lookup(production)?.name.as_str();
        let obstacles = grammar.obstacles();
        let blocks = |one: &Obstacle| {
            !one.is_recursion() || one.derives_no_text() || endless(grammar, name).is_some()
        };
        if let Some(obstacle) = obstacles.of(name).filter(blocks) {
            return Err(Box::new(obstacle).into());
        }
        let grammar = ResolvedGrammar::new(grammar);
        Ok(Self {
            production: grammar.lookup(name)?,
            network: Arc::new(network(&grammar)),
            grammar,
        })
    }

    /// Returns the byte offset where the naive reading stops; `None` if it matches no prefix.
    /// Takes time linear in the text.
    #[must_use]
    pub fn end(&self, text: impl AsRef<[u8]>) -> Option<usize> {
        self.readings().end(text.as_ref())
    }

    /// Returns whether the naive reading accepts the whole text.
    #[must_use]
    pub fn accepts(&self, text: impl AsRef<[u8]>) -> bool {
        self.readings().accepts(text.as_ref())
    }

    /// Reads the text naively, and derives it.
    ///
    /// # Errors
    ///
    /// [`DerivationsError`] if the derivations of the text take too many states.
    pub fn compare(&self, text: impl AsRef<[u8]>) -> Result<Compared, DerivationsError> {
        self.readings().compare(text.as_ref())
    }

    fn readings(&self) -> Readings<'_, 'g> {
        Readings {
            grammar: &self.grammar,
            network: &self.network,
            production: self.production,
        }
    }
}

impl Readings<'_, '_> {
    fn end(self, text: &[u8]) -> Option<usize> {
        Run::new(self.grammar, text).production(self.production, Case::Exact, 0)
    }

    fn accepts(self, text: &[u8]) -> bool {
        self.end(text) == Some(text.len())
    }

    fn compare(self, text: &[u8]) -> Result<Compared, DerivationsError> {
        check(self.grammar, self.production)?;
        self.compare_in(text, &mut Comparing::default())
    }

    /// Reads a text naively, and derives it. The production has no obstacle. Takes the steps from `comparing`.
    fn compare_in(
        self,
        text: &[u8],
        comparing: &mut Comparing,
    ) -> Result<Compared, DerivationsError> {
        let Self {
            grammar,
            network,
            production,
        } = self;
        let before = comparing.left;
        // A text that takes too much takes all.
        comparing.left = 0;
        let mut run = Run::new(grammar, text);
        let end = run.production(production, Case::Exact, 0);
        let matched = end.map(|_| run.tree(production));
        if run.is_full() {
            return Err(LimitReached::Size.into());
        }
        let naive = matched.clone().filter(|_| end == Some(text.len()));
        let known = (network, &mut comparing.cache);
        let mut trees = derivations_in_cache(known, grammar, production, text, |_| false)?;
        let tree = trees.next();
        let steps = trees.size() + MATCH_STEPS * run.matches();
        comparing.left = before.saturating_sub(steps);
        trees.return_cache(&mut comparing.cache);
        let cause = match (&naive, &tree) {
            (None, Some(tree)) => cause::cause(grammar, tree.root()),
            _ => None,
        };
        Ok(Compared {
            end,
            naive,
            matched,
            tree,
            cause,
        })
    }
}

/// A range of byte offsets into a text.
type Octets = Range<usize>;
