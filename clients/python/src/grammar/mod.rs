//! Grammars, and the questions about their productions.

mod suite;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pyo3::exceptions::{PyLookupError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use rfc1738::Rule;
use rfc1738_views::bindings::{Parser, Question, SuiteKind, text_kind};
use rfc1738_views::production::CheckedProduction;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use rfcbnf::sentences::texts;
use rfcbnf::syntax::{self, Notation};
use rfcbnf::{GrammarDocument, Reader, library};
use rfcbnf_engine::Detail;

use crate::answer::{self, Refusal};
use crate::errors::{Fault, grammar_error, nearest_texts, parse_error, refused, unknown, unusable};
use crate::text::{Text, escaped};
use crate::tree::{Node, Nodes};
pub(crate) use suite::{Case, Suite, SuiteIterator};

/// What an error about a name calls the list of names.
const NAMES: &str = "`Grammar.rules`";

/// A grammar of an RFC, or one of your own, whose productions parse texts.
///
/// Grammar.from_abnf, from_bnf, from_rfc822 and read take the text of a grammar, and from_rfc takes the
/// number of an RFC. Every method takes the name of a production; without one it is the first, and url
/// in RFC 1738. A name that no production has raises LookupError.
#[pyclass(frozen, module = "rfc1738")]
pub(crate) struct Grammar {
    origin: Origin,
    faults: Vec<Fault>,
    parsers: Mutex<HashMap<String, Arc<Parser>>>,
}

enum Origin {
    /// RFC 1738, which has generated parsers.
    Own,
    Read(Arc<syntax::Grammar>),
}

#[pymethods]
impl Grammar {
    /// Reads a grammar in ABNF (RFC 5234 and 7405).
    ///
    /// Raises GrammarError if it has errors. With strict=False, its errors are in the attribute errors,
    /// and the productions that they spare can be used.
    #[staticmethod]
    #[pyo3(signature = (source, *, strict=true))]
    fn from_abnf(py: Python<'_>, source: &str, strict: bool) -> PyResult<Self> {
        read(py, source, Some(Notation::Abnf), strict)
    }

    /// Reads a grammar in BNF: <name> ::= body. For strict, see from_abnf.
    #[staticmethod]
    #[pyo3(signature = (source, *, strict=true))]
    fn from_bnf(py: Python<'_>, source: &str, strict: bool) -> PyResult<Self> {
        read(py, source, Some(Notation::Bnf), strict)
    }

    /// Reads a grammar in the notation of RFC 822, as RFC 1738 uses it. For strict, see from_abnf.
    #[staticmethod]
    #[pyo3(signature = (source, *, strict=true))]
    fn from_rfc822(py: Python<'_>, source: &str, strict: bool) -> PyResult<Self> {
        read(py, source, Some(Notation::Rfc822), strict)
    }

    /// Reads a grammar in the notation that its text shows. For strict, see from_abnf.
    #[staticmethod]
    #[pyo3(signature = (source, *, strict=true))]
    fn read(py: Python<'_>, source: &str, strict: bool) -> PyResult<Self> {
        read(py, source, None, strict)
    }

    /// Returns the grammar of an RFC that is in this package, with what it imports from others.
    ///
    /// Raises LookupError for a number that is not in rfc1738.RFCS.
    #[staticmethod]
    fn from_rfc(py: Python<'_>, number: u32) -> PyResult<Self> {
        from_rfc(py, number)
    }

