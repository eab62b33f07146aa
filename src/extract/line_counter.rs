//! Line and column while a document is scanned.

use alloc::vec::Vec;

use memchr::{memchr_iter, memrchr2};
use rfcbnf_engine::LineColumn;

use super::line_mark::LINE_START;
use super::window::Window;

/// An offset in a document, with its line and column.
///
/// A line ends with LF, CR or CR LF. A column is a character: continuation octets of UTF-8 do not
/// count.
#[derive(Debug, Clone)]
pub(super) struct LineCounter {
    offset: usize,
    position: LineColumn,
    is_after_return: bool,
    /// The first octets of the line, at most [`LINE_START`] of them.
    line: Vec<u8>,
}

impl LineCounter {
    /// Returns a counter at an offset that is not within CR LF.
    pub(super) fn new(offset: usize, position: LineColumn) -> Self {
        Self {
            offset,
            position,
            is_after_return: false,
            line: Vec::new(),
        }
    }

    /// Returns line and column of the offset.
    pub(super) fn position(&self) -> LineColumn {
        self.position
    }

    /// Returns the first octets of the line, up to the offset.
    pub(super) fn line_start(&self) -> &[u8] {
        &self.line
    }

    /// Advances to the offset, over octets of the window. Does nothing if it is already past the
    /// offset.
    pub(super) fn advance(&mut self, window: &Window<'_>, offset: usize) {
        if offset > self.offset {
            self.pass(window.octets(self.offset..offset));
        }
    }

    /// Advances over the octets.
    pub(super) fn pass(&mut self, octets: &[u8]) {
        let Some(&last) = octets.last() else {
            return;
        };
        let mut start = 0;
        if let Some(end) = memrchr2(b'\n', b'\r', octets) {
            let ends = count_line_ends(octets, self.is_after_return);
            self.position.line = self.position.line.saturating_add(ends);
            self.position.column = 1;
            self.line.clear();
            start = end + 1;
        }
        self.pass_in_line(&octets[start..]);
        self.is_after_return = last == b'\r';
        self.offset += octets.len();
    }

    /// Advances over octets that end no line.
    fn pass_in_line(&mut self, octets: &[u8]) {
        let characters = octets
            .iter()
            .filter(|octet| **octet & 0b1100_0000 != 0b1000_0000);
        self.position.column += characters.count();
        let room = LINE_START.saturating_sub(self.line.len());
        self.line
            .extend_from_slice(&octets[..room.min(octets.len())]);
    }
}

/// Counts the line ends: LF, CR and CR LF. An LF after a CR, which can be the last octet before these,
/// is the second half of one.
pub(super) fn count_line_ends(octets: &[u8], is_after_return: bool) -> usize {
    let feeds = memchr_iter(b'\n', octets).count();
    let is_half = is_after_return && octets.starts_with(b"\n");
    let returns = memchr_iter(b'\r', octets);
    let lone = returns.filter(|offset| octets.get(offset + 1) != Some(&b'\n'));
    feeds - usize::from(is_half) + lone.count()
}
