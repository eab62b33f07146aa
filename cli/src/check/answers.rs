//! What a worker hands on about a batch: text to be written, and counts at the end.
//!
//! Invariant: what nobody has taken yet is no more than so many pieces of limited length,
//! however much there is to be said; who says more waits.

use std::io::{self, ErrorKind, Write};
use std::mem;

use crossbeam_channel::{Receiver, Sender, bounded};

use crate::summary::Summary;

/// How many octets a piece of text has at most.
const PIECE: usize = 64 * 1024;

/// How many pieces can wait: enough for JSON and for most trees of a block, so that a worker
/// need not wait until its batch is the next to be written.
const PIECES: usize = 16;

/// A part of what is said of a batch.
pub(super) enum Answer {
    /// What comes next on standard output.
    Text(Vec<u8>),
    /// How many lines of what kind the batch has. Nothing follows.
    Counts(Box<Summary>),
}

/// Where a worker writes what it says of a batch.
pub(super) struct Answers {
    sender: Sender<Answer>,
    piece: Vec<u8>,
}

/// Both ends for a batch.
pub(super) fn answers() -> (Answers, Receiver<Answer>) {
    let (sender, receiver) = bounded(PIECES);
    let piece = Vec::new();
    (Answers { sender, piece }, receiver)
}

impl Answers {
    /// Says the last thing.
    pub(super) fn finish(mut self, summary: Summary) -> io::Result<()> {
        self.flush()?;
        self.send(Answer::Counts(Box::new(summary)))
    }

    fn send(&self, answer: Answer) -> io::Result<()> {
        self.sender
            .send(answer)
            .map_err(|_| ErrorKind::BrokenPipe.into())
    }
}

impl Write for Answers {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        if self.piece.len() == PIECE {
            self.flush()?;
        }
        let length = octets.len().min(PIECE - self.piece.len());
        self.piece.extend_from_slice(&octets[..length]);
        Ok(length)
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = mem::take(&mut self.piece);
        self.send(Answer::Text(piece))
    }
}
