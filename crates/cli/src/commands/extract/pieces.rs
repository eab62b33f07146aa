//! The pieces of a document, as a thread searches them.

use std::io::{self, ErrorKind, Read};

use memchr::memrchr;

/// The length of a piece that is not the last of a file, in octets, if a line ends in it.
const PIECE: usize = 256 * 1024;

/// Reads the pieces of a document.
pub(super) struct Pieces<R> {
    reader: R,
    /// Whether a piece can wait until it is full. Otherwise, the program that writes the document may wait
    /// for what is found in it.
    can_wait: bool,
    /// The beginning of the next piece: the line that the last one did not end.
    rest: Vec<u8>,
}

/// A piece of a document.
pub(super) struct Piece {
    buffer: Vec<u8>,
    length: usize,
    /// Whether it is the last one.
    pub(super) is_last: bool,
}

impl<R: Read> Pieces<R> {
    /// Returns the pieces of a document.
    pub(super) fn new(reader: R, can_wait: bool) -> Self {
        Self {
            reader,
            can_wait,
            rest: Vec::new(),
        }
    }

    /// Reads the next piece, into the buffer of one that is over. A piece that is full ends with its last
    /// line, if one ends in it.
    pub(super) fn next(&mut self, mut buffer: Vec<u8>) -> io::Result<Piece> {
        buffer.resize(PIECE, 0);
        let mut length = self.rest.len();
        buffer[..length].copy_from_slice(&self.rest);
        self.rest.clear();
        let mut is_last = false;
        while length < PIECE {
            match self.reader.read(&mut buffer[length..]) {
                Ok(0) => is_last = true,
                Ok(read) => length += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            }
            if is_last || !self.can_wait {
                break;
            }
        }
        if length == PIECE
            && let Some(end) = memrchr(b'\n', &buffer)
        {
            self.rest.extend_from_slice(&buffer[end + 1..]);
            length = end + 1;
        }
        Ok(Piece {
            buffer,
            length,
            is_last,
        })
    }
}

impl Piece {
    pub(super) fn octets(&self) -> &[u8] {
        &self.buffer[..self.length]
    }

    /// Returns the memory for another piece.
    pub(super) fn into_buffer(self) -> Vec<u8> {
        self.buffer
    }
}
