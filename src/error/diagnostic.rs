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
use core::ops::Range;

use miette::{
    Diagnostic, LabeledSpan, MietteError, MietteSpanContents, Report, SourceCode, SourceSpan,
    SpanContents,
};
use rfcbnf_engine::escape::{Printable, is_plain};

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
        let label = format!("expected {}", self.expected_list());
        let label = LabeledSpan::new_primary_with_span(Some(label), self.span());
        Some(Box::new(core::iter::once(label)))
    }
}

/// A [`DocumentError`] as a diagnostic: the labels have the offsets of the document, and the source
/// is the lines around them, under the name of the document.
///
/// `Display` writes the line of the error without its position, which the report shows above the
/// source. Characters that do not print are replaced in the source. Passwords are shown as `***`, and the
/// labels behind them are moved.
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
#[derive(Debug, Clone)]
pub struct DocumentDiagnostic {
    error: DocumentError,
    /// The lines that the error keeps, without passwords, with replacements of the same length for
    /// characters that do not print.
    source: String,
    /// The span of the error in the document, if that had no passwords.
    span: Range<usize>,
}

impl DocumentDiagnostic {
    /// Returns the error.
    #[must_use]
    pub fn error(&self) -> &DocumentError {
        &self.error
    }
}

impl From<DocumentError> for DocumentDiagnostic {
    fn from(error: DocumentError) -> Self {
        let masked = error.kept().masked();
        let (span, start) = (error.span(), error.kept().start);
        let span = masked.span(span.start - start..span.end - start);
        Self {
            source: printable(masked.octets()),
            span: start + span.start..start + span.end,
            error,
        }
    }
}

/// Lets `?` return a report, with the lines of the document.
impl From<DocumentError> for Report {
    fn from(error: DocumentError) -> Self {
        Self::new(DocumentDiagnostic::from(error))
    }
}

impl fmt::Display for DocumentDiagnostic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.error().write_line(formatter, "")
    }
}

impl core::error::Error for DocumentDiagnostic {}

impl Diagnostic for DocumentDiagnostic {
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

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let labels = self.error.error().labels()?;
        let placed = labels.map(|label| {
            let text = label.label().map(str::to_owned);
            LabeledSpan::new_primary_with_span(text, self.span.clone())
        });
        Some(Box::new(placed))
    }
}

/// Reads the lines that the error keeps, at their offsets in the document.
impl SourceCode for DocumentDiagnostic {
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

/// Returns the octets as text, followed by a line end. Replaces each character that does not print
/// by one of the same length.
fn printable(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        // A CR alone ends a line of the document, but not of a report.
        let mut characters = chunk.valid().chars().peekable();
        while let Some(character) = characters.next() {
            text.push(match character {
                '\r' if characters.peek() != Some(&'\n') => '\n',
                '\n' | '\r' | '\t' => character,
                _ if is_plain(character) => character,
                _ => replacement(character.len_utf8()),
            });
        }
        text.extend(chunk.invalid().iter().map(|_| replacement(1)));
    }
    // The mark of an empty span at the end needs a character there.
    text.push('\n');
    text
}

/// Returns the replacement for a character that does not print and has that length in UTF-8.
const fn replacement(length: usize) -> char {
    match length {
        1 => '?',
        2 => '¿',
        3 => char::REPLACEMENT_CHARACTER,
        _ => '\u{1F533}',
    }
}
