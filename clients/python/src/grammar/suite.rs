//! Conformance suites: texts with the verdicts that a right parser gives.

use std::collections::VecDeque;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};
use rfc1738_views::bindings::{SuiteKind, SuiteTexts};
use rfc1738_views::conformance::case::CaseRecord;
use rfc1738_views::json;
use rfcbnf::conformance;
use rfcbnf::syntax;

use crate::text::{escaped, escaped_offset};

/// The texts of a production with the verdicts of a right parser: an iterable of Case, as often as
/// you like. len(suite) is the number of texts.
#[pyclass(frozen, module = "rfc1738")]
pub(crate) struct Suite {
    texts: Arc<SuiteTexts>,
    rule: Arc<str>,
}

impl Suite {
    /// Plans the suite of a production, or says why there is none.
    pub(super) fn new(
        grammar: &syntax::Grammar,
        name: &str,
        kind: SuiteKind,
        extra_states: u8,
        depth: u32,
    ) -> Result<Self, String> {
        let texts = SuiteTexts::plan(grammar, name, kind, extra_states, depth)?;
        Ok(Self {
            texts: Arc::new(texts),
            rule: name.into(),
        })
    }
}

#[pymethods]
impl Suite {
    /// The production.
    #[getter]
    fn rule(&self) -> &str {
        &self.rule
    }

    /// The depth of the texts whose suite this is; None if it is that of all texts.
    #[getter]
    fn depth(&self) -> Option<u32> {
        self.texts.depth()
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        let size = py.detach(|| self.texts.size());
        usize::try_from(size).unwrap_or(usize::MAX)
    }

    fn __iter__(&self) -> SuiteIterator {
        SuiteIterator {
            texts: Arc::clone(&self.texts),
            rule: Arc::clone(&self.rule),
            part: 0,
            cases: VecDeque::new(),
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Suite {} of {} texts>", self.rule, self.__len__(py))
    }
}

/// An iterator over the texts of a suite.
#[pyclass(module = "rfc1738")]
pub(crate) struct SuiteIterator {
    texts: Arc<SuiteTexts>,
    rule: Arc<str>,
    part: usize,
    cases: VecDeque<conformance::Case>,
}

#[pymethods]
impl SuiteIterator {
    fn __iter__(this: PyRef<'_, Self>) -> PyRef<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> Option<Case> {
        if self.cases.is_empty() {
            let (texts, part) = (&*self.texts, &mut self.part);
            self.cases = py.detach(|| next_part(texts, part));
        }
        let case = self.cases.pop_front()?;
        Some(Case {
            rule: Arc::clone(&self.rule),
            case,
        })
    }
}

/// Returns the next texts, if there are any.
fn next_part(texts: &SuiteTexts, part: &mut usize) -> VecDeque<conformance::Case> {
    let mut cases = VecDeque::new();
    while cases.is_empty()
        && let Some(more) = texts.part(*part)
    {
        *part += 1;
        cases.extend(more);
    }
    cases
}

/// A text of a suite, and the verdict of a right parser.
#[pyclass(frozen, module = "rfc1738")]
pub(crate) struct Case {
    rule: Arc<str>,
    case: conformance::Case,
}

#[pymethods]
impl Case {
    /// The production.
    #[getter]
    fn rule(&self) -> &str {
        &self.rule
    }

    /// The text. A lone surrogate stands for an octet that is not UTF-8, as with the error handler
    /// surrogateescape.
    #[getter]
    fn text<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyString>> {
        escaped(py, self.case.text())
    }

    /// The octets of the text.
    #[getter]
    fn octets<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.case.text())
    }

    /// Whether the production derives the text.
    #[getter]
    fn valid(&self) -> bool {
        self.case.is_word()
    }

    /// The offset of the error in the characters of the text; None if the text is valid.
    #[getter]
    fn offset(&self) -> Option<usize> {
        let rejection = self.case.rejection()?;
        Some(escaped_offset(self.case.text(), rejection.offset))
    }

    /// Returns the case as a line of `rfc1738 conformance export`. Its offset is in octets.
    fn to_json(&self) -> String {
        json::line(&CaseRecord::new(&*self.rule, &self.case))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let text = self.text(py)?.repr()?;
        let verdict = if self.valid() { "valid" } else { "invalid" };
        Ok(format!("<Case {verdict} {} {text}>", self.rule))
    }
}
