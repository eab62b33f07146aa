//! Parts of a grammar that a text can use.

use std::fmt;

use crate::syntax::Span;

/// A part of a grammar that a derivation can use.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Through {
    /// The production of that name.
    Production(String),
    /// An alternative of a production, not one within brackets.
    Alternative {
        /// The name of the production.
        production: String,
        /// The number of the alternative, counted from 1 in file order, even if a reading
        /// changes the order. A production without alternatives is its own alternative 1.
        number: usize,
    },
    /// The expression with exactly that span in the source of the grammar.
    Expression(Span),
}

impl fmt::Display for Through {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(name) => write!(formatter, "production {name:?}"),
            Self::Alternative { production, number } => {
                write!(
                    formatter,
                    "alternative {number} of production `{production}`"
                )
            }
            Self::Expression(Span { start, end }) => {
                write!(formatter, "expression from octet {start} to {end}")
            }
        }
    }
}
