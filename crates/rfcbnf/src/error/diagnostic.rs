//! The errors of a grammar file as a [`miette`] diagnostic.

use std::fmt;

use miette::{Diagnostic, LabeledSpan, MietteDiagnostic, Report, SourceCode};
use rfcbnf_engine::escape::of_equal_length;

use super::{GrammarError, GrammarErrors};
use crate::syntax::Span;

/// [`GrammarErrors`] as a diagnostic: each error with its label, its help and its id, over the file. Characters
/// of the file that do not print are replaced.
///
/// In a function that returns [`miette::Result`], `?` makes one of [`GrammarErrors`].
///
/// ```
/// use miette::Diagnostic as _;
/// use rfcbnf::GrammarDiagnostic;
///
/// let errors = rfcbnf::read("port = 1*digt\ndigit = \"0\" | \"1\"\n").unwrap_err();
/// let diagnostic = GrammarDiagnostic::from(errors);
/// assert_eq!(diagnostic.to_string(), "the grammar has 1 error");
/// let error = diagnostic.related().unwrap().next().unwrap();
/// assert_eq!(error.code().unwrap().to_string(), "undefined-production");
/// let label = error.labels().unwrap().next().unwrap();
/// assert_eq!((label.offset(), label.len()), (9, 4));
/// ```
#[derive(Debug, Clone)]
pub struct GrammarDiagnostic {
    source: String,
    errors: Vec<MietteDiagnostic>,
}

impl From<GrammarErrors> for GrammarDiagnostic {
    fn from(errors: GrammarErrors) -> Self {
        Self {
            source: of_equal_length(errors.shown(&(0..0)).0.as_bytes()),
            errors: errors.iter().map(|one| of_error(&errors, one)).collect(),
        }
    }
}

/// Lets `?` return a report with the lines of the file.
impl From<GrammarErrors> for Report {
    fn from(errors: GrammarErrors) -> Self {
        Self::new(GrammarDiagnostic::from(errors))
    }
}

fn of_error(all: &GrammarErrors, error: &GrammarError) -> MietteDiagnostic {
    let place = |span: &Span| all.shown(span).1;
    let others = error
        .related()
        .iter()
        .map(|(span, remark)| LabeledSpan::new_with_span(Some(remark.clone()), place(span)));
    let label = LabeledSpan::new_primary_with_span(None, place(&error.span()));
    let diagnostic = MietteDiagnostic::new(error.message())
        .with_code(error.kind().id())
        .with_labels(std::iter::once(label).chain(others));
    match error.help() {
        Some(help) => diagnostic.with_help(help),
        None => diagnostic,
    }
}

impl fmt::Display for GrammarDiagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.errors.len() {
            1 => formatter.write_str("the grammar has 1 error"),
            errors => write!(formatter, "the grammar has {errors} errors"),
        }
    }
}

impl std::error::Error for GrammarDiagnostic {}

impl Diagnostic for GrammarDiagnostic {
    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        let errors = self.errors.iter();
        Some(Box::new(errors.map(|error| error as &dyn Diagnostic)))
    }
}
