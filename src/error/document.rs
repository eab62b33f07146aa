//! Errors with their positions in documents.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
#[cfg(feature = "notes")]
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use rfcbnf_engine::escape::Printable;
use rfcbnf_engine::excerpt::{Excerpt, ExcerptLimits};
use rfcbnf_engine::{Document, LineColumn, Origin};

use super::SyntaxError;
use super::held::is_held;
#[cfg(feature = "notes")]
use super::{DocumentFix, ErrorId, document_fix};
use crate::password::{self, Masked};

/// The most octets of the document that an error keeps before its span, and after it.
const KEPT: usize = 1024;

/// The octets shown before the span and after it.
const EXCERPT: ExcerptLimits = ExcerptLimits {
    before: 60,
    within: usize::MAX,
    after: 60,
    keeps_lines: false,
};

/// A [`SyntaxError`] with its position in the document that the text comes from.
///
/// It keeps a bounded part of the lines around its span, not the document. `Display` writes one
/// line; the alternate form, `{:#}`, shows the excerpt, the notes and the fixes as well. With the
/// feature `miette`, `?` turns it into a `miette::Report`.
///
/// ```
/// use rfc1738::{Document, Url};
///
/// let document = Document::named("feeds.conf", "# feeds\nmirror = http://me@host/\n");
/// let error = Url::parse("http://me@host/").unwrap_err().in_document(&document, 17);
/// assert_eq!((error.position().line, error.position().column), (2, 19));
/// assert_eq!(&document.octets()[error.span()], b"@");
/// assert_eq!(
///     error.to_string(),
///     "feeds.conf:2:19: not a valid url: found \"@\"; \
///      no user name or password is allowed in an http URL (RFC 1738, 3.3)",
/// );
/// assert_eq!(format!("{error:#}"), "\
/// feeds.conf:2:19: expected alphadigit, \"-\", \".\", \":\", \"/\" or end of text, found \"@\"
///   |
/// 2 | mirror = http://me@host/
///   |                   ^ in url, httpurl, hostport
///   = note: no user name or password is allowed in an http URL (RFC 1738, 3.3)
///   = help: write http://host/");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DocumentError {
    error: SyntaxError,
    #[cfg(feature = "notes")]
    fixes: Vec<DocumentFix>,
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
    pub(super) octets: Box<[u8]>,
    /// The line of the span, within the octets.
    marked: Range<usize>,
    /// The password of the error's text, as far as it is within the octets.
    password: Range<usize>,
    /// The number of that line in the document, counted from 1.
    number: usize,
}

impl Kept {
    /// Keeps the lines that the span touches, the line before and the line after, up to [`KEPT`]
    /// octets on each side.
    fn around(document: &Document<'_>, span: &Range<usize>, password: &Range<usize>) -> Self {
        let (first, last) = (document.line_of(span.start), document.line_of(span.end));
        let before = document.line(first.saturating_sub(1).max(1)).start;
        let start = before.max(span.start.saturating_sub(KEPT)).min(span.start);
        let after = document.line(last.saturating_add(1)).end;
        let end = after.min(span.end.saturating_add(KEPT)).max(span.end);
        let marked = document.line(first);
        let marked_end = marked.end.clamp(span.start, end);
        Self {
            start,
            line: document.line_of(start),
            octets: document.octets()[start..end].into(),
            marked: marked.start.clamp(start, span.start) - start..marked_end - start,
            password: password.start.clamp(start, end) - start
                ..password.end.clamp(start, end) - start,
            number: first,
        }
    }

    /// Returns the line of the span, with the mark. The mark ends with the line.
    fn excerpt(&self, span: &Range<usize>) -> Excerpt {
        let line = &self.octets[self.marked.clone()];
        let offset = self.start + self.marked.start;
        let mark = span.start - offset..(span.end - offset).min(line.len());
        let mut passwords = password::in_document(line);
        let before = |at: usize| at.saturating_sub(self.marked.start).min(line.len());
        passwords.push(before(self.password.start)..before(self.password.end));
        let masked = Masked::new(line, passwords);
        Excerpt::new(masked.octets(), masked.span(mark), EXCERPT)
    }

