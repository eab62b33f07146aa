//! The reasons for which the generator writes nothing.

use rfcbnf_engine::ProductionSet;
use thiserror::Error;

use crate::automaton::{AutomatonError, TooLarge};
use crate::error::GrammarErrors;
use crate::layout::LayoutError;
use crate::lookup::UnknownProduction;
use crate::obstacles::Obstacle;
use crate::program::ProgramError;
use crate::prose::ProseError;
use crate::readings::ReadingsError;
use crate::rfc1738::LoadError;

/// Why the generator writes no code.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// The grammar has no productions.
    #[error("the grammar has no productions")]
    NoProductions,
    /// The grammar has more productions than the engine can number in a set.
    #[error("the grammar has {0} productions, and generated code can have {limit} at most: divide the grammar", limit = ProductionSet::LIMIT)]
    TooMany(usize),
    /// Two productions would have the same name in Rust.
    #[error("productions `{0}` and `{1}` would both be called `{2}` in Rust: rename one of them")]
    SameName(String, String, String),
    /// The grammar has no production of the name that the crate is for.
    #[error(transparent)]
    Unknown(#[from] UnknownProduction),
    /// The automaton of a production, or of a part of it, is too large.
    #[error("production `{production}` is {TooLarge}")]
    TooLarge {
        /// The name of the production.
        production: String,
    },
    /// Something keeps a program from deciding about the texts of a production.
    #[error("{0}; {help}", help = .0.help())]
    Obstacle(Obstacle),
    /// A production derives every text, so the documentation of the crate has no error to show.
    #[error(
        "production `{0}` derives every text, and a crate is for texts that can be wrong: add a production that uses it"
    )]
    Everything(String),
    /// A production derives no text.
    #[error("production `{0}` derives no text")]
    Empty(String),
    /// The layout does not fit the grammar.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The generated code is not Rust. This is a fault of the generator.
    #[error("the code generated for `{0}` is not Rust: {1}")]
    NotRust(String, syn::Error),
    /// A production has no program.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The grammar has no plan.
    #[error(transparent)]
    Automaton(AutomatonError),
}

impl From<AutomatonError> for GenerateError {
    fn from(error: AutomatonError) -> Self {
        match error {
            AutomatonError::TooLarge { production } => Self::TooLarge { production },
            other => Self::Automaton(other),
        }
    }
}

/// Why no crate is generated.
#[derive(Debug, Error)]
#[error(transparent)]
#[non_exhaustive]
pub enum CrateError {
    /// The grammar has errors.
    Grammar(GrammarErrors),
    /// The readings are malformed, or one of them does not fit the grammar.
    Readings(ReadingsError),
    /// The prose is malformed, or names a production that the grammar does not define.
    Prose(ProseError),
    /// The layout is malformed or does not fit the grammar, or the name cannot be that of a crate.
    Layout(LayoutError),
    /// The generator writes no code for the grammar.
    Generate(GenerateError),
}

impl From<LoadError> for CrateError {
    fn from(error: LoadError) -> Self {
        match error {
            LoadError::Grammar(errors) => Self::Grammar(errors),
            LoadError::Readings(error) => Self::Readings(error),
        }
    }
}

impl From<LayoutError> for CrateError {
    fn from(error: LayoutError) -> Self {
        Self::Layout(error)
    }
}

impl From<ProseError> for CrateError {
    fn from(error: ProseError) -> Self {
        Self::Prose(error)
    }
}

impl From<GenerateError> for CrateError {
    fn from(error: GenerateError) -> Self {
        match error {
            GenerateError::Layout(error) => Self::Layout(error),
            other => Self::Generate(other),
        }
    }
}
