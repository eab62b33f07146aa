//! Reads whole lines, many at a time.
//!
//! Invariants: what has been read as whole lines is handed on before more is read, because
//! whoever writes the next line may be waiting for what is said of these; every octet is looked
//! at once and moved at most once more.

use std::io::{self, ErrorKind, Read};

use memchr::memrchr;

use super::buffers::{BLOCK, Buffer, Buffers};
use crate::lines::{self, Line};

/// The batches of a reader.
pub(super) struct Batches<'b, R> {
    reader: R,
    buffers: &'b Buffers,
    /// What has been read of the line that comes next: less than a block.
    rest: Vec<u8>,
    lines: u64,
    passed: u64,
    is_over: bool,
}

/// Some lines, each of them whole, at least one.
pub(super) struct Batch {
    buffer: Buffer,
    length: usize,
    first: u64,
}

impl<'b, R: Read> Batches<'b, R> {
    /// The lines from here on, in such buffers.
    pub(super) fn new(reader: R, buffers: &'b Buffers) -> Self {
        Self {
            reader,
            buffers,
            rest: Vec::new(),
            lines: 0,
            passed: 0,
            is_over: false,
        }
    }

    /// The next lines: those that one reading brings, or one that needs several. Waits for a
    /// buffer and for the reader. The rest of a file that cannot be read any further is lost as
    /// far as it is no whole line.
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
            // No more than a block, so that the rest stays short where a buffer is long.
            let end = buffer.len().min(length + BLOCK);
            let read = read(&mut self.reader, &mut buffer[length..end])?;
            if read == 0 {
                self.is_over = true;
                return Ok((length > 0).then(|| self.batch(buffer, length)));
            }
            let end = length + read;
            if let Some(place) = memrchr(b'\n', &buffer[length..end]) {
                let cut = length + place + 1;
                self.rest.clear();
                self.rest.extend_from_slice(&buffer[cut..end]);
                return Ok(Some(self.batch(buffer, cut)));
            }
            length = end;
        }
    }

    /// The number of octets in the batches so far.
    pub(super) fn passed(&self) -> u64 {
        self.passed
    }

    fn batch(&mut self, buffer: Buffer, length: usize) -> Batch {
        let first = self.lines + 1;
        self.lines += lines::count(&buffer[..length]);
        self.passed += length as u64;
        Batch {
            buffer,
            length,
            first,
        }
    }
}

impl Batch {
    /// The lines, with their numbers in the file.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        lines::lines(&self.buffer[..self.length], self.first)
    }
}

/// Reads what is there. Nothing means the end.
fn read(reader: &mut impl Read, octets: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(octets) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
