//! URLs as values.

use std::cmp::Ordering;

use pyo3::basic::CompareOp;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString, PyTuple};
use rfc1738::url::{Component, Host};
use rfc1738::{OwnedUrl, Rule, advise};
use rfc1738_views::inspect::Choices;
use rfc1738_views::inspect::record::InspectionRecord;
use rfc1738_views::json;

use crate::answer::{Refusal, rejected};
use crate::errors::{Class, refused};
use crate::text::Text;

static COMPONENT: Class = Class::new("rfc1738._url", "Component");

/// A URL by RFC 1738, with the components that its scheme has.
///
/// Url(text) parses like rfc1738.parse, and raises ParseError for a text that is no URL. A Url equals,
/// sorts and hashes like its text, so a str finds it in a dict; is_equivalent compares the meaning.
/// repr hides the password, and str does not.
#[pyclass(frozen, module = "rfc1738", name = "Url")]
pub(crate) struct Url(OwnedUrl);

/// Parses a URL, or returns the exception of the text.
pub(crate) fn parse_url(text: &Bound<'_, PyAny>) -> PyResult<Url> {
    let octets = Text::of(text)?;
    let parsed = octets.read(text.py(), |read| match rfc1738::Url::parse(read) {
        Ok(url) => Ok(url.to_owned()),
        Err(error) => {
            let rejected = rejected(Rule::Url, &octets, &error);
            Err(Refusal::Rejected(rejected))
        }
    });
    parsed.map(Url).map_err(|refusal| refused(text, refusal))
}

#[pymethods]
impl Url {
    #[new]
    #[pyo3(signature = (text, /))]
    fn new(text: &Bound<'_, PyAny>) -> PyResult<Self> {
        parse_url(text)
    }

    /// The production of its scheme, such as "ftpurl", or "otherurl".
    #[getter]
    fn rule(&self) -> &'static str {
        self.0.rule().name()
    }

    /// The scheme, as written. Its case does not matter.
    #[getter]
    fn scheme<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        component(py, self.0.scheme())
    }

    /// User, password, host and port with the delimiters between them; None without a host.
    #[getter]
    fn authority<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        optional(py, self.0.authority())
    }

    /// The user name, as written; None if the URL has none.
    #[getter]
    fn user<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        optional(py, self.0.user())
    }

    /// The password, as written; None if the URL has none. An empty one is not None.
    #[getter]
    fn password<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        optional(py, self.0.password())
    }

    /// The host to connect to, as written; None if the URL names none.
    #[getter]
    fn host<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        optional(py, self.0.host().map(Host::component))
    }

    /// The port that the URL names, which can be above 65535; None if it names none. A number of too many
    /// digits raises ValueError, as int does.
    #[getter]
    fn port<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let digits = self.0.port();
        let number = digits.map(|port| match port.number() {
            Some(number) => Ok(number.into_pyobject(py)?.into_any()),
            None => py.get_type::<pyo3::types::PyInt>().call1((port.raw(),)),
        });
        number.transpose()
    }

    /// The port to connect to: that of the URL, or else that of the scheme. None if the scheme has none,
    /// or if the URL names a port above 65535.
    #[getter]
    fn port_or_default(&self) -> Option<u16> {
        self.0.port_or_default()
    }

    /// The default port of the scheme; None if it has none.
    #[getter]
    fn default_port(&self) -> Option<u16> {
        self.0.default_port()
    }

    /// The path, without the slash before it; None if the URL ends before that slash, or has no path.
    #[getter]
    fn path<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        optional(py, self.0.path())
    }

    /// The segments of the path. Schemes in which slashes separate nothing have none.
    #[getter]
    fn segments<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.segments())
    }

    /// The query, which the RFC calls search; None if the URL has none.
    #[getter]
    fn query<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        optional(py, self.0.query())
    }

    /// All components in the order of the text, the scheme first.
    #[getter]
    fn components<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        tuple(py, self.0.as_url().components().into_iter())
    }

    /// Returns the normal form, which is the same text for all URLs that mean the same by the RFC.
    fn normalized(&self) -> Self {
        Self(self.0.as_url().normalized())
    }

    /// Returns whether both URLs mean the same by the RFC. The other one can be a text.
    fn is_equivalent(&self, other: &Bound<'_, PyAny>) -> PyResult<bool> {
        if let Ok(other) = other.cast::<Self>() {
            return Ok(self.0.is_equivalent(&other.get().0));
        }
        Ok(self.0.is_equivalent(&parse_url(other)?.0))
    }

    fn __str__(&self) -> &str {
        self.0.as_str()
    }

    fn __format__<'py>(&self, py: Python<'py>, form: &str) -> PyResult<Bound<'py, PyAny>> {
        PyString::new(py, self.0.as_str()).call_method1("__format__", (form,))
    }

    fn __repr__(&self) -> String {
        let hidden = format!("{:?}", self.0.as_url());
        let text = hidden.split_once('(').map_or("", |(_, text)| text);
        format!("Url({text}")
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, operator: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let ordering: Ordering = if let Ok(other) = other.cast::<Self>() {
            self.0.as_str().cmp(other.get().0.as_str())
        } else if let Ok(text) = other.cast::<PyString>() {
            // A text with lone surrogates is not a URL, and sorts after all URLs.
            let order = |text: &str| self.0.as_str().cmp(text);
            text.to_str().map_or(Ordering::Less, order)
        } else {
            return Ok(py.NotImplemented());
        };
        let answer = operator.matches(ordering);
        Ok(answer.into_pyobject(py)?.to_owned().into_any().unbind())
    }

    fn __hash__(&self, py: Python<'_>) -> PyResult<isize> {
        PyString::new(py, self.0.as_str()).hash()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (&str,)) {
        (py.get_type::<Self>().into_any(), (self.0.as_str(),))
    }
}

impl Url {
    /// Returns what the command `inspect` says of the URL, as JSON.
    pub(crate) fn inspection(&self) -> String {
        json::line(&InspectionRecord::new(&self.0.as_url(), Choices::default()))
    }

    /// Returns the advice on the URL, as JSON.
    pub(crate) fn advice(&self) -> String {
        json::line(&advise(&self.0.as_url()).collect::<Vec<_>>())
    }
}

/// Runs the function over the URL of an argument that is one, or else the text of one.
pub(crate) fn with_url<T>(argument: &Bound<'_, PyAny>, run: impl FnOnce(&Url) -> T) -> PyResult<T> {
    match argument.cast::<Url>() {
        Ok(url) => Ok(run(url.get())),
        Err(_) => parse_url(argument).map(|url| run(&url)),
    }
}

fn component<'py>(py: Python<'py>, component: Component<'_>) -> PyResult<Bound<'py, PyAny>> {
    let raw = component.raw();
    let octets = PyBytes::new(py, &component.decoded());
    let (name, start) = (component.name().as_str(), component.span().start);
    COMPONENT.get(py)?.call1((raw, name, start, octets))
}

fn optional<'py>(
    py: Python<'py>,
    found: Option<Component<'_>>,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    found.map(|found| component(py, found)).transpose()
}

fn tuple<'py, 't>(
    py: Python<'py>,
    components: impl Iterator<Item = Component<'t>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let components = components.map(|one| component(py, one));
    PyTuple::new(py, components.collect::<PyResult<Vec<_>>>()?)
}
