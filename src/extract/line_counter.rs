//! Line and column while a document is scanned.

use alloc::vec::Vec;

use rfcbnf_engine::LineColumn;

use super::characters::is_line_end;
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
    /// Returns the counter at the start of a document.
    pub(super) fn start() -> Self {
        Self::new(0, LineColumn { line: 1, column: 1 })
    }

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
        let LineColumn { line, column } = &mut self.position;
        for &octet in octets {
            match octet {
                b'\n' if self.is_after_return => {}
                b'\n' | b'\r' => {
                    *line = line.saturating_add(1);
                    *column = 1;
                    self.line.clear();
                }
                0b1000_0000..=0b1011_1111 => {}
                _ => *column += 1,
            }
            if self.line.len() < LINE_START && !is_line_end(octet) {
                self.line.push(octet);
            }
            self.is_after_return = octet == b'\r';
        }
        self.offset += octets.len();
    }
}
