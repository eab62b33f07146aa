//! The combinator that each expression of a grammar needs.
//!
//! ```
//! use rfcbnf::plan::{Choice, Plan};
//!
//! let grammar = rfcbnf::read("sign = \"+\" | \"+-\"\n")?;
//! let plan = Plan::new(&grammar)?;
//! let sign = plan.resolved().find("sign").unwrap();
//! let alternatives = plan.alternatives(plan.resolved().production(sign).body())?;
//! // The longer alternative is tried first.
//! assert_eq!(alternatives.choice, Choice::Ranked(vec![1, 0]));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Read as ordered choice with greedy repetition, a grammar loses texts: a parser takes an
//! alternative that derives only a prefix of what a later one derives, or a part consumes what the
//! next part needs. For each expression, the plan decides on the automata of the parts whether
//! that can happen, and what to do then.
//!
//! Invariants:
//! - Every decision is made once, when the plan is made. The generator and the analysis look it up
//!   by the id of the expression.
//! - Every decision answers a question that [`Automaton`] decides. None is a guess.

mod alternatives;
mod boundary;
mod decide;
mod list;

use crate::automaton::{Automata, Automaton, AutomatonError, TooLarge};
use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar};
use crate::search_end::Watch;
use crate::syntax::{Grammar, Production};

pub use alternatives::{Alternatives, Choice, Overlap};
pub use boundary::{Backtrack, Boundary, Join, Rounds};
pub use list::List;
#[cfg(feature = "generate")]
pub(crate) use list::part;

/// The decisions about every expression of one grammar.
///
/// ```
/// use rfcbnf::plan::{Choice, Plan};
///
/// let grammar = rfcbnf::read("label = alpha | alpha 1*alpha\nalpha = \"a\" | \"b\"\n")?;
/// let plan = Plan::new(&grammar)?;
/// let label = plan.resolved().find("label").unwrap();
/// let alternatives = plan.alternatives(plan.resolved().production(label).body())?;
/// assert_eq!(alternatives.choice, Choice::Ranked(vec![1, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Plan<'g> {
    resolved: ResolvedGrammar<'g>,
    automata: Automata<'g>,
    /// By the index of the expression.
    expressions: Vec<PlannedExpression>,
    /// The prefixes that no match of each production may have.
    excluded: Vec<Vec<String>>,
}

/// What a plan knows about an expression.
#[derive(Debug, Clone)]
struct PlannedExpression {
    facts: Result<ExpressionFacts, TooLarge>,
    decision: Result<Decision, TooLarge>,
}

/// The characters that the texts of an expression begin with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpressionFacts {
    /// Whether the expression derives the empty text.
    pub is_nullable: bool,
    /// The characters that its texts begin with, in ASCII order: the FIRST set.
    pub first: String,
    /// The characters that are texts of it and that no longer text begins with, in ASCII order.
    pub whole_characters: String,
}

/// The decisions about an expression, by its form.
#[derive(Debug, Clone)]
enum Decision {
    Alternation(Alternatives),
    /// A boundary for each part but the last.
    Sequence(Vec<Result<Boundary, TooLarge>>),
    Repetition(Rounds),
    /// Other forms need no decision.
    None,
}

impl<'g> Plan<'g> {
    /// Decides every expression of the grammar.
    ///
    /// # Errors
    ///
    /// Returns [`AutomatonError::TooLarge`] for the first production that is too large. Expressions
    /// that are too large without their production being so have an error of their own.
    pub fn new(grammar: &'g Grammar) -> Result<Self, AutomatonError> {
        Self::watched(grammar, &Watch::default())
    }

    /// Decides every expression of the grammar. What is not decided before the watch is over is too
    /// large.
    pub(crate) fn watched(grammar: &'g Grammar, watch: &Watch) -> Result<Self, AutomatonError> {
        let resolved = ResolvedGrammar::new(grammar);
        let automata = Automata::watched(grammar, watch)?;
        let expressions = decide::every_expression(&resolved, &automata, watch);
        let excluded = grammar.productions.iter();
        let excluded = excluded.map(|production| excluded_by(production, &automata));
        Ok(Self {
            excluded: excluded.collect(),
            resolved,
            automata,
            expressions,
        })
    }

