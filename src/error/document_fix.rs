//! Fixes in the coordinates of the document that the wrong text comes from.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use rfcbnf_engine::{Document, Origin};

use super::{Fix, Note, SyntaxError};
use crate::password::HIDDEN;

/// A [`Fix`] in the coordinates of a document: what to write in the place of which octets.
///
/// The document then holds [`Fix::text`] where it held the wrong text. In a string, the replacement is
/// written as the string requires: see [`Origin::replacement`].
///
/// ```
/// use rfc1738::{Document, Url};
///
/// let mut file = "# feeds\nhome = http://h/~me\n".to_owned();
/// let document = Document::named("feeds.conf", &file);
/// let error = Url::parse("http://h/~me").unwrap_err().in_document(&document, 15);
/// let fix = error.fixes()[0].clone();
/// assert!(fix.is_certain());
/// file.replace_range(fix.span(), fix.replacement());
/// assert_eq!(file, "# feeds\nhome = http://h/%7Eme\n");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct DocumentFix {
    span: Range<usize>,
    replacement: String,
    is_certain: bool,
    is_secret: bool,
}

impl DocumentFix {
    /// Returns the span to replace, as byte offsets in the document. It is empty if the fix only
    /// inserts.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.span.clone()
    }

    /// Returns what to write there. It is empty if the fix only deletes.
    #[must_use]
    pub fn replacement(&self) -> &str {
        &self.replacement
    }

    /// Returns whether a program may apply the fix without asking: see [`Fix::is_certain`].
    #[must_use]
    pub fn is_certain(&self) -> bool {
        self.is_certain
    }

    /// Returns whether the replacement holds a part of a password.
    #[cfg(feature = "serde")]
    pub(crate) fn is_secret(&self) -> bool {
        self.is_secret
    }

    /// Returns the fix of a text from that origin, if the document can hold the fixed text.
    fn new(fix: &Fix, document: &Document<'_>, origin: &impl Origin) -> Option<Self> {
        let replacement = origin.replacement(fix.span(), fix.replacement())?;
        let span = origin.document_span(fix.span());
        document.octets().get(span.clone())?;
        Some(Self {
            span,
            replacement: replacement.into_owned(),
            is_certain: fix.is_certain(),
            is_secret: fix.replaces_password(),
        })
    }
}

/// Returns the fixes of the notes of an error, in their order.
pub(super) fn fixes(
    error: &SyntaxError,
    document: &Document<'_>,
    origin: &impl Origin,
) -> Vec<DocumentFix> {
    let span = error.span();
    let before = span.start.saturating_sub(1)..span.start;
    let mut spans = [0..error.text().len(), before, span].into_iter();
    if !spans.all(|span| document.holds(origin, error.text(), span)) {
        return Vec::new();
    }
    let notes = error.notes();
    let fixes = notes.iter().flat_map(Note::fixes);
    let held = fixes.filter(|fix| document.holds(origin, error.text(), fix.span()));
    let placed = held.filter_map(|fix| DocumentFix::new(fix, document, origin));
    placed.collect()
}

/// Writes the span and the replacement, without a password.
impl fmt::Debug for DocumentFix {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = if self.is_secret {
            HIDDEN
        } else {
            &self.replacement
        };
        let mut fix = formatter.debug_struct("DocumentFix");
        fix.field("span", &self.span);
        fix.field("replacement", &shown);
        fix.field("is_certain", &self.is_certain);
        fix.finish()
    }
}
