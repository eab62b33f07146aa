//! Divides what is read into lines.
//!
//! Invariant: one buffer serves all lines, so the memory is that of the longest line.

use std::io::{self, BufRead};

/// The lines of a reader.
pub(crate) struct Lines<R> {
    reader: R,
    buffer: Vec<u8>,
    number: u64,
    passed: u64,
}

/// A line without its end.
pub(crate) struct Line<'a> {
    /// Counted from 1.
    pub(crate) number: u64,
    /// What it holds. Any octet but a line feed.
    pub(crate) text: &'a [u8],
}

impl<R: BufRead> Lines<R> {
    /// The lines from here on.
    pub(crate) fn new(reader: R) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            number: 0,
            passed: 0,
        }
    }

    /// The next line. It ends before a line feed, before a carriage return that a line feed
    /// follows, or with the file; an empty file has no lines.
    pub(crate) fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.buffer.clear();
        let length = self.reader.read_until(b'\n', &mut self.buffer)?;
        if length == 0 {
            return Ok(None);
        }
        self.number += 1;
        self.passed += length as u64;
        Ok(Some(Line {
            number: self.number,
            text: without_line_end(&self.buffer),
        }))
    }

    /// The number of octets read, line ends included.
    pub(crate) fn passed(&self) -> u64 {
        self.passed
    }
}

/// The octets before one LF or CR LF at the end.
pub(crate) fn without_line_end(octets: &[u8]) -> &[u8] {
    octets
        .strip_suffix(b"\r\n")
        .or_else(|| octets.strip_suffix(b"\n"))
        .unwrap_or(octets)
}
