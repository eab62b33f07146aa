//! The memory for what is read.
//!
//! Invariant: all buffers together hold so many blocks and no more, but for a single one, as long
//! as the longest line, where a line is longer than that. It is kept for the next such line: to
//! fill memory that is new takes longer than to check what it holds.

use std::mem;
use std::ops::{Deref, DerefMut};

use crossbeam_channel::{Receiver, Sender, unbounded};

/// How many octets a block has.
pub(super) const BLOCK: usize = 64 * 1024;

/// Where buffers are taken from, and where they return to. Takes one at a time: who waits for
/// more room does so alone.
pub(super) struct Buffers {
    /// Blocks that nobody uses: empty ones until they are used for the first time.
    idle: Receiver<Vec<u8>>,
    returns: Sender<Vec<u8>>,
    blocks: usize,
}

/// Some blocks, as one piece. Returns them when it is dropped.
pub(super) struct Buffer {
    octets: Vec<u8>,
    blocks: usize,
    /// How many there are in all.
    all: usize,
    returns: Sender<Vec<u8>>,
}

impl Buffers {
    /// So many blocks, at least one.
    pub(super) fn new(blocks: usize) -> Self {
        let (returns, idle) = unbounded();
        for _ in 0..blocks {
            give_back(&returns, Vec::new());
        }
        Self {
            idle,
            returns,
            blocks,
        }
    }

    /// A buffer of one block at least. Waits until there is one. What it holds is of no meaning.
    pub(super) fn take(&self) -> Buffer {
        let mut octets = self.wait();
        if octets.is_empty() {
            octets.resize(BLOCK, 0);
        }
        Buffer {
            octets,
            blocks: 1,
            all: self.blocks,
            returns: self.returns.clone(),
        }
    }

    /// Makes the buffer twice as long, or as long as the one that is kept for such a line. Waits
    /// until there are as many blocks again, or, where there never will be, until it has all that
    /// there are.
    pub(super) fn enlarge(&self, buffer: &mut Buffer) {
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
        // There is always somebody who can return one: this.
        self.idle.recv().unwrap_or_default()
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        let octets = mem::take(&mut self.octets);
        let is_kept = octets.len() == BLOCK || octets.len() > self.all * BLOCK;
        give_back(&self.returns, if is_kept { octets } else { Vec::new() });
        for _ in 1..self.blocks {
            give_back(&self.returns, Vec::new());
        }
    }
}

/// Where nobody takes buffers any longer, nothing is lost.
fn give_back(returns: &Sender<Vec<u8>>, octets: Vec<u8>) {
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
