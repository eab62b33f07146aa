//! Batches of whole lines.
//!
//! Invariants:
//! - Whole lines are handed on before more is read: the program that writes the next line may
//!   wait for the verdicts on these.
//! - Every byte is searched once and moved at most once.

use std::io::{self, ErrorKind, Read};

use memchr::{memchr, memrchr};

use super::Batch;
use super::buffers::{BLOCK, Buffer, Buffers};
use super::error::{LIMIT, LINE, WHOLE_LINE};
use super::long_text::{LazyAutomaton, LongText};
use crate::input::lines::{self, Line};
use crate::input::source::Source;
use crate::outcome::Failure;

/// The batches of a reader.
pub(crate) struct LineBatches<'b, R> {
    source: Source<'b>,
    reader: R,
    buffers: &'b Buffers,
    /// Decides about lines that are too long to be kept.
    automaton: Option<&'b LazyAutomaton>,
    /// What was read after the last batch: less than a block.
    rest: Vec<u8>,
    /// Whether the rest can hold whole lines. Otherwise it is the beginning of a line.
    has_lines: bool,
    lines: u64,
    position: u64,
    is_over: bool,
}

/// One or more whole lines.
pub(crate) struct LineBatch {
    buffer: Buffer,
    length: usize,
    first: u64,
}

impl<'b, R: Read> LineBatches<'b, R> {
    /// Returns the batches of the reader, which take their memory from the buffers. Without
    /// `automaton`, nothing is said about lines that are too long to be kept.
    pub(super) fn new(
        source: Source<'b>,
        reader: R,
        buffers: &'b Buffers,
        automaton: Option<&'b LazyAutomaton>,
    ) -> Self {
        Self {
            source,
            reader,
            buffers,
            automaton,
            rest: Vec::new(),
            has_lines: false,
            lines: 0,
            position: 0,
            is_over: false,
        }
    }

    /// Returns the lines of the next read, or one line that takes several reads. Waits for a buffer
    /// and for the reader. After a read error, an unfinished line is lost.
    pub(super) fn next_batch(&mut self) -> Result<Option<Batch>, Failure> {
        let source = self.source;
        let batch = self.read_batch();
        batch.map_err(|error| source.unreadable(&error))
    }

    /// Returns the number of bytes in the batches so far.
    pub(super) fn position(&self) -> u64 {
        self.position
    }

    fn read_batch(&mut self) -> io::Result<Option<Batch>> {
        if self.is_over {
            return Ok(None);
        }
        let mut buffer = self.buffers.take();
        let mut length = self.rest.len();
        buffer[..length].copy_from_slice(&self.rest);
        let mut searched = if self.has_lines { 0 } else { length };
        self.has_lines = false;
        loop {
            if let Some(line_end) = memrchr(b'\n', &buffer[searched..length]) {
                let cut = searched + line_end + 1;
                self.rest.clear();
                self.rest.extend_from_slice(&buffer[cut..length]);
                return Ok(Some(self.batch(buffer, cut)));
            }
            if length >= LIMIT && (length >= WHOLE_LINE || !self.needs_whole_lines()) {
                return self.long_line(buffer, length).map(Some);
            }
            searched = length;
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
            length += read;
        }
    }

    /// Returns whether only the whole text of a line can be decided.
    fn needs_whole_lines(&self) -> bool {
        self.automaton
            .is_some_and(|automaton| automaton.get().is_none())
    }

    fn batch(&mut self, buffer: Buffer, length: usize) -> Batch {
        let first = self.lines + 1;
        self.lines += lines::count(&buffer[..length]);
        self.position += length as u64;
        Batch::Lines(LineBatch {
            buffer,
            length,
            first,
        })
    }

    /// Reads the line to its end. The buffer holds its beginning.
    fn long_line(&mut self, mut buffer: Buffer, length: usize) -> io::Result<Batch> {
        let mut text = LongText::new(self.automaton.and_then(LazyAutomaton::get));
        text.read(&buffer[..length]);
        let start = self.position;
        self.position += length as u64;
        self.rest.clear();
        let has_line_feed = loop {
            let read = read(&mut self.reader, &mut buffer[..BLOCK])?;
            if read == 0 {
                self.is_over = true;
                break false;
            }
            let octets = &buffer[..read];
            let Some(line_end) = memchr(b'\n', octets) else {
                text.read(octets);
                self.position += read as u64;
                if self.position - start > LINE {
                    return Err(io::Error::other(format!(
                        "line {} is longer than {LINE} octets, the limit of a line; nothing behind it is read",
                        self.lines + 1
                    )));
                }
                continue;
            };
            text.read(&octets[..line_end]);
            self.position += line_end as u64 + 1;
            self.rest.extend_from_slice(&octets[line_end + 1..]);
            self.has_lines = true;
            break true;
        };
        self.lines += 1;
        Ok(Batch::Long(self.lines, text.finish(has_line_feed)))
    }
}

impl LineBatch {
    /// Returns the lines, with their numbers in the file.
    pub(super) fn lines(&self) -> impl Iterator<Item = Line<'_>> {
        lines::lines(self.octets(), self.first)
    }

    /// Returns the octets of the lines.
    pub(super) fn octets(&self) -> &[u8] {
        &self.buffer[..self.length]
    }
}

/// Reads what is available. Returns 0 at the end.
pub(super) fn read(reader: &mut impl Read, octets: &mut [u8]) -> io::Result<usize> {
    loop {
        match reader.read(octets) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            result => return result,
        }
    }
}
