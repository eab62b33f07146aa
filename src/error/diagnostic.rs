//! Errors as [`miette`] diagnostics.
//!
//! Invariant: a report says nothing twice. Its title is the one line of the error without the
//! position, the label says what was expected, and the help has the fixes, the other notes and the
//! production.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use miette::{Diagnostic, LabeledSpan, Report};

use super::{DocumentError, SyntaxError};

/// The label marks [`SyntaxError::span`] in the text that was parsed: give that text to
/// [`miette::Report::with_source_code`], or use [`SyntaxError::in_document`].
///
/// ```
/// use miette::{Diagnostic as _, NamedSource, Report};
/// use rfc1738::{Rule, parse};
///
/// let text = "http://me@host/";
/// let error = parse(Rule::Url, text).unwrap_err();
/// let label = error.labels().unwrap().next().unwrap();
/// assert_eq!((label.offset(), label.len()), (9, 1));
/// assert_eq!(error.code().unwrap().to_string(), "rfc1738::http-user");
/// assert_eq!(error.url().unwrap().to_string(), "https://www.rfc-editor.org/rfc/rfc1738#section-3.3");
/// let report = Report::new(error).with_source_code(NamedSource::new("argument", text));
/// assert!(report.source_code().is_some());
/// ```
impl Diagnostic for SyntaxError {
    /// Returns `rfc1738::` and the id: [`SyntaxError::id`].
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(format!("rfc1738::{}", self.id())))
    }

    /// Returns the fixes of the first note, the other notes with their fixes, and the production as
    /// the RFC prints it.
    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        let notes = self.notes();
        let lines = notes.iter().enumerate().flat_map(|(index, note)| {
            let message = (index > 0).then(|| note.to_string());
            message.into_iter().chain(note.fix_lines())
        });
        let production = self.help_rule().production().to_owned();
        let lines: Vec<String> = lines.chain([production]).collect();
        Some(Box::new(lines.join("\n")))
    }

    /// Returns the address of the section of the first note.
    fn url<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        // The Appendix has no number; it is on page 22.
        let place = match self.first_note().section() {
            "Appendix" => "page-22".to_owned(),
            section => format!("section-{section}"),
        };
        let address = "https://www.rfc-editor.org/rfc/rfc1738";
        Some(Box::new(format!("{address}#{place}")))
    }

    /// Returns a label with the expected characters, on the span of the error.
    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.0.labels()
    }
}

/// A [`DocumentError`] as a diagnostic. Passwords in its lines are shown as `***`.
///
/// ```
/// use miette::Diagnostic as _;
/// use rfc1738::{Document, DocumentDiagnostic, Url};
///
/// let document = Document::named("feeds.conf", "# feeds\nmirror = http://me@host/\n");
/// let error = Url::parse("http://me@host/").unwrap_err().in_document(&document, 17);
/// let diagnostic = DocumentDiagnostic::from(error);
/// assert_eq!(diagnostic.labels().unwrap().next().unwrap().offset(), 26);
/// let report = miette::Report::new(diagnostic);
/// assert!(format!("{report:?}").contains("feeds.conf:2:19"));
/// ```
pub type DocumentDiagnostic = rfcbnf_engine::DocumentDiagnostic<SyntaxError>;

impl From<DocumentError> for DocumentDiagnostic {
    fn from(error: DocumentError) -> Self {
        Self::from(error.into_placed())
    }
}

/// Lets `?` return a report, with the lines of the document.
impl From<DocumentError> for Report {
    fn from(error: DocumentError) -> Self {
        Self::new(DocumentDiagnostic::from(error))
    }
}
