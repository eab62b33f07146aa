//! Writes grammars, and what follows from them, in the notations of others.
//!
//! Architecture invariant: everything is worked out from the syntax tree, or from the
//! [`crate::automaton`] of a production, and nothing is escaped away: what a notation cannot
//! say is said in a comment. What comes out is the same each time.

mod abnf;
mod characters;
mod dot;
mod ebnf;
mod elimination;
mod ordered;
mod pattern;
mod pest;
mod regex;
mod selection;
mod sheet;
mod term;

use thiserror::Error;

use crate::automaton::AutomatonError;
use crate::syntax::Production;

pub use abnf::abnf;
pub use characters::runs;
pub use dot::dot;
pub use ebnf::ebnf;
pub use pest::pest;
pub use regex::regex;

/// Why there is no export.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The grammar has no production of that name.
    #[error("there is no production {name:?}")]
    UnknownProduction {
        /// The name.
        name: String,
    },
    /// What stands for the production would be longer than anybody could use: counts that are
    /// written out, or productions that are put in the place of their names.
    #[error(
        "production {production:?} is too long to be written in that notation: written out, its \
         counts and what it uses come to megabytes; divide it"
    )]
    TooLong {
        /// The production.
        production: String,
    },
    /// There is no automaton to write.
    #[error(transparent)]
    Automaton(#[from] AutomatonError),
}

impl ExportError {
    fn too_long(production: &Production) -> Self {
        Self::TooLong {
            production: production.name.clone(),
        }
    }
}

/// What would be written is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TooLong;