    /// Returns the octets without passwords.
    #[cfg(feature = "miette")]
    pub(super) fn masked(&self) -> Masked {
        let mut passwords = password::in_document(&self.octets);
        passwords.push(self.password.clone());
        Masked::new(&self.octets, passwords)
    }
}

impl DocumentError {
    pub(super) fn new(error: SyntaxError, document: &Document<'_>, origin: &impl Origin) -> Self {
        let end = document.octets().len();
        let (mut span, mut offset) = (error.span(), error.offset());
        let mut password = password::span(error.0.text()).unwrap_or(0..0);
        let is_held = is_held(&error, document, origin);
        if !is_held {
            (span, offset, password) = (0..0, 0, 0..0);
        }
        #[cfg(feature = "notes")]
        let fixes = if is_held {
            document_fix::fixes(&error, document, origin)
        } else {
            Vec::new()
        };
        let password = origin.document_span(password);
        let span = origin.document_span(span);
        let span = span.start.min(end)..span.end.clamp(span.start.min(end), end);
        let offset = origin.document_span(offset..offset).start;
        Self {
            error,
            #[cfg(feature = "notes")]
            fixes,
            name: document.name().map(str::to_owned),
            position: document.position(offset),
            kept: Kept::around(document, &span, &password),
            span,
        }
    }

    /// Returns the error, with the offsets in its own text.
    #[must_use]
    pub fn error(&self) -> &SyntaxError {
        &self.error
    }

    /// Returns the name of the document.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the line and the column of [`SyntaxError::offset`] in the document.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        self.position
    }

    /// Returns the span of the error in the document, as byte offsets.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns the id of the error: see [`SyntaxError::id`].
    #[cfg(feature = "notes")]
    #[must_use]
    pub fn id(&self) -> ErrorId {
        self.error.id()
    }

    /// Returns the fixes of all notes, the most likely one first, with their spans in the document. Each
    /// alone makes the text valid. The list is empty if the document does not hold the text where the
    /// origin says, or if it can hold none of the fixed texts.
    #[cfg(feature = "notes")]
    #[must_use]
    pub fn fixes(&self) -> &[DocumentFix] {
        &self.fixes
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

    /// Writes the excerpt under a title, with the number of its line.
    fn write_excerpt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let excerpt = self.kept.excerpt(&self.span);
        let number = self.kept.number.to_string();
        let margin = " ".repeat(number.len());
        let (text, caret) = (&excerpt.text, excerpt.caret());
        write!(formatter, "\n{margin} |\n{number} | {text}")?;
        write!(formatter, "\n{margin} | {caret} in ")?;
        formatter.write_str(&self.error.0.context_list())?;
        #[cfg(feature = "notes")]
        for line in self.error.remarks() {
            write!(formatter, "\n{margin} = {line}")?;
        }
        Ok(())
    }
}

/// Writes the position, what was found, and the first note. The alternate form, `{:#}`, writes the
/// position, what was expected and found, the excerpt, the notes and the fixes. Passwords in the excerpt
/// are shown as `***`.
impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_position(formatter)?;
        let error = &self.error;
        if !formatter.alternate() {
            return error.write_line(formatter, "");
        }
        let (expected, found) = (error.expected_list(), error.found_name());
        write!(formatter, "expected {expected}, found {found}")?;
        self.write_excerpt(formatter)
    }
}

/// Leaves the octets of the document out.
impl fmt::Debug for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut error = formatter.debug_struct("DocumentError");
        error.field("name", &self.name);
        error.field("position", &self.position);
        error.field("span", &self.span);
        error.field("error", &self.error);
        error.finish_non_exhaustive()
    }
}

impl core::error::Error for DocumentError {}
