//! The productions read as a program: ordered choice with greedy repetition.
//!
//! This is what a first attempt with a parser combinator library does, and what a parsing
//! expression grammar means (Ford 2004). Of alternatives the first that fits is taken,
//! `[x]` and `*x` take what they can, and nothing is given back. So fewer texts are accepted
//! than the production derives, never others. A production of which a reading excludes words
//! looks ahead for what they begin with.

mod blame;
mod conditions;
mod inside;
mod program;
mod search;

use std::ops::Range;

use crate::automaton::AutomatonError;
use crate::derivations::{Tree, derivations};
use crate::syntax::{Case, Grammar};

pub use blame::{Blame, Fault};
use program::{NodeId, Program, Run};
pub use search::{Origin, Outcome, Wrong, search};

/// The naive reading of a production.
///
/// ```
/// use rfcbnf::naive::Naive;
///
/// let grammar = rfcbnf::read("label = letter | letter *letter letter\nletter = \"a\" | \"b\"\n")?;
/// let naive = Naive::new(&grammar, "label")?;
/// let compared = naive.compare("ab");
/// assert_eq!(compared.end, Some(1));
/// assert!(compared.tree.is_some() && !compared.is_accepted());
/// assert_eq!(compared.blame.unwrap().production, "label");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Naive<'g> {
    grammar: &'g Grammar,
    production: String,
    program: Program<'g>,
    node: NodeId,
}

/// The naive reading of a text beside its derivation.
#[derive(Debug)]
pub struct Compared {
    /// Where the naive reading stops, in octets; nothing where it takes nothing.
    pub end: Option<usize>,
    /// Its tree, where it takes all of the text.
    pub naive: Option<Tree>,
    /// The first derivation, where there is one.
    pub tree: Option<Tree>,
    /// Who is to blame, where there is a derivation and the naive reading rejects the text.
    pub blame: Option<Blame>,
}

impl Compared {
    /// Whether the naive reading accepts the text.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        self.naive.is_some()
    }

    /// Whether both accept the text with the same tree, or both reject it.
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
    /// [`AutomatonError::UnknownProduction`] where the grammar has no such production.
    pub fn new(grammar: &'g Grammar, production: &str) -> Result<Self, AutomatonError> {
        let name = production.to_owned();
        if grammar.production(production).is_none() {
            return Err(AutomatonError::UnknownProduction { name });
        }
        let mut program = Program::new(grammar);
        let node = program.production(production, Case::Exact);
        Ok(Self {
            grammar,
            production: name,
            program,
            node,
        })
    }

    /// Where the naive reading stops, in octets; nothing where it takes nothing. Takes time
    /// linear in the text.
    #[must_use]
    pub fn end(&self, text: &str) -> Option<usize> {
        Run::new(&self.program, text).end(self.node, 0)
    }

    /// Whether the naive reading takes all of the text.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        self.end(text) == Some(text.len())
    }

    /// Reads the text naively and as it is derived.
    #[must_use]
    pub fn compare(&self, text: &str) -> Compared {
        let mut run = Run::new(&self.program, text);
        let end = run.end(self.node, 0);
        let naive = (end == Some(text.len())).then(|| run.tree(self.node));
        let trees = derivations(self.grammar, &self.production, text);
        let tree = trees.ok().and_then(|mut trees| trees.next());
        let blame = match (&naive, &tree) {
            (None, Some(tree)) => blame::blame(self.grammar, tree.root()),
            _ => None,
        };
        Compared {
            end,
            naive,
            tree,
            blame,
        }
    }
}

/// Octets of a text.
type Octets = Range<usize>;
