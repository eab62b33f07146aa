//! Writes grammars, and what follows from them, in other notations.
//!
//! ```
//! let grammar = rfcbnf::read("port = 1*digit\ndigit = \"0\" | \"1\"\n")?;
//! assert_eq!(rfcbnf::export::regex(&grammar, "port")?.as_str(), "^[01]+$");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Architecture invariant: an export depends only on the syntax tree or on the [`crate::automaton`]
//! of a production, and it hides nothing: if a notation cannot express something, a comment
//! describes it. The output is always the same.

mod abnf;
mod characters;
mod consuming;
mod dot;
mod ebnf;
mod elimination;
mod pattern;
mod pest;
mod regex;
mod rfc822;
mod selection;
mod sheet;
mod term;
mod written_out;

pub use abnf::{abnf, abnf_with_own_names};
pub use characters::runs;
pub use dot::dot;
pub use ebnf::ebnf;
pub(crate) use elimination::{Edge, eliminated};
pub use pattern::Engine;
pub use pest::pest;
pub use regex::{Alphabet, Regex, regex, regex_of, regex_of_octets};
pub use rfc822::{bnf, rfc822};
pub use written_out::expression_of;
pub(crate) use written_out::{StateStep, expression_of_steps};

use thiserror::Error;

use crate::automaton::AutomatonError;
use crate::lookup::UnknownProduction;
use crate::obstacles::Obstacle;
use crate::syntax::Production;

/// Why a grammar is not exported.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The grammar has no production of that name.
    #[error(transparent)]
    UnknownProduction(#[from] UnknownProduction),
    /// The production would be too long to use: its counts are written out, or productions replace
    /// their names.
    #[error(
        "production `{production}` is too long to be written in that notation: written out, its \
         counts and what it uses come to megabytes; divide it"
    )]
    TooLong {
        /// The production.
        production: String,
    },
    /// The notation refuses a production that is left-recursive.
    #[error(
        "production `{production}` is left-recursive, and that notation \
         refuses this: {}; write a repetition in place of the recursion",
        .cycle.join(" → ")
    )]
    LeftRecursion {
        /// The production.
        production: String,
        /// The names on the way to itself, in the order of reference.
        cycle: Vec<String>,
    },
    /// The notation refuses a repetition of something that can be empty, and there is no short
    /// equivalent.
    #[error(
        "production `{production}` repeats what can be empty, and that notation refuses this; let \
         every round derive at least one character"
    )]
    EmptyRounds {
        /// The production.
        production: String,
    },
    /// The production uses prose, a name without a definition or text that cannot be read. The
    /// notation can write neither.
    #[error(transparent)]
    Obstacle(Box<Obstacle>),
    /// The production derives octets above 7F one by one, and the notation knows characters only.
    #[error(
        "production `{production}` derives octets above 7F, and that notation reads characters; \
         write the production in ABNF, or export its automaton or a regular expression"
    )]
    OctetsAsCharacters {
        /// The production.
        production: String,
    },
    /// A reading excludes texts. The notation cannot say so, and the other texts are none or too many to be written
    /// out.
    #[error(
        "no text of production `{production}` begins with one of {}, and that notation cannot say so; \
         export it to EBNF or pest",
        .texts.join(", ")
    )]
    Exclusion {
        /// The production.
        production: String,
        /// The beginnings of texts, in quotation marks.
        texts: Vec<String>,
    },
    /// The automaton that the export needs does not exist.
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

/// The output would be too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TooLong;