    /// The names of the productions, in the order of the grammar.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        match &self.origin {
            Origin::Own => PyTuple::new(py, Rule::ALL.map(Rule::name)),
            Origin::Read(grammar) => {
                let names = grammar.productions.iter().map(|one| one.name.as_str());
                PyTuple::new(py, names.collect::<Vec<_>>())
            }
        }
    }

    /// The production that questions are about without a name.
    #[getter]
    fn start(&self) -> PyResult<String> {
        self.name(None)
    }

    /// The errors of the grammar, which it can have if it was read with strict=False.
    #[getter]
    fn errors<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let faults = self.faults.iter().map(|fault| fault.to_python(py));
        PyTuple::new(py, faults.collect::<PyResult<Vec<_>>>()?)
    }

    /// Returns whether the production derives the text. Raises Undecided if nobody can tell.
    #[pyo3(signature = (text, rule=None))]
    fn is_valid(&self, text: &Bound<'_, PyAny>, rule: Option<&str>) -> PyResult<bool> {
        self.ask(text, rule, |parser, text| parser.ask(IsValid(text)))
    }

    /// Returns the tree of the text. Raises ParseError if the production does not derive it, and
    /// Undecided if nobody can tell. With characters=True, the tree has the productions that derive
    /// single characters.
    #[pyo3(signature = (text, rule=None, *, characters=false))]
    fn parse(
        &self,
        text: &Bound<'_, PyAny>,
        rule: Option<&str>,
        characters: bool,
    ) -> PyResult<Node> {
        let detail = detail(characters);
        let nodes = self.ask(text, rule, |parser, text| parser.ask(Tree(text, detail)))?;
        Ok(Node::root(nodes))
    }

    /// Returns the ParseError of the text without raising it, or None if the production derives the
    /// text. Raises Undecided if nobody can tell.
    #[pyo3(signature = (text, rule=None))]
    fn check<'py>(
        &self,
        text: &Bound<'py, PyAny>,
        rule: Option<&str>,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let parser = self.parser(text.py(), rule)?;
        let octets = Text::of(text)?;
        match octets.read_slowly(text.py(), |_| parser.ask(Check(&octets))) {
            Ok(()) => Ok(None),
            Err(Refusal::Rejected(rejected)) => parse_error(text, rejected).map(Some),
            Err(refusal) => Err(refused(text, refusal)),
        }
    }

    /// Returns the valid texts that the fewest edits make of the text, and at most count of them.
    ///
    /// Nothing is nearer, and the list is whole or not at all: raises Undecided if a limit is reached,
    /// such as 5 edits.
    #[pyo3(signature = (text, rule=None, count=10))]
    fn nearest<'py>(
        &self,
        text: &Bound<'py, PyAny>,
        rule: Option<&str>,
        count: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let most = usize::try_from(count).ok();
        let most = most.filter(|most| (1..=1_000).contains(most));
        let most = most.ok_or_else(|| {
            PyValueError::new_err(format!(
                "count: {count} is not a number of texts; write 1 to 1000"
            ))
        })?;
        let found = self.ask(text, rule, |parser, text| parser.ask(Nearest(text, most)))?;
        nearest_texts(text, &found)
    }

    /// Returns texts of the production, each once. The same seed gives the same texts everywhere.
    ///
    /// The kind is "valid", "invalid" for texts that one edit makes valid, or "cover" for a few texts
    /// that together use every alternative. There can be fewer texts than the count. A lone surrogate
    /// stands for an octet that is not UTF-8, as with the error handler surrogateescape.
    #[pyo3(signature = (rule=None, count=10, *, kind="valid", seed=0))]
    fn generate<'py>(
        &self,
        py: Python<'py>,
        rule: Option<&str>,
        count: i64,
        kind: &str,
        seed: u64,
    ) -> PyResult<Vec<Bound<'py, PyString>>> {
        let count = usize::try_from(count).map_err(|_| {
            PyValueError::new_err(format!(
                "count: {count} is not a number of texts; write 0 or more"
            ))
        })?;
        let kind = text_kind(kind).map_err(PyValueError::new_err)?;
        let name = self.name(rule)?;
        let texts = py.detach(|| texts(&self.grammar(), &name, kind, seed, count));
        let texts = texts.map_err(|error| unusable(py, &error.to_string()))?;
        texts.iter().map(|text| escaped(py, text)).collect()
    }

    /// Returns the conformance suite of the production.
    ///
    /// The kind is "complete", "productions" for a smaller suite that is complete for each production on
    /// its own, or "quick" for a small one. A complete suite finds every wrong parser with at most
    /// extra_states states more than the smallest automaton. If the production recurses in the middle,
    /// the suite is that of its texts to the depth.
    #[pyo3(signature = (rule=None, *, kind="complete", extra_states=0, depth=1))]
    fn suite(
        &self,
        py: Python<'_>,
        rule: Option<&str>,
        kind: &str,
        extra_states: i64,
        depth: u32,
    ) -> PyResult<Suite> {
        let kind = SuiteKind::of(kind).map_err(PyValueError::new_err)?;
        let extra_states = u8::try_from(extra_states).map_err(|_| {
            let message =
                format!("extra_states: {extra_states} is not from 0 to 255; 1 makes large suites");
            PyValueError::new_err(message)
        })?;
        let name = self.name(rule)?;
        let suite = py.detach(|| Suite::new(&self.grammar(), &name, kind, extra_states, depth));
        suite.map_err(|reason| unusable(py, &reason))
    }

    fn __repr__(&self) -> PyResult<String> {
        let count = match &self.origin {
            Origin::Own => Rule::ALL.len(),
            Origin::Read(grammar) => grammar.productions.len(),
        };
        let productions = if count == 1 {
            "production"
        } else {
            "productions"
        };
        Ok(format!(
            "<Grammar {} of {count} {productions}>",
            self.name(None)?
        ))
    }
}

impl Grammar {
    fn new(origin: Origin, faults: Vec<Fault>) -> Self {
        Self {
            origin,
            faults,
            parsers: Mutex::default(),
        }
    }

