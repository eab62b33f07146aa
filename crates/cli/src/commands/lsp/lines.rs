//! Positions of the protocol, and offsets in octets.
//!
//! A position is a line and a number of code units before it in that line. In which units, client and
//! server agree; without an agreement, in those of UTF-16.

use gen_lsp_types::{Position, PositionEncodingKind, Range};
use rfcbnf::syntax::Span;
use rfcbnf_engine::Document;

/// The units in which a position counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Units {
    Utf8,
    #[default]
    Utf16,
    Utf32,
}

impl Units {
    /// Returns the units with this name, if the server knows them.
    pub(super) fn named(name: &str) -> Option<Self> {
        match name {
            "utf-8" => Some(Self::Utf8),
            "utf-16" => Some(Self::Utf16),
            "utf-32" => Some(Self::Utf32),
            _ => None,
        }
    }

    /// Returns the name.
    pub(super) fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
            Self::Utf32 => PositionEncodingKind::UTF32,
        }
    }

    fn of(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
            Self::Utf32 => 1,
        }
    }
}

/// Where the lines of a text begin. A line ends with LF, CR LF or CR.
#[derive(Debug, Clone)]
pub(super) struct Lines {
    starts: Vec<usize>,
    units: Units,
}

impl Lines {
    /// Finds the lines of a text.
    pub(super) fn new(text: &str, units: Units) -> Self {
        Self {
            starts: Document::new(text).line_starts().to_vec(),
            units,
        }
    }

    /// Returns the offset of a position in the text of these lines. A position after the end of its
    /// line is that end, one after the last line is the end of the text, and one within a character is
    /// its beginning.
    pub(super) fn offset(&self, text: &str, position: Position) -> usize {
        let index = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
        let line = index(position.line);
        let Some(&start) = self.starts.get(line) else {
            return text.len();
        };
        let next = self.starts.get(line.saturating_add(1)).copied();
        let content = &text[start..next.unwrap_or(text.len())];
        let content = if next.is_some() {
            content.trim_end_matches(['\n', '\r'])
        } else {
            content
        };
        let mut left = index(position.character);
        for (offset, character) in content.char_indices() {
            let Some(rest) = left.checked_sub(self.units.of(character)) else {
                return start + offset;
            };
            if left == 0 {
                return start + offset;
            }
            left = rest;
        }
        start + content.len()
    }

    /// Returns the position of an offset. One after the end is the end.
    pub(super) fn position(&self, text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.starts.partition_point(|start| *start <= offset) - 1;
        let before = text[self.starts[line]..offset].chars();
        let character: usize = before.map(|character| self.units.of(character)).sum();
        let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
        Position::new(number(line), number(character))
    }

    pub(super) fn range(&self, text: &str, span: &Span) -> Range {
        Range::new(
            self.position(text, span.start),
            self.position(text, span.end.max(span.start)),
        )
    }
}
