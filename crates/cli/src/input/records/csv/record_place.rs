//! How far a record is read.

use memchr::{memchr, memchr_iter, memrchr};
use rfc1738_views::check::place::TextStart;

use super::super::characters;

/// The state of the current record.
#[derive(Debug, Default)]
pub(super) struct RecordPlace {
    /// The number of the record, counted from 1. The header has none.
    pub(super) number: u64,
    /// The line of its start, counted from 1.
    pub(super) line: u64,
    /// The indices in `octets` of its start, of the field, and of the next octet to read.
    pub(super) start: usize,
    pub(super) field: usize,
    pub(super) next: usize,
    /// The number of fields that have ended.
    pub(super) fields: u64,
    /// The span of the value in `octets`.
    pub(super) value: Option<(usize, usize)>,
    /// The value, decoded.
    pub(super) text: Vec<u8>,
    /// The number of the first field that goes on after its closing quotation mark, counted from 1.
    pub(super) damaged: Option<u64>,
    /// Whether the record is too long and is skipped.
    pub(super) is_skipped: bool,
    /// The number of line feeds in the part that is skipped.
    pub(super) skipped_lines: u64,
}

impl RecordPlace {
    pub(super) fn begin(&mut self, start: usize) {
        self.start = start;
        self.field = start;
        self.next = start;
        self.fields = 0;
        self.value = None;
        self.text.clear();
        self.damaged = None;
        self.is_skipped = false;
        self.skipped_lines = 0;
    }

    pub(super) fn is_at_start(&self) -> bool {
        self.next == self.start && self.fields == 0 && !self.is_skipped
    }

    /// Moves the start of the record behind empty lines, and behind the rest of a line end.
    pub(super) fn skip_line_ends(&mut self, octets: &[u8]) {
        let ends = octets[self.start..].iter();
        let ends = ends.take_while(|octet| matches!(octet, b'\r' | b'\n'));
        let length = ends.count();
        self.line += line_feeds(&octets[self.start..self.start + length]);
        self.begin(self.start + length);
    }

    /// Returns where the value begins in the file, if the file holds it as it is.
    pub(super) fn start_of_value(&self, octets: &[u8]) -> Option<TextStart> {
        let (start, end) = self.value?;
        let is_quoted = octets.get(start) == Some(&b'"');
        let start = start + usize::from(is_quoted);
        let value = octets.get(start..end)?;
        if !value.starts_with(&self.text) || self.text.contains(&b'\n') {
            return None;
        }
        let before = &octets[self.start..start];
        let line_start = memrchr(b'\n', before).map_or(0, |line_end| line_end + 1);
        Some(TextStart {
            line: self.line + line_feeds(before),
            column: characters(&before[line_start..]) + 1,
        })
    }
}

/// Returns whether a field goes on after its closing quotation mark. The octets are those of the field, and the
/// delimiter or the line end after it.
pub(super) fn goes_on_after_quote(field: &[u8], delimiter: u8) -> bool {
    let Some(mut rest) = field.strip_prefix(b"\"") else {
        return false;
    };
    while let Some(quote) = memchr(b'"', rest) {
        rest = &rest[quote + 1..];
        match rest.first() {
            Some(b'"') => rest = &rest[1..],
            Some(octet) => return !(*octet == delimiter || matches!(octet, b'\r' | b'\n')),
            None => return false,
        }
    }
    false
}

pub(super) fn line_feeds(octets: &[u8]) -> u64 {
    memchr_iter(b'\n', octets).count() as u64
}
