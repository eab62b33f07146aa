//! Errors with their positions in documents, and what such a position needs to know of an error.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::document::{Document, LineColumn};
use crate::escape::Printable;
use crate::excerpt::{Excerpt, ExcerptLimits};
use crate::origin::Origin;
use crate::password::{self, Masked};

/// The most octets of the document that an error keeps before its span, and after it.
const KEPT: usize = 1024;

/// The most octets before those that are kept in which secrets can begin, on the same line, and after them in which
/// they can end.
const LOOKED: usize = 16 << 10;

/// The octets shown before the span and after it.
const EXCERPT: ExcerptLimits = ExcerptLimits {
    before: 60,
    within: usize::MAX,
    after: 60,
    keeps_lines: false,
};

/// An error with its position in the document that its text comes from.
///
/// It keeps a bounded part of the lines around its span, not the document. `Display` writes one
/// line; the alternate form, `{:#}`, shows the excerpt as well. With the feature `miette`, `?` turns it
/// into a `miette::Report`.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Document, parse};
///
/// let document = Document::named("hosts", "# hosts\nhost:8o\n");
/// let error = parse(Rule::Hostport, "host:8o").unwrap_err().in_document(&document, 8);
/// assert_eq!((error.position().line, error.position().column), (2, 7));
/// assert_eq!(&document.octets()[error.span()], b"o");
/// assert_eq!(
///     error.to_string(),
///     "hosts:2:7: not a valid hostport: expected digit or end of text, found \"o\"",
/// );
/// assert_eq!(format!("{error:#}"), "\
/// hosts:2:7: expected digit or end of text, found \"o\"
///   |
/// 2 | host:8o
///   |       ^ in hostport, port, digits");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentError<E> {
    error: E,
    name: Option<String>,
    position: LineColumn,
    span: Range<usize>,
    kept: Kept,
}

/// The octets of a document around a span.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Kept {
    /// The offset of the octets in the document.
    pub(super) start: usize,
    /// The line of the document that they start in, counted from 1.
    pub(super) line: usize,
    octets: Box<[u8]>,
    /// The line of the span, within the octets.
    marked: Range<usize>,
    /// The spans of the octets that are not to be shown.
    secrets: Vec<Range<usize>>,
    /// The number of that line in the document, counted from 1.
    number: usize,
}

impl Kept {
    /// Keeps the lines that the span touches, the line before and the line after, up to [`KEPT`]
    /// octets on each side. `secrets` are those of the text of the error, and `secrets_in` finds what else
    /// is not to be shown in a part of the document.
    fn around(
        document: &Document<'_>,
        span: &Range<usize>,
        secrets: &[Range<usize>],
        secrets_in: impl Fn(&[u8]) -> Vec<Range<usize>>,
    ) -> Self {
        let (first, last) = (document.line_of(span.start), document.line_of(span.end));
        let before = document.line(first.saturating_sub(1).max(1)).start;
        let start = before.max(span.start.saturating_sub(KEPT)).min(span.start);
        let after = document.line(last.saturating_add(1)).end;
        let end = after.min(span.end.saturating_add(KEPT)).max(span.end);
        let line = document.line(document.line_of(start)).start;
        let looked = line.max(start.saturating_sub(LOOKED)).min(start);
        let line_end = document.line(document.line_of(end)).end;
        let looked_end = line_end.min(end.saturating_add(LOOKED)).max(end);
        let others = secrets_in(&document.octets()[looked..looked_end]);
        let others = others
            .into_iter()
            .map(|one| one.start + looked..one.end + looked);
        let within = |at: usize| at.clamp(start, end) - start;
        let secrets = secrets.iter().cloned().chain(others);
        let secrets = secrets.map(|one| within(one.start)..within(one.end));
        let marked = document.line(first);
        let marked_end = marked.end.clamp(span.start, end);
        Self {
            start,
            line: document.line_of(start),
            octets: document.octets()[start..end].into(),
            marked: marked.start.clamp(start, span.start) - start..marked_end - start,
            secrets: secrets.collect(),
            number: first,
        }
    }

    /// Returns the line of the span, with the mark. The mark ends with the line.
    fn excerpt(&self, span: &Range<usize>) -> Excerpt {
        let line = &self.octets[self.marked.clone()];
        let offset = self.start + self.marked.start;
        let mark = span.start - offset..(span.end - offset).min(line.len());
        let before = |at: usize| at.saturating_sub(self.marked.start).min(line.len());
        let secrets = self.secrets.iter();
        let masked = Masked::new(line, secrets.map(|one| before(one.start)..before(one.end)));
        Excerpt::new(masked.octets(), masked.span(mark), EXCERPT)
    }
}

impl<E: TextError> DocumentError<E> {
    /// Places an error: see [`SyntaxError::in_document`](crate::SyntaxError::in_document).
    pub fn new(error: E, document: &Document<'_>, origin: &impl Origin) -> Self {
        let end = document.octets().len();
        let (mut span, mut offset) = (error.error_span(), error.error_offset());
        let mut secrets = error.secrets();
        if !is_held(&error, document, origin) {
            (span, offset) = (0..0, 0);
            secrets.clear();
        }
        let secrets = secrets.into_iter().map(|one| origin.document_span(one));
        let secrets: Vec<Range<usize>> = secrets.collect();
        let span = origin.document_span(span);
        let span = span.start.min(end)..span.end.clamp(span.start.min(end), end);
        let offset = origin.document_span(offset..offset).start;
        Self {
            name: document.name().map(str::to_owned),
            position: document.position(offset),
            kept: Kept::around(document, &span, &secrets, |part| error.secrets_in(part)),
            error,
            span,
        }
    }

