//! Where grammars come from.

use std::sync::Arc;

use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use rfcbnf::syntax::Notation;
use rfcbnf::{Document, Reader, library};

use super::{Grammar, Origin};
use crate::errors::{Fault, grammar_error};

/// Reads a grammar. Without a notation, its text shows it.
pub(super) fn read(
    py: Python<'_>,
    source: &str,
    notation: Option<Notation>,
    strict: bool,
) -> PyResult<Grammar> {
    let reader = Reader {
        notation,
        ..Reader::default()
    };
    let Document {
        grammar, errors, ..
    } = py.detach(|| reader.read(source));
    let faults = match &errors {
        Some(errors) if strict || grammar.productions.is_empty() => {
            return Err(grammar_error(py, errors));
        }
        Some(errors) => Fault::all(errors),
        None => Vec::new(),
    };
    Ok(Grammar::new(Origin::Read(Arc::new(grammar)), faults))
}

/// Returns the grammar of an RFC with what it imports.
pub(super) fn from_rfc(py: Python<'_>, number: u32) -> PyResult<Grammar> {
    if number == 1738 {
        return Ok(Grammar::new(Origin::Own, Vec::new()));
    }
    let Some(found) = library::find(&format!("rfc{number}")) else {
        let message =
            format!("the package has no grammar of RFC {number}; `rfc1738.RFCS` lists them");
        return Err(PyLookupError::new_err(message));
    };
    let joined = py.detach(|| found.with_imports());
    let joined = joined.map_err(|error| PyLookupError::new_err(error.to_string()))?;
    let origin = Origin::Read(Arc::new(joined.grammar));
    Ok(Grammar::new(origin, Vec::new()))
}

/// Returns the numbers of the RFCs whose grammars are in this package.
pub(crate) fn numbers() -> Vec<u32> {
    let names = library::names();
    let numbers = names.filter_map(|name| name.strip_prefix("rfc")?.parse().ok());
    let mut numbers: Vec<u32> = numbers.chain([1738]).collect();
    numbers.sort_unstable();
    numbers
}
