//! Where a text lies in a document: at an offset, or inside a string of a format that has escapes.

#[cfg(feature = "literals")]
mod json;
#[cfg(feature = "literals")]
mod literal;
mod runs;
#[cfg(feature = "literals")]
mod toml;
#[cfg(feature = "literals")]
mod yaml;

#[cfg(feature = "literals")]
pub use literal::StringLiteral;
pub use runs::Runs;

use alloc::borrow::Cow;
use core::ops::Range;

/// The origin of a text: where it lies in a document.
///
/// A `usize` is the offset at which the text starts, if the document holds it unchanged. A
/// [`StringLiteral`](crate::StringLiteral) knows the strings of JSON, TOML and YAML, with their escapes.
/// [`Runs`](crate::Runs) are those of a text that was put together from parts of a document. Another origin is any type
/// that maps spans.
///
/// ```
/// use core::ops::Range;
/// use rfcbnf_engine::Origin;
///
/// /// A text that the document breaks into lines of 8 octets.
/// struct Columns(usize);
///
/// impl Origin for Columns {
///     fn document_span(&self, span: Range<usize>) -> Range<usize> {
///         let in_document = |offset: usize| self.0 + offset + offset / 8;
///         in_document(span.start)..span.end.checked_sub(1).map_or(self.0, |last| in_document(last) + 1)
///     }
/// }
///
/// assert_eq!(Columns(10).document_span(7..9), 17..20);
/// ```
pub trait Origin {
    /// Maps a span of the text to its span in the document. Both are byte offsets. An empty span
    /// maps to an empty span.
    fn document_span(&self, span: Range<usize>) -> Range<usize>;

    /// Returns what the document has to hold in the place of a span of the text, so that it stands for
    /// `replacement` there; `None` if nothing can. By default, that is the replacement itself.
    fn replacement<'t>(&self, span: Range<usize>, replacement: &'t str) -> Option<Cow<'t, str>> {
        let _ = span;
        Some(Cow::Borrowed(replacement))
    }
}

impl Origin for usize {
    fn document_span(&self, span: Range<usize>) -> Range<usize> {
        self.saturating_add(span.start)..self.saturating_add(span.end)
    }
}

impl<O: Origin + ?Sized> Origin for &O {
    fn document_span(&self, span: Range<usize>) -> Range<usize> {
        (**self).document_span(span)
    }

    fn replacement<'t>(&self, span: Range<usize>, replacement: &'t str) -> Option<Cow<'t, str>> {
        (**self).replacement(span, replacement)
    }
}
