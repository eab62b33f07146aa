//! Errors with their positions in documents.

#[cfg(feature = "notes")]
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use rfcbnf_engine::{Document, LineColumn, Origin};

use super::SyntaxError;
#[cfg(feature = "notes")]
use super::{DocumentFix, ErrorId, document_fix};

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
    placed: rfcbnf_engine::DocumentError<SyntaxError>,
    #[cfg(feature = "notes")]
    fixes: Vec<DocumentFix>,
}

impl DocumentError {
    pub(super) fn new(error: SyntaxError, document: &Document<'_>, origin: &impl Origin) -> Self {
        Self {
            #[cfg(feature = "notes")]
            fixes: document_fix::fixes(&error, document, origin),
            placed: rfcbnf_engine::DocumentError::new(error, document, origin),
        }
    }

    /// Returns the error, with the offsets in its own text.
    #[must_use]
    pub fn error(&self) -> &SyntaxError {
        self.placed.error()
    }

    /// Returns the name of the document.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.placed.name()
    }

    /// Returns the line and the column of [`SyntaxError::offset`] in the document.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        self.placed.position()
    }

    /// Returns the span of the error in the document, as byte offsets.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.placed.span()
    }

    /// Returns the id of the error: see [`SyntaxError::id`].
    #[cfg(feature = "notes")]
    #[must_use]
    pub fn id(&self) -> ErrorId {
        self.error().id()
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
    pub(super) fn into_placed(self) -> rfcbnf_engine::DocumentError<SyntaxError> {
        self.placed
    }

    #[cfg(feature = "serde")]
    pub(crate) fn placed(&self) -> &rfcbnf_engine::DocumentError<SyntaxError> {
        &self.placed
    }
}

/// Writes the position, what was found, and the first note. The alternate form, `{:#}`, writes the
/// position, what was expected and found, the excerpt, the notes and the fixes. Passwords in the excerpt
/// are shown as `***`.
impl fmt::Display for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.placed.fmt(formatter)
    }
}

/// Leaves the octets of the document out.
impl fmt::Debug for DocumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.placed, formatter)
    }
}

impl core::error::Error for DocumentError {}
