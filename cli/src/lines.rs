//! Divides what is read into lines.
//!
//! Invariant: one buffer serves all lines, so the memory is that of the longest line.

use std::io::{self, BufRead as _, BufReader, Read};

/// The lines of a reader.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
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

impl<R: Read> Lines<R> {
    /// The lines from here on.
    pub(crate) fn new(reader: BufReader<R>) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            number: 0,
            passed: 0,
        }
    }

    /// Whether the next line is not there yet as a whole, so that something has to be read.
    pub(crate) fn has_to_wait(&self) -> bool {
        !self.reader.buffer().contains(&b'\n')
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
