//! Every way in which a production derives a text, the first in priority order first.
//!
//! Architecture invariant: this module shares no code with the analysis, the automaton and the
//! generator. It starts from the syntax tree, so that they can be checked against it.
//!
//! Three steps, each in a file of its own:
//!
//! - `machine`: a walk through the productions as states, each of which knows all that is
//!   still open around it in `stacks`. States are made when a text first leads to them.
//! - `chart`: one pass over the text forwards finds the states that can be reached at each
//!   place, one backwards those of them that lead to its end.
//! - `search`: the walk, through states that lead to the end and no others. Where different
//!   ways give the same tree, `novelty` tells which lead to trees not seen yet.

mod chart;
mod expressions;
mod machine;
mod novelty;
mod parting;
mod search;
mod stacks;
mod tree;

use thiserror::Error;

pub use parting::Parting;
pub use search::Derivations;
pub(crate) use tree::Record;
pub use tree::{Node, Tree};

use crate::syntax::Grammar;
use chart::Chart;
use expressions::Expressions;
use machine::Machine;

/// Why no derivations can be looked for.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum DerivationsError {
    /// The grammar defines no production of that name.
    #[error("there is no production `{0}`")]
    Unknown(String),
    /// The production leads to itself. [`read`](crate::read) takes no such grammar.
    #[error("production `{0}` leads to itself")]
    Recursive(String),
}

/// Every parse tree of the whole text, each once, in priority order: alternatives in the order
/// of the syntax tree, `[x]` present before absent, repetitions as long as possible, with full
/// backtracking. Below a reference with [`Quantifier::Lazy`](crate::syntax::Quantifier::Lazy),
/// the repetitions that are written in the production itself are as short as possible instead.
///
/// Two trees differ if a production or a span in them differs. Different choices that give the
/// same tree, such as two literals that are alike, count once, at the place of the first of
/// them. A round of a repetition beyond those that have to be there derives at least one octet;
/// otherwise there would be no end of rounds of nothing. A text without a derivation has an
/// iterator that yields nothing.
///
/// # Errors
///
/// [`DerivationsError`] where the production, or one that it uses, is not defined or leads to
/// itself.
///
/// # Cost
///
/// This call reads the text twice: time linear in its length, and 16 octets of memory for each
/// octet of it. A tree takes time linear in the nodes after the place where it parts from the
/// one before, plus those to copy it; it is built when it is asked for. A node takes 32 octets
/// of memory, and 8 more during the walk. Only where different choices give the same tree, more is remembered: an entry for each
/// place at which that was found out. Nothing recurses on the length of the text.
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
    text: &str,
) -> Result<Derivations, DerivationsError> {
    derivations_without(grammar, production, text, |_| false)
}

/// The same, of trees without the nodes of some productions, as [`Tree::without`] makes them:
/// each tree once, so that there are fewer where only what is left out differs. Takes less
/// time and memory than to leave them out afterwards.
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
    text: &str,
    leaves_out: impl Fn(&str) -> bool,
) -> Result<Derivations, DerivationsError> {
    let mut machine = Machine::new(Expressions::of(grammar, production, leaves_out)?);
    let chart = Chart::of(&mut machine, text.as_bytes());
    Ok(Derivations::new(machine, chart, text))
}