    /// Returns the octets that are kept, without what is not to be shown.
    #[cfg(feature = "miette")]
    pub(super) fn masked(&self) -> Masked {
        Masked::new(&self.kept.octets, self.kept.secrets.iter().cloned())
    }
}

impl<E> DocumentError<E> {
    /// Returns the error, with the offsets in its own text.
    #[must_use]
    pub fn error(&self) -> &E {
        &self.error
    }

    /// Returns the name of the document.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the line and the column of the error's offset in the document.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        self.position
    }

    /// Returns the span of the error in the document, as byte offsets.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    #[cfg(feature = "miette")]
    pub(super) fn kept(&self) -> &Kept {
        &self.kept
    }

    /// Writes the name, if there is one, and line and column.
    fn write_position(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LineColumn { line, column } = self.position;
        match &self.name {
            Some(name) => write!(
                formatter,
                "{}:{line}:{column}: ",
                Printable(name.as_bytes())
            ),
            None => write!(formatter, "line {line}, column {column}: "),
        }
    }
}

impl<E: TextError> DocumentError<E> {
    /// Writes the excerpt under a title, with the number of its line.
    fn write_excerpt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excerpt = self.kept.excerpt(&self.span);
        let number = self.kept.number.to_string();
        let margin = " ".repeat(number.len());
        let (text, caret) = (&excerpt.text, excerpt.caret());
        write!(formatter, "\n{margin} |\n{number} | {text}")?;
        write!(formatter, "\n{margin} | {caret}")?;
        let context = self.error.context_names();
        if !context.is_empty() {
            write!(formatter, " in {context}")?;
        }
        for line in self.error.remarks() {
            write!(formatter, "\n{margin} = {line}")?;
        }
        Ok(())
    }
}

/// Writes the position and the line of the error. The alternate form, `{:#}`, writes the position, what
/// was expected and found, the excerpt, and what the error adds.
impl<E: TextError> fmt::Display for DocumentError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_position(formatter)?;
        if !formatter.alternate() {
            return self.error.write_line(formatter);
        }
        formatter.write_str(&self.error.reason())?;
        self.write_excerpt(formatter)
    }
}

/// Leaves the octets of the document out.
impl<E: fmt::Debug> fmt::Debug for DocumentError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut error = formatter.debug_struct("DocumentError");
        error.field("name", &self.name);
        error.field("position", &self.position);
        error.field("span", &self.span);
        error.field("error", &self.error);
        error.finish_non_exhaustive()
    }
}

impl<E: TextError + fmt::Debug> core::error::Error for DocumentError<E> {}

/// Returns whether the document holds the octets of the error: those of the span and the one before
/// it.
fn is_held(error: &impl TextError, document: &Document<'_>, origin: &impl Origin) -> bool {
    let span = error.error_span();
    let before = span.start.saturating_sub(1)..span.start;
    let mut spans = [before, span].into_iter();
    spans.all(|span| document.holds(origin, error.error_text(), span))
}

/// An error at a place of a text: [`whole`](crate::whole()) moves it to the text around.
pub trait ErrorOffset {
    /// Returns the byte offset of the error in its text.
    fn error_offset(&self) -> usize;
}

/// An error of a text that a [`DocumentError`] can show in its document.
///
/// [`SyntaxError`](crate::SyntaxError) has it. An error that says more about a text, such as that of
/// `rfc1738`, is a type around it:
///
/// ```
/// use std::{fmt, ops::Range};
///
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Document, DocumentError, ErrorOffset, SyntaxError, TextError, parse};
///
/// struct PortError(SyntaxError<Rule>);
///
/// impl ErrorOffset for PortError {
///     fn error_offset(&self) -> usize { self.0.offset() }
/// }
///
/// impl TextError for PortError {
///     fn error_text(&self) -> &[u8] { self.0.text() }
///     fn error_span(&self) -> Range<usize> { self.0.span() }
///     fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result { out.write_str("a port is digits") }
///     fn reason(&self) -> String { self.0.reason() }
///     fn context_names(&self) -> String { self.0.context_list() }
/// }
///
/// let error = PortError(parse(Rule::Port, "8o").unwrap_err());
/// let error = DocumentError::new(error, &Document::new("8o"), &0);
/// assert_eq!(error.to_string(), "line 1, column 2: a port is digits");
/// ```
pub trait TextError: ErrorOffset {
    /// Returns the text.
    fn error_text(&self) -> &[u8];

    /// Returns the span to underline, as byte offsets in the text.
    fn error_span(&self) -> Range<usize>;

    /// Writes the error in one line, without its place.
    ///
    /// # Errors
    ///
    /// Fails if the formatter does.
    fn write_line(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result;

    /// Returns what was expected and found, without the place.
    fn reason(&self) -> String;

    /// Returns the names of the open productions; nothing if none are known.
    fn context_names(&self) -> String;

    /// Returns more lines about the error, each with its label. There are none by default.
    fn remarks(&self) -> Vec<String> {
        Vec::new()
    }

    /// Returns the spans of the text that are not to be shown: by default, those of its [passwords](password).
    fn secrets(&self) -> Vec<Range<usize>> {
        password::spans(self.error_text())
    }

    /// Returns the spans of a part of a document that are not to be shown: by default, those of its
    /// [passwords](password).
    fn secrets_in(&self, document: &[u8]) -> Vec<Range<usize>> {
        password::in_document(document)
    }
}
