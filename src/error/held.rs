//! Whether a document holds the text of an error where its origin says.

use core::ops::Range;

use rfcbnf_engine::{Document, Origin};

use super::SyntaxError;

/// Returns whether the document holds a span of the text where the origin maps it, as far as both are
/// as long. White space that the text leaves out makes a span longer, and so does an escape.
pub(super) fn holds(
    document: &Document<'_>,
    origin: &impl Origin,
    text: &[u8],
    span: Range<usize>,
) -> bool {
    let mapped = origin.document_span(span.clone());
    mapped.len() != span.len() || document.octets().get(mapped) == Some(&text[span])
}

/// Returns whether the document holds the octets of the error: those of the span and the one before
/// it.
pub(super) fn is_held(error: &SyntaxError, document: &Document<'_>, origin: &impl Origin) -> bool {
    let span = error.span();
    let before = span.start.saturating_sub(1)..span.start;
    let mut spans = [before, span].into_iter();
    spans.all(|span| holds(document, origin, error.text(), span))
}
