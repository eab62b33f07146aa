//! Counts lines and columns.

use super::window::Window;
use crate::tree::LineColumn;

/// An offset in a document, and where that is as people count it.
///
/// A line ends with LF, CR or CR LF. A column is a character; octets that continue a character
/// in UTF-8 do not count.
#[derive(Debug, Clone)]
pub(super) struct Place {
    offset: usize,
    position: LineColumn,
    is_after_return: bool,
}

impl Place {
    /// The start of a document.
    pub(super) fn start() -> Self {
        Self::new(0, LineColumn { line: 1, column: 1 })
    }

    /// A place that is not within CR LF.
    pub(super) fn new(offset: usize, position: LineColumn) -> Self {
        Self {
            offset,
            position,
            is_after_return: false,
        }
    }

    /// Where it is as people count it.
    pub(super) fn position(&self) -> LineColumn {
        self.position
    }

    /// Goes on to the offset, over octets of the window; stays where it lies behind.
    pub(super) fn advance(&mut self, window: &Window<'_>, offset: usize) {
        if offset > self.offset {
            self.pass(window.octets(self.offset..offset));
        }
    }

    /// Goes on over the octets.
    pub(super) fn pass(&mut self, octets: &[u8]) {
        let LineColumn { line, column } = &mut self.position;
        for &octet in octets {
            match octet {
                b'\n' if self.is_after_return => {}
                b'\n' | b'\r' => {
                    *line = line.saturating_add(1);
                    *column = 1;
                }
                0b1000_0000..=0b1011_1111 => {}
                _ => *column += 1,
            }
            self.is_after_return = octet == b'\r';
        }
        self.offset += octets.len();
    }
}
