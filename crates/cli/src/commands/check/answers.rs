//! The answer of a worker to a batch: text to write, and counts at the end.
//!
//! Invariant: a channel holds at most [`PIECES`] pieces of at most [`PIECE`] bytes, and the fixed lines
//! of the batch. A worker that has more to say waits. If the files are so short that the thread that reads
//! answers is the one that writes them, the channel holds all that it has to say.

use std::io::{self, ErrorKind, Write};
use std::mem;

use crossbeam_channel::{Receiver, Sender, bounded, unbounded};
use memchr::memrchr;
use rfc1738_views::check::summary::Summary;

use super::rewrite::FixedLines;
use crate::outcome::Failure;

/// The most bytes of a piece of text. It is more than standard output buffers, which then writes it at once.
const PIECE: usize = 96 * 1024;

/// The most pieces in a channel. JSON and most trees of a block fit, so that a worker need not wait
/// until its batch is written.
const PIECES: usize = 11;

/// A part of the answer to a batch.
pub(super) enum Answer<P> {
    /// The next text for standard output.
    Text(Vec<u8>),
    /// A record that has no verdict, for standard error.
    Error(Failure),
    /// The lines of the batch, if they are to be fixed. They come after the text.
    Fixed(FixedLines),
    /// The counts of the batch. They come last.
    Counts(Box<Summary<P>>),
}

/// The end of the channel to which a worker writes.
pub(super) struct Answers<P> {
    sender: Sender<Answer<P>>,
    piece: Vec<u8>,
    /// The lines of the batch so far, if they are to be fixed.
    fixed: Option<FixedLines>,
}

/// Returns both ends of the channel for a batch, which is bounded unless one thread has both ends.
pub(super) fn answers<P>(is_bounded: bool) -> (Answers<P>, Receiver<Answer<P>>) {
    let (sender, receiver) = if is_bounded {
        bounded(PIECES)
    } else {
        unbounded()
    };
    let answers = Answers {
        sender,
        piece: Vec::new(),
        fixed: None,
    };
    (answers, receiver)
}

impl<P> Answers<P> {
    /// Returns the lines of the batch that are to be fixed.
    pub(super) fn fixed(&mut self) -> &mut FixedLines {
        self.fixed.get_or_insert_default()
    }

    /// Sends the rest of the text, the fixed lines, and the counts.
    pub(super) fn finish(mut self, summary: Summary<P>) -> io::Result<()> {
        self.flush()?;
        if let Some(lines) = self.fixed.take() {
            self.send(Answer::Fixed(lines))?;
        }
        self.send(Answer::Counts(Box::new(summary)))
    }

    /// Sends the text so far, and an error.
    pub(super) fn fail(&mut self, failure: Failure) -> io::Result<()> {
        self.flush()?;
        self.send(Answer::Error(failure))
    }

    /// Sends the whole lines of a full piece. Standard output would write the rest of a line on its own.
    fn send_lines(&mut self) -> io::Result<()> {
        let end = memrchr(b'\n', &self.piece).map_or(self.piece.len(), |at| at + 1);
        let rest = self.piece.split_off(end);
        let lines = mem::replace(&mut self.piece, rest);
        self.send(Answer::Text(lines))
    }

    fn send(&self, answer: Answer<P>) -> io::Result<()> {
        self.sender
            .send(answer)
            .map_err(|_| ErrorKind::BrokenPipe.into())
    }
}

impl<P> Write for Answers<P> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        if self.piece.len() == PIECE {
            self.send_lines()?;
        }
        self.piece.reserve_exact(PIECE - self.piece.len());
        let length = octets.len().min(PIECE - self.piece.len());
        self.piece.extend_from_slice(&octets[..length]);
        Ok(length)
    }

    /// Lines are written in short parts, and most fit into the piece.
    #[inline]
    fn write_all(&mut self, mut octets: &[u8]) -> io::Result<()> {
        if octets.len() <= self.piece.capacity().min(PIECE) - self.piece.len() {
            self.piece.extend_from_slice(octets);
            return Ok(());
        }
        while !octets.is_empty() {
            let written = self.write(octets)?;
            octets = &octets[written..];
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.piece.is_empty() {
            return Ok(());
        }
        let piece = mem::take(&mut self.piece);
        self.send(Answer::Text(piece))
    }
}
