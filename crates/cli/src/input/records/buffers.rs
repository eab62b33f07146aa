//! The memory for batches.
//!
//! Invariant: all buffers together hold a fixed number of blocks, except for one buffer as long as
//! the longest line that is kept as a whole. That one is kept for the next long line: to fill new
//! memory takes longer than to check its contents.

use std::mem;
use std::ops::{Deref, DerefMut};

use crossbeam_channel::{Receiver, Sender, unbounded};

/// The size of a block, in bytes.
pub(crate) const BLOCK: usize = 256 * 1024;

/// A pool of buffers. One thread takes them, so only that thread waits for room.
pub(crate) struct Buffers {
    /// The blocks that are not in use. A block is empty until its first use.
    idle: Receiver<Vec<u8>>,
    returns: Sender<Vec<u8>>,
    blocks: usize,
}

/// One or more blocks in one piece. Dropping it returns them to the pool.
pub(crate) struct Buffer {
    octets: Vec<u8>,
    blocks: usize,
    /// The number of blocks in the pool.
    all: usize,
    returns: Sender<Vec<u8>>,
}

impl Buffers {
    /// Returns a pool of `blocks` blocks, at least one.
    pub(crate) fn new(blocks: usize) -> Self {
        let (returns, idle) = unbounded();
        for _ in 0..blocks {
            put_back(&returns, Vec::new());
        }
        Self {
            idle,
            returns,
            blocks,
        }
    }

    /// Waits for a buffer of at least one block. Its contents are arbitrary.
    pub(crate) fn take(&self) -> Buffer {
        let mut octets = self.wait();
        if octets.is_empty() {
            // Memory that no read reaches stays untouched.
            octets = vec![0; BLOCK];
        }
        Buffer {
            octets,
            blocks: 1,
            all: self.blocks,
            returns: self.returns.clone(),
        }
    }

    /// Doubles the buffer, or replaces it with the long one. Waits for as many blocks again, or for
    /// all blocks of the pool if they are fewer.
    pub(crate) fn enlarge(&self, buffer: &mut Buffer) {
        let wanted = buffer.blocks.saturating_mul(2).min(self.blocks);
        let length = buffer.octets.len();
        while buffer.blocks < wanted {
            let mut other = self.wait();
            buffer.blocks += 1;
            if other.len() > buffer.octets.len() {
                other[..length].copy_from_slice(&buffer.octets[..length]);
                buffer.octets = other;
            }
        }
        if buffer.octets.len() == length {
            buffer.octets.resize(2 * length, 0);
        }
    }

    fn wait(&self) -> Vec<u8> {
        // `self` holds a sender, so the channel stays open.
        self.idle.recv().unwrap_or_default()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let octets = mem::take(&mut self.octets);
        let is_kept = octets.len() == BLOCK || octets.len() > self.all * BLOCK;
        put_back(&self.returns, if is_kept { octets } else { Vec::new() });
        for _ in 1..self.blocks {
            put_back(&self.returns, Vec::new());
        }
    }
}

/// Returns a block to the pool. It does not matter whether the pool still exists.
fn put_back(returns: &Sender<Vec<u8>>, octets: Vec<u8>) {
    let _ = returns.send(octets);
}

impl Deref for Buffer {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.octets
    }
}

impl DerefMut for Buffer {
    fn deref_mut(&mut self) -> &mut [u8] {
        &mut self.octets
    }
}