    /// Returns the grammar as it was read.
    fn grammar(&self) -> Arc<syntax::Grammar> {
        static OWN: OnceLock<Arc<syntax::Grammar>> = OnceLock::new();
        match &self.origin {
            Origin::Read(grammar) => Arc::clone(grammar),
            Origin::Own => {
                let own = || load(BNF, READINGS).map(|(grammar, _)| Arc::new(grammar));
                // Tests of rfcbnf read both files.
                Arc::clone(OWN.get_or_init(|| own().expect("the package holds its own grammar")))
            }
        }
    }

    /// Returns the name of a production as the grammar spells it.
    fn name(&self, rule: Option<&str>) -> PyResult<String> {
        match (&self.origin, rule) {
            (Origin::Own, None) => Ok(Rule::Url.name().to_owned()),
            (Origin::Own, Some(name)) => own_rule(name).map(|rule| rule.name().to_owned()),
            (Origin::Read(grammar), None) => match grammar.productions.first() {
                Some(start) => Ok(start.name.clone()),
                None => Err(PyLookupError::new_err("the grammar has no productions")),
            },
            (Origin::Read(grammar), Some(name)) => match grammar.lookup(name) {
                Ok(production) => Ok(production.name.clone()),
                Err(error) => Err(unknown(&error, NAMES)),
            },
        }
    }

    /// Returns the parser of a production, which is made once.
    fn parser(&self, py: Python<'_>, rule: Option<&str>) -> PyResult<Arc<Parser>> {
        let name = self.name(rule)?;
        let parsers = || self.parsers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(parser) = parsers().get(&name) {
            return Ok(Arc::clone(parser));
        }
        let parser = match &self.origin {
            Origin::Own => Parser::Generated(own_rule(&name)?),
            Origin::Read(grammar) => {
                let made = py.detach(|| Parser::of(grammar, &name));
                made.map_err(|reason| unusable(py, &reason))?
            }
        };
        let parser = Arc::new(parser);
        parsers().insert(name, Arc::clone(&parser));
        Ok(parser)
    }

    fn ask<T: Send>(
        &self,
        text: &Bound<'_, PyAny>,
        rule: Option<&str>,
        ask: impl FnOnce(&Parser, &Text<'_>) -> Result<T, Refusal> + Send,
    ) -> PyResult<T> {
        let parser = self.parser(text.py(), rule)?;
        let octets = Text::of(text)?;
        let answer = octets.read_slowly(text.py(), |_| ask(&parser, &octets));
        answer.map_err(|refusal| refused(text, refusal))
    }
}

/// Returns the production of RFC 1738 with a name.
pub(crate) fn own_rule(name: &str) -> PyResult<Rule> {
    name.parse().map_err(|_| {
        let own = Grammar::new(Origin::Own, Vec::new()).grammar();
        match own.lookup(name) {
            Err(error) => unknown(&error, "`rfc1738.RULES`"),
            // The lookup takes more spellings than the parser does.
            Ok(production) => unusable_name(name, &production.name),
        }
    })
}

fn unusable_name(name: &str, meant: &str) -> PyErr {
    let message = format!("there is no production `{name}`; did you mean `{meant}`?");
    PyLookupError::new_err(message)
}

pub(crate) fn detail(characters: bool) -> Detail {
    if characters {
        Detail::Characters
    } else {
        Detail::Rules
    }
}

/// Reads a grammar. Without a notation, its text shows it.
fn read(
    py: Python<'_>,
    source: &str,
    notation: Option<Notation>,
    strict: bool,
) -> PyResult<Grammar> {
    let reader = Reader {
        notation,
        ..Reader::default()
    };
    let GrammarDocument {
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
fn from_rfc(py: Python<'_>, number: u32) -> PyResult<Grammar> {
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

/// Whether the production derives the text.
struct IsValid<'a>(&'a Text<'a>);

impl Question for IsValid<'_> {
    type Answer = Result<bool, Refusal>;

    fn ask(self, rule: impl CheckedProduction) -> Self::Answer {
        answer::is_valid(rule, self.0)
    }
}

/// The tree of the text.
struct Tree<'a>(&'a Text<'a>, Detail);

impl Question for Tree<'_> {
    type Answer = Result<Nodes, Refusal>;

    fn ask(self, rule: impl CheckedProduction) -> Self::Answer {
        answer::tree(rule, self.0, self.1)
    }
}

/// The valid texts that are nearest to the text, at most so many.
struct Nearest<'a>(&'a Text<'a>, usize);

impl Question for Nearest<'_> {
    type Answer = Result<String, Refusal>;

    fn ask(self, rule: impl CheckedProduction) -> Self::Answer {
        answer::nearest(rule, self.0, self.1)
    }
}

/// The error of the text.
struct Check<'a>(&'a Text<'a>);

impl Question for Check<'_> {
    type Answer = Result<(), Refusal>;

    fn ask(self, rule: impl CheckedProduction) -> Self::Answer {
        answer::check(rule, self.0)
    }
}
