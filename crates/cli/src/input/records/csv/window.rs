//! The part of a file that is in memory.

use std::io::{self, Read};
use std::ops::Deref;

use super::super::buffers::BLOCK;
use super::super::line_batches::read;

/// Octets of a file that were read and are still needed.
#[derive(Default)]
pub(super) struct Window {
    /// Memory that is filled once, because to fill it again for each read takes as long as to copy a block.
    memory: Vec<u8>,
    length: usize,
}

impl Window {
    /// Forgets the first octets.
    pub(super) fn forget(&mut self, count: usize) {
        self.memory.copy_within(count..self.length, 0);
        self.length -= count;
    }

    /// Reads what is available, at most a block. Returns 0 at the end.
    pub(super) fn read(&mut self, reader: &mut impl Read) -> io::Result<usize> {
        let end = self.length + BLOCK;
        if self.memory.len() < end {
            self.memory.resize(end, 0);
        }
        let read = read(reader, &mut self.memory[self.length..end])?;
        self.length += read;
        Ok(read)
    }
}

impl Deref for Window {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.memory[..self.length]
    }
}
