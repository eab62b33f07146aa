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
//! Architecture invariant: this module shares no code with the analysis, the automaton and the
//! generator, so that they can be checked against it. It starts from the resolved form of the
//! grammar ([`crate::resolved`]), which is syntax: names, and properties of expressions. Of the
//! properties it uses nullability and FIRST sets, and only to skip states early.
//!
//! There are three steps:
//!
//! - `machine` walks through the productions. Its states know everything that is still open
//!   around them (`stacks`). It makes a state when a text first leads to it.
//! - `chart` reads the text twice. The forward pass finds the states that can be reached at each
//!   offset, the backward pass those of them that lead to the end.
//! - `search` walks through the states that lead to the end. Where several paths give the same
//!   tree, `novelty` decides which of them lead to a new one.

mod chart;
mod divergence;
mod machine;
mod novelty;
mod search;
mod stacks;
mod tree;

use thiserror::Error;

pub use divergence::Divergence;
pub use novelty::STEPS;
pub use search::Derivations;
pub(crate) use tree::TreeRecord;
pub use tree::{Node, Tree};

use crate::lookup::UnknownProduction;
use crate::obstacles::{LeftRecursion, Obstacle};
use crate::resolved::{ProductionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::Grammar;
use chart::Chart;
use machine::Machine;

/// The reason why a production has no derivations to look for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DerivationsError {
    /// The grammar defines no production of that name.
    #[error(transparent)]
    UnknownProduction(#[from] UnknownProduction),
    /// The production uses prose, a name without a definition, or text that cannot be read.
    #[error(transparent)]
    Obstacle(Box<Obstacle>),
    /// A production refers to itself before it consumes anything, so a text can have infinitely many
    /// derivations. These are the productions of a shortest cycle; the last one repeats the first.
    #[error(
        "production `{}` refers to itself before it consumes anything ({}); write a repetition in place of the recursion",
        .0.first().map_or("", String::as_str), .0.join(" → ")
    )]
    LeftRecursive(Vec<String>),
    /// The production can be in too many states at the offsets of the text.
    #[error(
        "the derivations of the text from production `{0}` take more than {STATES} states; shorten the text, or name a smaller production"
    )]
    TooLarge(String),
}

/// The greatest number of states of a production for one text. At all different offsets of the
/// text, there can be ten times as many.
const STATES: usize = 200_000;

/// Returns every parse tree of the whole text, each once, in priority order.
///
/// Priority order means: alternatives in the order of the syntax tree, `[x]` present before
/// absent, repetitions as long as possible, with full backtracking. In a production that a
/// reference with [`Quantifier::Lazy`](crate::syntax::Quantifier::Lazy) names, the repetitions
/// written in that production itself are as short as possible instead.
///
/// Two trees differ if a production or a span in them differs. Choices that give the same tree,
/// such as two equal literals, count once, at the position of the first. A round of a repetition
/// beyond the smallest number of rounds derives at least one octet; otherwise there would be
/// infinitely many empty rounds. For a text without a derivation the iterator is empty.
///
/// # Errors
///
/// [`DerivationsError`] if the production, or one that it uses, is not defined, uses prose or leads
/// to itself before it consumes anything, or if the derivations take more states than this package
/// works with.
///
/// # Cost
///
/// This call reads the text twice. If the production does not lead to itself, it takes time linear
/// in the length of the text, and 16 bytes of memory for each octet of it. The iterator builds a
/// tree when asked for it, in time linear in the nodes behind the first difference from the
/// previous tree, plus the time to copy the nodes. A node takes 32 bytes of memory, and 8 more
/// during the walk. Only where several choices give the same tree, the iterator remembers an entry
/// for each offset at which it found that out. Nothing recurses on the length of the text.
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
/// [`Tree::without`] says what becomes of a tree. There can be fewer trees than without this
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
    let productions = grammar.productions().iter();
    let is_shown = productions.map(|production| !leaves_out(production.name()));
    let mut machine = Machine::new(grammar, start, is_shown.collect());
    let Some(chart) = Chart::of(&mut machine, text) else {
        let name = grammar.production(start).name();
        return Err(DerivationsError::TooLarge(name.to_owned()));
    };
    let steps = machine.into_steps();
    Ok(Derivations::new(steps, chart, grammar.names(), text))
}

/// Returns an error if the production leads to a name without a definition, to prose, or to itself
/// before it consumes anything.
fn check(grammar: &ResolvedGrammar, start: ProductionId) -> Result<(), DerivationsError> {
    let reached = grammar.reachable_from(start);
    let mut is_plain = true;
    for &production in &reached {
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
    let syntax = grammar.grammar();
    let name = grammar.production(start).name();
    let Some(obstacle) = syntax.obstacle(name) else {
        return Ok(());
    };
    if !obstacle.is_recursion() {
        return Err(DerivationsError::Obstacle(Box::new(obstacle)));
    }
    let left_recursion = LeftRecursion::of(syntax);
    let mut names = reached
        .into_iter()
        .map(|production| grammar.production(production).name());
    match names.find_map(|name| left_recursion.cycle(name)) {
        Some(cycle) => Err(DerivationsError::LeftRecursive(cycle)),
        None => Ok(()),
    }
}
