//! Records that are one line without quotation marks, as most are. Their fields are what is between
//! delimiters.
//!
//! Invariant: an octet is searched once for each of the octets that end a field or a line, or make a
//! record another one.

use memchr::{memchr, memchr_iter};

/// Finds such records.
#[derive(Default)]
pub(super) struct PlainLines {
    /// Where the next quotation mark and the next carriage return are.
    quotation_mark: Next<b'"'>,
    carriage_return: Next<b'\r'>,
}

/// A record that is one line.
pub(super) struct PlainRecord {
    /// The number of fields.
    pub(super) fields: u64,
    /// The span of the value, if there are enough fields.
    pub(super) value: Option<(usize, usize)>,
    /// Where the next record begins.
    pub(super) end: usize,
}

/// The index of the octet that was found last, or that of the end.
#[derive(Default)]
struct Next<const OCTET: u8>(Option<usize>);

impl PlainLines {
    /// Returns the record that begins there, and the span of its field with the index. `None` if it is
    /// another one.
    pub(super) fn record(
        &mut self,
        octets: &[u8],
        start: usize,
        delimiter: u8,
        index: u64,
    ) -> Option<PlainRecord> {
        let end = start + memchr(b'\n', &octets[start..])?;
        let line_end = match octets[start..end].last() {
            Some(b'\r') => end - 1,
            _ => end,
        };
        let is_other = self.quotation_mark.is_in(octets, start, line_end)
            || self.carriage_return.is_in(octets, start, line_end);
        if is_other {
            return None;
        }
        let line = &octets[start..line_end];
        let (mut field, mut fields, mut value) = (start, 0, None);
        for delimiter in memchr_iter(delimiter, line).chain([line.len()]) {
            if fields == index {
                value = Some((field, start + delimiter));
            }
            fields += 1;
            field = start + delimiter + 1;
        }
        Some(PlainRecord {
            fields,
            value,
            end: end + 1,
        })
    }
}

impl<const OCTET: u8> Next<OCTET> {
    /// Returns whether the octet is in the span. Spans are asked for in their order.
    fn is_in(&mut self, octets: &[u8], start: usize, end: usize) -> bool {
        let next = self.0.filter(|next| *next >= start).unwrap_or_else(|| {
            let found = memchr(OCTET, &octets[start..]);
            found.map_or(octets.len(), |found| start + found)
        });
        self.0 = Some(next);
        next < end
    }
}
