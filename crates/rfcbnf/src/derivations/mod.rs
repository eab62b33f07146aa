//! Every parse tree of a text, the first in priority order first.
//!
//! ```
//! let grammar = rfcbnf::read("s = *[ x | y ]\nx = \"a\"\ny = \"a\"\n")?;
//! let trees = rfcbnf::derivations::derivations(&grammar, "s", "a")?;
//! let trees: Vec<String> = trees.map(|tree| tree.to_string()).collect();
//! assert_eq!(trees, ["s 0..1 \"a\"\n  x 0..1 \"a\"\n", "s 0..1 \"a\"\n  y 0..1 \"a\"\n"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The engine's recognizer finds them, over the network of the grammar
//! ([`Derivations`](rfcbnf_engine::recognizer::Derivations)). The tests compare them with an
//! enumeration from the syntax tree.

mod body;
mod forms;
mod tree;

pub(crate) use body::{Body, Ends, Place};
pub use forms::{FormOrder, FormPart, SententialForm, SententialForms};
pub use rfcbnf_engine::recognizer::DerivationLimit;
pub use tree::{DerivationNode, DerivationTree, Divergence};

use std::iter::FusedIterator;
use std::sync::Arc;

use rfcbnf_engine::recognizer::{self, Cache, LimitReached, Network};
use thiserror::Error;

use crate::lookup::UnknownProduction;
use crate::network;
use crate::obstacles::Obstacle;
use crate::resolved::{ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Grammar;

/// The reason why a text has no derivations to look for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DerivationsError {
    /// The grammar defines no production of that name.
    #[error(transparent)]
    UnknownProduction(#[from] UnknownProduction),
    /// The production uses prose, a name without a definition, or text that cannot be read.
    #[error(transparent)]
    Obstacle(Box<Obstacle>),
    /// A reading excludes prefixes from a production that leads to recursion.
    #[error(
        "a reading excludes prefixes from `{0}`, and it leads to recursion: no recognizer knows both"
    )]
    Excluded(String),
    /// The text takes more than a limit.
    #[error(transparent)]
    Limit(#[from] LimitReached),
}

/// The parse trees of a text, in priority order. See [`derivations()`].
#[derive(Debug)]
pub struct Derivations {
    trees: recognizer::Derivations,
    names: Arc<[String]>,
    text: Arc<[u8]>,
}

impl Derivations {
    /// Returns a measure of the work so far.
    pub(crate) fn size(&self) -> usize {
        self.trees.size()
    }

    /// Keeps what the text has found out for the next text.
    pub(crate) fn return_cache(self, cache: &mut Cache) {
        self.trees.return_cache(cache);
    }

    /// Counts the trees that have not been taken, and stops above `most`. It makes no tree, so it takes
    /// less time than to take them. The iterator is at its end afterwards.
    ///
    /// There may be more trees if it was [given up](Self::given_up).
    ///
    /// ```
    /// let grammar = rfcbnf::read("s = s s | \"a\"\n")?;
    /// let text = "a".repeat(13);
    /// let mut trees = rfcbnf::derivations::derivations(&grammar, "s", &text)?;
    /// assert_eq!(trees.count_up_to(1_000_000), 208_012);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_up_to(&mut self, most: usize) -> usize {
        self.trees.count_up_to(most)
    }

    /// Returns the limit that the search for further trees, or their count, reached. The iterator ends
    /// then, and there may be more trees.
    #[must_use]
    pub fn given_up(&self) -> Option<DerivationLimit> {
        self.trees.given_up()
    }

    /// Returns whether something was left out so far, so that the text has infinitely many
    /// derivations. It is known for certain when the iterator has ended.
    ///
    /// ```
    /// let grammar = rfcbnf::read("a = b | \"x\"\nb = a | \"x\"\n")?;
    /// let mut trees = rfcbnf::derivations::derivations(&grammar, "a", "x")?;
    /// assert_eq!(trees.by_ref().count(), 2);
    /// assert!(trees.is_infinite());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_infinite(&self) -> bool {
        self.trees.is_infinite()
    }
}

impl Iterator for Derivations {
    type Item = DerivationTree;

    fn next(&mut self) -> Option<DerivationTree> {
        let records = self.trees.next()?;
        Some(DerivationTree::new(&self.names, &self.text, records))
    }
}

impl FusedIterator for Derivations {}

