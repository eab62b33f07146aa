//! Errors as [`miette`] diagnostics.
//!
//! Invariant: a report says nothing twice. Its title is the line of the error without the position, the
//! label says what was expected, and the help has the production.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Report, SourceCode, SourceSpan,
    SpanContents,
};

use super::document::{DocumentError, TextError};
use super::syntax_error::SyntaxError;
use crate::escape::{Printable, of_equal_length};
use crate::production::Production;
#[cfg(feature = "recognizer")]
use crate::recognizer::{ParseError, Repaired};

/// The label marks [`SyntaxError::span`] in the text that was parsed: give that text to
/// [`miette::Report::with_source_code`], or use [`SyntaxError::in_document`].
///
/// ```
/// use miette::Diagnostic as _;
/// use rfc1738::Rule;
/// use rfcbnf_engine::parse;
///
/// let error = parse(Rule::Hostport, "host:8o").unwrap_err();
/// let label = error.labels().unwrap().next().unwrap();
/// assert_eq!((label.offset(), label.len()), (6, 1));
/// assert_eq!(label.label(), Some("expected digit or end of text"));
/// assert_eq!(error.code().unwrap().to_string(), "digits-syntax");
/// assert_eq!(error.help().unwrap().to_string(), "digits         = 1*digit");
/// ```
impl<P: Production> Diagnostic for SyntaxError<P> {
    /// Returns the name of the production to look up, and `-syntax`.
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("{}-syntax", self.help_rule())))
    }

    /// Returns the production to look up, as the grammar prints it, and a line for each note.
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let definition = self.help_rule().definition().into_iter();
        joined(&definition.chain(self.remarks()).collect::<Vec<_>>())
    }

    /// Returns a label with the expected characters, on the span of the error.
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let label = format!("expected {}", self.expected_list());
        let label = LabeledSpan::new_primary_with_span(Some(label), self.span());
        Some(Box::new(core::iter::once(label)))
    }
}

/// Returns the lines as a help; `None` without a line.
fn joined<'a>(lines: &[String]) -> Option<Box<dyn fmt::Display + 'a>> {
    (!lines.is_empty()).then(|| Box::new(lines.join("\n")) as Box<dyn fmt::Display>)
}

/// The diagnostic of the error in the text. An undecided text has no label.
#[cfg(feature = "recognizer")]
impl<E: Diagnostic> Diagnostic for ParseError<E> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.syntax()?.code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.syntax()?.help()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.syntax()?.labels()
    }
}

/// The diagnostic of the error. Its help ends with a line for each edit.
#[cfg(feature = "recognizer")]
impl<E: Diagnostic + TextError> Diagnostic for Repaired<E> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.error().code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let own = self.error().help().map(|help| help.to_string());
        joined(&own.into_iter().chain(self.lines()).collect::<Vec<_>>())
    }

    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.error().url()
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.error().labels()
    }
}

/// A [`DocumentError`] as a diagnostic: the labels have the offsets of the document, and the source
/// is the lines around them, under the name of the document.
///
/// `Display` writes the line of the error without its position, which the report shows above the
/// source. Characters that do not print are replaced in the source. What is not to be shown, such as a
/// password in a URL, is `***`, and the labels after it are moved.
///
/// ```
/// use miette::Diagnostic as _;
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Document, DocumentDiagnostic, parse};
///
/// let document = Document::named("ports", "# ports\nhttp = 8o\n");
/// let error = parse(Rule::Port, "8o").unwrap_err().in_document(&document, 15);
/// let diagnostic = DocumentDiagnostic::from(error);
/// assert_eq!(diagnostic.labels().unwrap().next().unwrap().offset(), 16);
/// let report = miette::Report::new(diagnostic);
/// assert!(report.source_code().is_some());
/// ```
///
/// An undecided text has a label without words where it starts:
///
/// ```
/// use miette::Diagnostic as _;
/// use rfc1738::Rule;
/// use rfcbnf_engine::recognizer::{LimitReached, ParseError, Undecided};
/// use rfcbnf_engine::{Document, DocumentDiagnostic, SyntaxError};
///
/// let document = Document::named("ports", "# ports\nhttp = 80\n");
/// let error: ParseError<SyntaxError<Rule>> = Undecided::Verdict(LimitReached::Steps).into();
/// let diagnostic = DocumentDiagnostic::from(error.in_document(&document, 15));
/// let label = diagnostic.labels().unwrap().next().unwrap();
/// assert_eq!((label.offset(), label.label()), (15, None));
/// ```
#[derive(Debug, Clone)]
pub struct DocumentDiagnostic<E> {
    error: DocumentError<E>,
    /// The lines that the error keeps, without what is not to be shown, with replacements of the same length for
    /// characters that do not print.
    source: String,
    /// The span of the error in the document, if all of it were shown.
    span: Range<usize>,
}

impl<E> DocumentDiagnostic<E> {
    /// Returns the error.
    #[must_use]
    pub fn error(&self) -> &DocumentError<E> {
        &self.error
    }
}

impl<E: TextError> From<DocumentError<E>> for DocumentDiagnostic<E> {
    fn from(error: DocumentError<E>) -> Self {
        let masked = error.masked();
        let (span, start) = (error.span(), error.kept().start);
        let span = masked.span(span.start - start..span.end - start);
        Self {
            source: of_equal_length(masked.octets()),
            span: start + span.start..start + span.end,
            error,
        }
    }
}

/// Lets `?` return a report, with the lines of the document.
impl<E: TextError + Diagnostic + Send + Sync + 'static> From<DocumentError<E>> for Report {
    fn from(error: DocumentError<E>) -> Self {
        Self::new(DocumentDiagnostic::from(error))
    }
}

impl<E: TextError> fmt::Display for DocumentDiagnostic<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.error().write_line(formatter)
    }
}

impl<E: TextError + fmt::Debug> core::error::Error for DocumentDiagnostic<E> {}

impl<E: TextError + Diagnostic + Send + Sync> Diagnostic for DocumentDiagnostic<E> {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.error.error().code()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.error.error().help()
    }

    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.error.error().url()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(self)
    }

    /// Returns the labels of the error in the document. One without labels has one without words: a report shows the place
    /// of no other.
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.error.error().labels().into_iter().flatten();
        let mut texts: Vec<_> = labels.map(|one| one.label().map(str::to_owned)).collect();
        if texts.is_empty() {
            texts.push(None);
        }
        let placed = move |text| LabeledSpan::new_primary_with_span(text, self.span.clone());
        Some(Box::new(texts.into_iter().map(placed)))
    }
}

/// Reads the lines that the error keeps, at their offsets in the document.
impl<E: Send + Sync> SourceCode for DocumentDiagnostic<E> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let kept = self.error.kept();
        let start = span.offset().checked_sub(kept.start);
        let start = start.ok_or(MietteError::OutOfBounds)?;
        let inside = SourceSpan::from((start, span.len()));
        let read = self.source.read_span(&inside, lines_before, lines_after)?;
        let is_head = lines_before == 0 && span.offset() == self.span.start;
        let (line, column) = if is_head {
            let position = self.error.position();
            (position.line - 1, position.column - 1)
        } else {
            (read.line() + kept.line - 1, read.column())
        };
        let shown = SourceSpan::from((read.span().offset() + kept.start, read.span().len()));
        let count = read.line_count();
        Ok(Box::new(match self.error.name() {
            Some(name) => {
                let name = Printable(name.as_bytes()).to_string();
                MietteSpanContents::new_named(name, read.data(), shown, line, column, count)
            }
            None => MietteSpanContents::new(read.data(), shown, line, column, count),
        }))
    }
}
