//! Batches of whole lines.
//!
//! Invariants:
//! - Whole lines are handed on before more is read: the program that writes the next line may
//!   wait for the verdicts on these.
//! - Every byte is searched once and moved at most once.

use std::io::{self, ErrorKind, Read};

use memchr::memrchr;

use super::buffers::{BLOCK, Buffer, Buffers};
use crate::input::lines::{self, Line};

/// The batches of a reader.
pub(super) struct Batches<'b, R> {
    reader: R,
    buffers: &'b Buffers,
    /// The beginning of the next line: less than a block.
    rest: Vec<u8>,
    lines: u64,
    position: u64,
    is_over: bool,
}

/// One or more whole lines.
pub(super) struct Batch {
    buffer: Buffer,
    length: usize,
    first: u64,
}

impl<'b, R: Read> Batches<'b, R> {
    /// Returns the batches of the reader, which take their memory from the buffers.
    pub(super) fn new(reader: R, buffers: &'b Buffers) -> Self {
        Self {
            reader,
            buffers,
            rest: Vec::new(),
            lines: 0,
            position: 0,
            is_over: false,
        }
    }

    /// Returns the lines of the next read, or one line that takes several reads. Waits for a buffer
    /// and for the reader. After a read error, an unfinished line is lost.
    pub(super) fn next_batch(&mut self) -> io::Result<Option<Batch>> {
        if self.is_over {
            return Ok(None);
        }
        let mut buffer = self.buffers.take();
        let mut length = self.rest.len();
        buffer[..length].copy_from_slice(&self.rest);
        loop {
            if length == buffer.len() {
                self.buffers.enlarge(&mut buffer);
            }
            // At most a block, so that the rest stays short even in a long buffer.
            let end = buffer.len().min(length + BLOCK);
            let read = read(&mut self.reader, &mut buffer[length..end])?;
            if read == 0 {
                self.is_over = true;
                return Ok((length > 0).then(|| self.batch(buffer, length)));
            }
            let end = length + read;
            if let Some(line_end) = memrchr(b'\n', &buffer[length..end]) {
                let cut = length + line_end + 1;
                self.rest.clear();
                self.rest.extend_from_slice(&buffer[cut..end]);
                return Ok(Some(self.batch(buffer, cut)));
            }
            length = end;
        }
    }

    /// Returns the number of bytes in the batches so far.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    fn batch(&mut self, buffer: Buffer, length: usize) -> Batch {
        let first = self.lines + 1;
        self.lines += lines::count(&buffer[..length]);
        self.position += length as u64;
        Batch {
            buffer,
            length,
            first,
        }
    }
}

impl Batch {
    /// Returns the lines, with their numbers in the file.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        lines::lines(&self.buffer[..self.length], self.first)
    }
}

/// Reads what is available. Returns 0 at the end.
fn read(reader: &mut impl Read, octets: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(octets) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