/// Returns every parse tree of the whole text, each once, in priority order.
///
/// Priority order means: alternatives in the order of the syntax tree, `[x]` present before
/// absent, repetitions as long as possible, with full backtracking. In a production that a
/// reference with [`Quantifier::Lazy`](crate::syntax::Quantifier::Lazy) names, the repetitions
/// written in that production itself are as short as possible instead.
///
/// Two trees differ if a production or a span in them differs. Choices that give the same tree,
/// such as two equal literals, count once, at the position of the first. Left out are a node with an
/// ancestor of the same production and span, and rounds that derive the empty text beyond the smallest number
/// of a repetition without a greatest number; [`Derivations::is_infinite`] tells. Where there is a greatest
/// number, such a round comes after the end of the repetition: `*2x` with `x = [ "a" ]` derives `a` as `x`, as `x`
/// and an empty `x`, and as an empty `x` and `x`. For a text without a derivation the iterator is empty.
///
/// # Errors
///
/// [`DerivationsError`] if the production, or one that it uses, is not defined or uses prose, or if
/// the text takes more than a limit.
///
/// # Cost
///
/// This call reads the text twice, in the time of a recognizer. The iterator builds a tree when asked
/// for it, in time linear in the nodes after the first difference from the previous tree, plus the
/// time to copy the nodes. Only where several choices give the same tree, the iterator remembers an
/// entry for each offset at which it found that out. Nothing recurses on the length of the text.
///
/// # Example
///
/// ```
/// let grammar = rfcbnf::read("s = t t\nt = *\"a\"\n")?;
/// let mut trees = rfcbnf::derivations::derivations(&grammar, "s", "a")?;
/// assert_eq!(trees.next().unwrap().to_string(), "\
/// s 0..1 \"a\"
///   t 0..1 \"a\"
///   t 1..1 \"\"
/// ");
/// assert_eq!(trees.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn derivations(
    grammar: &Grammar,
    production: &str,
    text: impl AsRef<[u8]>,
) -> Result<Derivations, DerivationsError> {
    derivations_without(grammar, production, text, |_| false)
}

/// Returns the trees of [`derivations`] without the nodes of some productions, each tree once.
///
/// [`DerivationTree::without`] says what becomes of a tree. There can be fewer trees than without this
/// function, because some may differ only in the nodes left out. It takes less time and memory
/// than to leave the nodes out afterwards.
///
/// # Errors
///
/// Those of [`derivations`].
///
/// ```
/// let grammar = rfcbnf::read("s = *[ x | y ]\nx = \"a\"\ny = \"a\"\n")?;
/// let all = rfcbnf::derivations::derivations(&grammar, "s", "aa")?;
/// assert_eq!(all.count(), 4);
/// let without = |name: &str| name == "x" || name == "y";
/// let some = rfcbnf::derivations::derivations_without(&grammar, "s", "aa", without)?;
/// assert_eq!(some.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn derivations_without(
    grammar: &Grammar,
    production: &str,
    text: impl AsRef<[u8]>,
    leaves_out: impl Fn(&str) -> bool,
) -> Result<Derivations, DerivationsError> {
    let grammar = ResolvedGrammar::new(grammar);
    let start = grammar.lookup(production)?;
    resolved_derivations(&grammar, start, text.as_ref(), leaves_out)
}

/// Does the work of [`derivations_without`] for a grammar that is resolved already.
pub(crate) fn resolved_derivations(
    grammar: &ResolvedGrammar,
    start: ProductionId,
    text: &[u8],
    leaves_out: impl Fn(&str) -> bool,
) -> Result<Derivations, DerivationsError> {
    check(grammar, start)?;
    let network = Arc::new(network::network(grammar));
    let known = (&network, &mut Cache::new());
    derivations_in_cache(known, grammar, start, text, leaves_out)
}

/// Does the work of [`resolved_derivations`] for a grammar that has its network already, and a production
/// without obstacles, with what earlier texts have found out. The cache is empty until
/// [`Derivations::return_cache`].
pub(crate) fn derivations_in_cache(
    (network, cache): (&Arc<Network>, &mut Cache),
    grammar: &ResolvedGrammar,
    start: ProductionId,
    text: &[u8],
    leaves_out: impl Fn(&str) -> bool,
) -> Result<Derivations, DerivationsError> {
    let is_shown = |id: rfcbnf_engine::ProductionId| {
        let production = grammar.production(ProductionId::from(id));
        !leaves_out(production.name())
    };
    let own = (network::definition(start), text);
    let trees = recognizer::Derivations::in_cache(network, cache, own, is_shown)?;
    Ok(Derivations {
        trees,
        names: grammar.names(),
        text: text.into(),
    })
}

/// Returns an error if the production leads to a name without a definition or to prose, or from an
/// exclusion to recursion.
pub(crate) fn check(
    grammar: &ResolvedGrammar,
    start: ProductionId,
) -> Result<(), DerivationsError> {
    let mut is_plain = true;
    for production in grammar.reachable_from(start) {
        let body = grammar.production(production).body();
        grammar.visit(body, &mut |expression| {
            is_plain &= match grammar.kind(expression) {
                ResolvedKind::Reference { is_recursive, .. } => !is_recursive,
                ResolvedKind::Undefined(_) | ResolvedKind::Unknown => false,
                _ => true,
            };
        });
    }
    if is_plain {
        return Ok(());
    }
    if let Some(name) = network::excluding(grammar, start) {
        return Err(DerivationsError::Excluded(name.to_owned()));
    }
    let name = grammar.production(start).name();
    let obstacle = grammar.grammar().obstacle(name);
    match obstacle.filter(|obstacle| !obstacle.is_recursion()) {
        Some(obstacle) => Err(DerivationsError::Obstacle(Box::new(obstacle))),
        None => Ok(()),
    }
}
