//! The grammar of RFC 1738: copies of the files in `grammar/` at the top of the repository, which `cargo codegen` makes, so
//! that the package has them when it is published.
//!
//! ```
//! use rfcbnf::rfc1738::{BNF, READINGS, load};
//!
//! let (grammar, readings) = load(BNF, READINGS)?;
//! assert_eq!(readings.iter().count(), 7);
//! assert_eq!(grammar.productions.len(), 67);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::collections::HashSet;

use crate::error::GrammarErrors;
use crate::readings::{Readings, ReadingsError};
use crate::syntax::{Grammar, Notation};

/// Section 5 of the RFC, as printed.
pub const BNF: &str = include_str!("rfc1738.bnf");

/// The readings: what the prose of the RFC decides about the BNF.
pub const READINGS: &str = include_str!("readings.toml");

/// Remarks and examples from the prose of the RFC.
pub const PROSE: &str = include_str!("prose.toml");

/// What parsers of URLs are known to take or to refuse, as
/// [`Suspects::from_toml`](crate::causes::Suspects::from_toml) reads it.
pub const SUSPECTS: &str = include_str!("suspects.toml");

/// The reason why a grammar with readings cannot be used.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub enum LoadError {
    /// The grammar has errors.
    Grammar(#[from] GrammarErrors),
    /// The readings are malformed, or do not fit the grammar.
    Readings(#[from] ReadingsError),
}

/// Reads a grammar and applies readings to it.
///
/// # Errors
///
/// Those of [`Reader::read`](crate::Reader::read), [`Readings::from_toml`] and [`Readings::apply`].
pub fn load(bnf: &str, readings: &str) -> Result<(Grammar, Readings), LoadError> {
    load_as(None, bnf, readings)
}

/// Does the same as [`load_as`], and takes of the grammar the productions with these names. The file may
/// have errors elsewhere.
///
/// # Errors
///
/// [`LoadError::Readings`] as [`load`].
pub fn load_valid<'n>(
    notation: Option<Notation>,
    bnf: &str,
    readings: &str,
    names: impl IntoIterator<Item = &'n str>,
) -> Result<(Grammar, Readings), LoadError> {
    let readings = Readings::from_toml(readings)?;
    let mut grammar = readings.reader(notation).read(bnf).grammar;
    readings.apply(&mut grammar)?;
    let names: HashSet<&str> = names.into_iter().collect();
    Ok((
        grammar.retaining(|one| names.contains(one.name.as_str())),
        readings,
    ))
}

/// Does the same as [`load`] for a grammar in a notation. Without one, finds it out from the text.
///
/// # Errors
///
/// Those of [`load`].
pub fn load_as(
    notation: Option<Notation>,
    bnf: &str,
    readings: &str,
) -> Result<(Grammar, Readings), LoadError> {
    let readings = Readings::from_toml(readings)?;
    let mut grammar = readings.reader(notation).read(bnf).into_result()?;
    readings.apply(&mut grammar)?;
    Ok((grammar, readings))
}
