//! Standard output and standard error.
//!
//! Invariant: styles reach only what shows them. Whether it does is decided once, by
//! `--color`, `NO_COLOR`, `CLICOLOR_FORCE` and whether the stream is a terminal.

use std::io::{self, BufWriter, StderrLock, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};

use crate::style::Palette;

/// How many octets are gathered before they are written.
const BUFFER: usize = 64 * 1024;

/// Standard output for people, buffered: whoever writes to it has to flush it.
pub(crate) struct Output {
    stream: BufWriter<Stream>,
    palette: Palette,
}

enum Stream {
    /// Nothing has to be taken out, because nobody puts styles in: much faster than taking
    /// them out, which matters for long trees.
    Plain(StdoutLock<'static>),
    Styled(AutoStream<StdoutLock<'static>>),
}

impl Output {
    /// Standard output, with the styles that it shows.
    pub(crate) fn new() -> Self {
        let stdout = io::stdout().lock();
        let (stream, palette) = match AutoStream::choice(&stdout) {
            ColorChoice::Never => (Stream::Plain(stdout), Palette::PLAIN),
            choice => (
                Stream::Styled(AutoStream::new(stdout, choice)),
                Palette::COLORED,
            ),
        };
        Self {
            stream: BufWriter::with_capacity(BUFFER, stream),
            palette,
        }
    }

    /// The styles to use.
    pub(crate) fn palette(&self) -> Palette {
        self.palette
    }
}

impl Write for Output {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.stream.write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

impl Write for Stream {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(octets),
            Self::Styled(stream) => stream.write(octets),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Styled(stream) => stream.flush(),
        }
    }
}

/// Standard output for programs, buffered: whoever writes to it has to flush it.
pub(crate) fn plain_output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(BUFFER, io::stdout().lock())
}

/// Standard error for people. Takes out the styles that it does not show.
pub(crate) fn error() -> AutoStream<StderrLock<'static>> {
    AutoStream::auto(io::stderr().lock())
}

/// Writes, and passes on what is held back.
pub(crate) fn flushed<W: Write>(
    mut out: W,
    write: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    write(&mut out)?;
    out.flush()
}