    /// Returns the grammar, with its names resolved.
    #[must_use]
    pub fn resolved(&self) -> &ResolvedGrammar<'g> {
        &self.resolved
    }

    /// Returns the automaton of a production.
    ///
    /// # Panics
    ///
    /// Panics if the production is another grammar's.
    #[must_use]
    pub fn automaton(&self, production: ProductionId) -> &Automaton {
        let name = self.resolved.production(production).name();
        let automaton = self.automata.production(name);
        automaton.expect("the plan has an automaton for every production")
    }

    /// Returns the prefixes that no match of the production may have, letters in any case: each
    /// excluded text, up to the first character after which the production derives nothing. So a
    /// parser that looks for them rejects a text where its viable prefix ends.
    ///
    /// ```
    /// use rfcbnf::{Readings, plan::Plan};
    ///
    /// let mut grammar = rfcbnf::read("old = \"ab:\"\nnew = \"ab:\" | \"cd:\"\n")?;
    /// let readings = Readings::from_toml(r#"
    ///     [[reading]]
    ///     id = "no-old"
    ///     productions = ["new"]
    ///     section = "1"
    ///     decision = "What is old is not new."
    ///     why = "Section 1 says so."
    ///     apply = { exclude = { names-under = "old" } }
    /// "#)?;
    /// readings.apply(&mut grammar)?;
    /// let plan = Plan::new(&grammar)?;
    /// let new = plan.resolved().find("new").unwrap();
    /// // "cd:" is all that is left, so no text begins with "a".
    /// assert_eq!(plan.excluded(new), ["a"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn excluded(&self, production: ProductionId) -> &[String] {
        &self.excluded[production.index()]
    }

    /// Returns the characters that the texts of an expression begin with.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the automaton of the expression is.
    pub fn facts(&self, expression: ExpressionId) -> Result<&ExpressionFacts, TooLarge> {
        let facts = &self.expressions[expression.index()].facts;
        facts.as_ref().map_err(|&reason| reason)
    }

    /// Returns the decisions about an alternation.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the automaton of an alternative is.
    ///
    /// # Panics
    ///
    /// Panics if the expression is no alternation.
    pub fn alternatives(&self, alternation: ExpressionId) -> Result<&Alternatives, TooLarge> {
        match self.decision(alternation)? {
            Decision::Alternation(alternatives) => Ok(alternatives),
            _ => panic!("the expression is no alternation"),
        }
    }

    /// Returns the decisions about the boundary after the part with that index.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the automaton of the part or of the rest is.
    ///
    /// # Panics
    ///
    /// Panics if the expression is no sequence, or if no part follows.
    pub fn boundary(&self, sequence: ExpressionId, part: usize) -> Result<&Boundary, TooLarge> {
        match self.decision(sequence)? {
            Decision::Sequence(boundaries) => boundaries[part].as_ref().map_err(|&reason| reason),
            _ => panic!("the expression is no sequence"),
        }
    }

    /// Returns the decisions about the rounds of a repetition.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if the automaton of a round, or of any number of rounds, is.
    ///
    /// # Panics
    ///
    /// Panics if the expression is no repetition.
    pub fn rounds(&self, repetition: ExpressionId) -> Result<&Rounds, TooLarge> {
        match self.decision(repetition)? {
            Decision::Repetition(rounds) => Ok(rounds),
            _ => panic!("the expression is no repetition"),
        }
    }

    fn decision(&self, expression: ExpressionId) -> Result<&Decision, TooLarge> {
        let decision = &self.expressions[expression.index()].decision;
        decision.as_ref().map_err(|&reason| reason)
    }
}

/// Returns the shortest prefixes that exclude what the production excludes, each once.
fn excluded_by(production: &Production, automata: &Automata<'_>) -> Vec<String> {
    let mut shortest: Vec<String> = Vec::new();
    if let Some(automaton) = automata.production(&production.name) {
        for text in &production.excluded {
            let length = automaton.shortest_unviable(text.as_bytes()).len();
            let mut ends = length..text.len();
            let end = ends.find(|&end| text.is_char_boundary(end));
            let text = &text[..end.unwrap_or(text.len())];
            if !shortest.iter().any(|known| known == text) {
                shortest.push(text.to_owned());
            }
        }
    }
    shortest
}
