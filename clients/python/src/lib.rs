//! The native module of the Python package `rfc1738`.
//!
//! It answers by the packages below, and decides nothing itself. What crosses the border is a string, a
//! number, an object of this module, or JSON that `rfc1738-views` writes; `python/rfc1738/` makes the
//! objects of it that Python sees.
//!
//! - `text` takes arguments, and counts offsets.
//! - `answer` asks productions without the interpreter, and `errors` raises what they refuse.
//! - `url`, `tree` and `grammar` are the classes.
//!
//! Invariant: the interpreter is free for other threads while a long text is read and while a grammar
//! is read, planned or asked.

#![expect(
    clippy::doc_markdown,
    reason = "the documentation of classes and functions is for Python"
)]

mod answer;
mod errors;
mod grammar;
mod text;
mod tree;
mod url;

/// The native part of the package rfc1738.
#[pyo3::pymodule]
mod _native {
    use pyo3::exceptions::PyIndexError;
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;
    use rfc1738::Rule;
    use rfc1738::extract::{Options, extract_with};
    use rfc1738_views::extract::record::MatchRecord;
    use rfc1738_views::json;

    use crate::answer::{self, Refusal};
    use crate::errors::{parse_error, refused};
    use crate::grammar::{detail, own_rule};
    use crate::text::Text;
    use crate::url::{parse_url, with_url};

    #[pymodule_export]
    use crate::grammar::{Case, Grammar, Suite, SuiteIterator};
    #[pymodule_export]
    use crate::tree::{Node, NodeIterator};
    #[pymodule_export]
    use crate::url::Url;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let py = module.py();
        module.add("RULES", PyTuple::new(py, Rule::ALL.map(Rule::name))?)?;
        module.add("RFCS", PyTuple::new(py, crate::grammar::numbers())?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Returns whether the production of RFC 1738 derives the text.
    ///
    /// A text is a str or bytes. No text raises an exception, and anything else raises TypeError.
    #[pyfunction]
    #[pyo3(signature = (text, rule=None))]
    fn is_valid(text: &Bound<'_, PyAny>, rule: Option<&str>) -> PyResult<bool> {
        let rule = rule.map_or(Ok(Rule::Url), own_rule)?;
        let octets = Text::of(text)?;
        Ok(octets.read(text.py(), |octets| rfc1738::is_valid(rule, octets)))
    }

    /// Parses a URL. Raises ParseError, which is a ValueError, for a text that is none.
    #[pyfunction]
    #[pyo3(signature = (text, /))]
    fn parse(text: &Bound<'_, PyAny>) -> PyResult<Url> {
        parse_url(text)
    }

    /// Returns the ParseError of the text without raising it, or None if the production of RFC 1738
    /// derives the text.
    #[pyfunction]
    #[pyo3(signature = (text, rule=None))]
    fn check<'py>(
        text: &Bound<'py, PyAny>,
        rule: Option<&str>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let rule = rule.map_or(Ok(Rule::Url), own_rule)?;
        let octets = Text::of(text)?;
        match octets.read(text.py(), |_| answer::check(rule, &octets)) {
            Ok(()) => Ok(None),
            Err(Refusal::Rejected(rejected)) => parse_error(text, rejected).map(Some),
            Err(refusal) => Err(refused(text, refusal)),
        }
    }

    /// Returns the tree of the text by a production of RFC 1738. Raises ParseError if the production does
    /// not derive it. With characters=True, the tree has the productions that derive single characters.
    #[pyfunction]
    #[pyo3(signature = (text, rule=None, *, characters=false))]
    fn tree(text: &Bound<'_, PyAny>, rule: Option<&str>, characters: bool) -> PyResult<Node> {
        let rule = rule.map_or(Ok(Rule::Url), own_rule)?;
        let octets = Text::of(text)?;
        let detail = detail(characters);
        let nodes = octets.read(text.py(), |_| answer::tree(rule, &octets, detail));
        let nodes = nodes.map_err(|refusal| refused(text, refusal))?;
        Ok(Node::root(nodes))
    }

    /// Returns the offsets in the text of these offsets in its octets: in characters for a str. Raises
    /// IndexError for one after the end.
    #[pyfunction]
    fn offsets(text: &Bound<'_, PyAny>, octets: Vec<usize>) -> PyResult<Vec<usize>> {
        let text = Text::of(text)?;
        let length = text.octets().len();
        if let Some(octet) = octets.iter().find(|octet| **octet > length) {
            let message = format!("offset {octet} is behind the {length} octets of the text");
            return Err(PyIndexError::new_err(message));
        }
        Ok(match text.offsets() {
            Some(offsets) => octets.into_iter().map(|octet| offsets[octet]).collect(),
            None => octets,
        })
    }

    /// Returns the URLs in a text, as JSON with offsets in octets.
    #[pyfunction]
    fn extract(text: &Bound<'_, PyAny>, unmarked: bool) -> PyResult<String> {
        let octets = Text::of(text)?;
        Ok(octets.read_slowly(text.py(), |octets| {
            let options = Options::default().bare(unmarked);
            let found: Vec<_> = extract_with(octets, options).collect();
            let records = found.iter();
            let records = records.map(|one| MatchRecord::new(None, one, one.is_valid()));
            json::line(&records.collect::<Vec<_>>())
        }))
    }

    /// Returns the advice on a URL, as JSON.
    #[pyfunction]
    fn advise(url: &Bound<'_, PyAny>) -> PyResult<String> {
        with_url(url, Url::advice)
    }

    /// Returns what `rfc1738 inspect --format json` says of a URL, as JSON.
    #[pyfunction]
    fn inspect(url: &Bound<'_, PyAny>) -> PyResult<String> {
        with_url(url, Url::inspection)
    }
}
