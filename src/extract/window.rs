//! The part of a document that is at hand.

use std::ops::Range;

/// A part of a document. All offsets are those of the document.
///
/// Invariant: who asks for octets asks for some that are held.
#[derive(Debug, Clone, Copy)]
pub(super) struct Window<'a> {
    /// Where it begins.
    pub(super) offset: usize,
    /// What it holds.
    pub(super) octets: &'a [u8],
    /// Whether the document ends where it ends.
    pub(super) is_last: bool,
}

impl<'a> Window<'a> {
    /// Where it ends.
    pub(super) fn end(&self) -> usize {
        self.offset + self.octets.len()
    }

    /// What stands at the offset; nothing outside the window.
    pub(super) fn octet(&self, offset: usize) -> Option<u8> {
        let index = offset.checked_sub(self.offset)?;
        self.octets.get(index).copied()
    }

    /// What stands there.
    pub(super) fn octets(&self, span: Range<usize>) -> &'a [u8] {
        &self.octets[span.start - self.offset..span.end - self.offset]
    }

    /// What stands there, as far as it is held.
    pub(super) fn held(&self, span: Range<usize>) -> &'a [u8] {
        let start = span.start.clamp(self.offset, self.end());
        let end = span.end.clamp(start, self.end());
        self.octets(start..end)
    }

    /// The first place in the span where such an octet stands.
    pub(super) fn position(
        &self,
        span: Range<usize>,
        is_wanted: impl Fn(u8) -> bool,
    ) -> Option<usize> {
        let start = span.start;
        let octets = self.octets(span);
        let index = octets.iter().position(|octet| is_wanted(*octet))?;
        Some(start + index)
    }
}
