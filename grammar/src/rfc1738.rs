//! The grammar of RFC 1738: the files that lie beside this package's sources.

use crate::readings::Readings;
use crate::syntax::Grammar;
use crate::{GrammarErrors, ReadingsError, read_with};

/// Section 5 of the RFC, as printed.
pub const BNF: &str = include_str!("../rfc1738.bnf");

/// Where its prose decides.
pub const READINGS: &str = include_str!("../readings.toml");

/// What its prose adds, for people.
pub const PROSE: &str = include_str!("../prose.toml");

/// Why a grammar with readings cannot be used.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum LoadError {
    /// The grammar is at fault.
    Grammar(#[from] GrammarErrors),
    /// The readings are.
    Readings(#[from] ReadingsError),
}

/// Reads a grammar and applies readings to it.
///
/// # Errors
///
/// Those of [`read_with`], [`Readings::from_toml`] and [`Readings::apply`].
pub fn load(bnf: &str, readings: &str) -> Result<(Grammar, Readings), LoadError> {
    let readings = Readings::from_toml(readings)?;
    let mut grammar = read_with(bnf, &readings.bare_literals())?;
    readings.apply(&mut grammar)?;
    Ok((grammar, readings))
}
