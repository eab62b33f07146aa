//! The part of a document that is in memory.

use core::ops::Range;

/// A part of a document. All offsets are those of the document.
///
/// Invariant: callers ask for octets inside the window only, except from [`Window::held`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Window<'a> {
    /// The offset of its start.
    pub(super) offset: usize,
    /// Its octets.
    pub(super) octets: &'a [u8],
    /// Whether its end is the end of the document.
    pub(super) is_last: bool,
}

impl<'a> Window<'a> {
    /// Returns the offset of its end.
    pub(super) fn end(&self) -> usize {
        self.offset + self.octets.len()
    }

    /// Returns the octet at the offset; `None` outside the window.
    pub(super) fn octet(&self, offset: usize) -> Option<u8> {
        let index = offset.checked_sub(self.offset)?;
        self.octets.get(index).copied()
    }

    /// Returns the octets at these offsets.
    pub(super) fn octets(&self, span: Range<usize>) -> &'a [u8] {
        &self.octets[span.start - self.offset..span.end - self.offset]
    }

    /// Returns the octets at these offsets, as far as the window holds them.
    pub(super) fn held(&self, span: Range<usize>) -> &'a [u8] {
        let start = span.start.clamp(self.offset, self.end());
        let end = span.end.clamp(start, self.end());
        self.octets(start..end)
    }

    /// Returns the offset of the first such octet in the span.
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
