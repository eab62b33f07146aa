//! The exceptions of the package, which are classes of Python.

use pyo3::exceptions::PyLookupError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyTuple, PyType};
use rfcbnf::{GrammarError, GrammarErrors, UnknownProduction};

use crate::answer::{Refusal, Rejected, UndecidedText};
use crate::text::kept;

/// A class of the package, which is imported once.
pub(crate) struct Class {
    module: &'static str,
    name: &'static str,
    imported: PyOnceLock<Py<PyType>>,
}

impl Class {
    pub(crate) const fn new(module: &'static str, name: &'static str) -> Self {
        Self {
            module,
            name,
            imported: PyOnceLock::new(),
        }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.imported.import(py, self.module, self.name)
    }
}

static PARSE_ERROR: Class = Class::new("rfc1738._errors", "ParseError");
static UNDECIDED: Class = Class::new("rfc1738._errors", "Undecided");
static FAULT: Class = Class::new("rfc1738._errors", "Fault");
static GRAMMAR_ERROR: Class = Class::new("rfc1738._errors", "GrammarError");

/// Returns the `ParseError` of a text.
pub(crate) fn parse_error<'py>(
    text: &Bound<'py, PyAny>,
    rejected: Rejected,
) -> PyResult<Bound<'py, PyAny>> {
    let Rejected {
        message,
        notes,
        offset,
        start,
        end,
        record,
    } = rejected;
    let class = PARSE_ERROR.get(text.py())?;
    class.call1((message, notes, kept(text)?, record, offset, start, end))
}

/// Returns the object that Python sees of the nearest texts to one, which are JSON.
pub(crate) fn nearest_texts<'py>(
    text: &Bound<'py, PyAny>,
    found: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let module = text.py().import("rfc1738._nearest")?;
    module.call_method1("nearest", (text, found))
}

/// Returns the exception for a text without a tree or a verdict.
pub(crate) fn refused(text: &Bound<'_, PyAny>, refusal: Refusal) -> PyErr {
    let error = match refusal {
        Refusal::Rejected(rejected) => parse_error(text, rejected),
        Refusal::Undecided(undecided) => undecided_error(text, undecided),
    };
    error.map_or_else(|error| error, PyErr::from_value)
}

fn undecided_error<'py>(
    text: &Bound<'py, PyAny>,
    undecided: UndecidedText,
) -> PyResult<Bound<'py, PyAny>> {
    let UndecidedText {
        reason,
        production,
        offset,
    } = undecided;
    let class = UNDECIDED.get(text.py())?;
    class.call1((reason, kept(text)?, production, offset))
}

/// An error of a grammar.
pub(crate) struct Fault(GrammarError);

impl Fault {
    pub(crate) fn all(errors: &GrammarErrors) -> Vec<Self> {
        errors.iter().cloned().map(Self).collect()
    }

    /// Returns the object that Python sees.
    pub(crate) fn to_python<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let Self(error) = self;
        let place = (error.line(), error.column());
        FAULT
            .get(py)?
            .call1((error.message(), place.0, place.1, error.help()))
    }
}

/// Returns the exception for a grammar with errors.
pub(crate) fn grammar_error(py: Python<'_>, errors: &GrammarErrors) -> PyErr {
    let first = &errors.errors()[0];
    let message = match errors.errors().len() - 1 {
        0 => first.to_string(),
        1 => format!("{first}, and 1 more error"),
        more => format!("{first}, and {more} more errors"),
    };
    raised_grammar_error(py, &message, &errors.to_string(), &Fault::all(errors))
}

/// Returns the exception for a question about a grammar that has no answer, such as one about a
/// production that is too large.
pub(crate) fn unusable(py: Python<'_>, reason: &str) -> PyErr {
    raised_grammar_error(py, reason, "", &[])
}

fn raised_grammar_error(py: Python<'_>, message: &str, notes: &str, faults: &[Fault]) -> PyErr {
    let error = || {
        let faults = faults.iter().map(|fault| fault.to_python(py));
        let faults = PyTuple::new(py, faults.collect::<PyResult<Vec<_>>>()?)?;
        GRAMMAR_ERROR.get(py)?.call1((message, notes, faults))
    };
    error().map_or_else(|error| error, PyErr::from_value)
}

/// Returns the exception for a name that no production has.
pub(crate) fn unknown(error: &UnknownProduction, names: &str) -> PyErr {
    let joint = if error.similar().is_empty() { ";" } else { "" };
    PyLookupError::new_err(format!("{error}{joint} {names} lists them"))
}
