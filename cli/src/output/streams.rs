//! Standard output and standard error.
//!
//! Invariant: styles reach only a stream that shows them. `--color`, `NO_COLOR`,
//! `CLICOLOR_FORCE` and whether the stream is a terminal decide that.

use std::io::{self, BufWriter, StderrLock, StdoutLock, Write};

use anstream::{AutoStream, ColorChoice};

use rfc1738_views::diagnostic::Diagnostic;
use rfc1738_views::palette::Palette;

/// The size of a write, in bytes.
const BUFFER: usize = 64 * 1024;

/// Standard output for people. It is buffered and has to be flushed.
pub(crate) struct Output {
    stream: BufWriter<Stream>,
    palette: Palette,
}

enum Stream {
    /// Views write no styles, so none have to be stripped. This matters for long trees: to strip
    /// takes longer than to write.
    Plain(StdoutLock<'static>),
    Styled(AutoStream<StdoutLock<'static>>),
}

impl Output {
    /// Returns standard output, with the styles that it shows.
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

    /// Returns the styles to use.
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

/// Returns standard output for programs. It is buffered and has to be flushed.
pub(crate) fn plain_output() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(BUFFER, io::stdout().lock())
}

/// Returns standard error for people. It strips the styles that it does not show.
pub(crate) fn error() -> AutoStream<StderrLock<'static>> {
    AutoStream::auto(io::stderr().lock())
}

/// Writes a diagnostic to standard error.
pub(crate) fn write_diagnostic(diagnostic: &Diagnostic) -> io::Result<()> {
    writeln!(error(), "{}", diagnostic.render(Palette::COLORED))
}

/// Writes, and flushes the output.
pub(crate) fn flushed<W: Write>(
    mut out: W,
    write: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    write(&mut out)?;
    out.flush()
}
