//! Standard output and standard error.
//!
//! Invariants:
//! - Styles reach only a stream that shows them. `--color`, `NO_COLOR`, `CLICOLOR_FORCE` and
//!   whether the stream is a terminal decide that.
//! - Output that cannot be written is an error, also if the stream is closed.

use std::io::{self, BufWriter, StderrLock, StdoutLock, Write};

use anstream::adapter::strip_bytes;
use anstream::stream::{AsLockedWrite, RawStream};
use anstream::{AutoStream, ColorChoice};

use rfc1738_views::diagnostic::Diagnostic;
use rfc1738_views::palette::Palette;

use crate::standard_streams::StandardStream;

/// The size of a write, in bytes.
const BUFFER: usize = 64 * 1024;

/// Standard output for programs. It is buffered and has to be flushed.
pub(crate) type PlainOutput = BufWriter<Stream<StdoutLock<'static>>>;

/// Standard output for people. It is buffered and has to be flushed.
pub(crate) struct Output {
    stream: BufWriter<Stream<StdoutLock<'static>>>,
    palette: Palette,
}

/// A standard stream.
pub(crate) enum Stream<S: RawStream> {
    /// Views write no styles, so none have to be stripped. This matters for long trees: to strip
    /// takes longer than to write.
    Plain(S),
    Styled(AutoStream<S>),
    /// Nothing can be written. Without this case, the standard library would lose the output and
    /// report success.
    Unwritable(StandardStream),
}

impl Output {
    /// Returns standard output, with the styles that it shows.
    pub(crate) fn new() -> Self {
        let stdout = io::stdout().lock();
        let (stream, palette) = match AutoStream::choice(&stdout) {
            _ if StandardStream::Output.is_unusable() => {
                (Stream::Unwritable(StandardStream::Output), Palette::PLAIN)
            }
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

    /// Returns whether the stream shows or strips styles.
    pub(crate) fn takes_styles(&self) -> bool {
        matches!(self.stream.get_ref(), Stream::Styled(_))
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

impl<S: RawStream + AsLockedWrite> Write for Stream<S> {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(octets),
            Self::Styled(stream) => stream.write(octets),
            Self::Unwritable(stream) => Err(stream.error()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Styled(stream) => stream.flush(),
            // Whatever was written has failed.
            Self::Unwritable(_) => Ok(()),
        }
    }
}

/// Returns standard output for programs. It is buffered and has to be flushed.
pub(crate) fn plain_output() -> PlainOutput {
    let stream = match StandardStream::Output {
        closed if closed.is_unusable() => Stream::Unwritable(closed),
        _ => Stream::Plain(io::stdout().lock()),
    };
    BufWriter::with_capacity(BUFFER, stream)
}

/// Standard error for people, without a lock between two writes: a message may come between them. It
/// writes the styles that it is given.
pub(crate) struct Errors {
    choice: ColorChoice,
}

impl Errors {
    /// Returns standard error.
    pub(crate) fn new() -> Self {
        Self {
            choice: AutoStream::choice(&io::stderr()),
        }
    }

    /// Returns the styles to use.
    pub(crate) fn palette(&self) -> Palette {
        match self.choice {
            ColorChoice::Never => Palette::PLAIN,
            _ => Palette::COLORED,
        }
    }

    fn stream(&self) -> Stream<StderrLock<'static>> {
        match self.choice {
            _ if StandardStream::Error.is_unusable() => Stream::Unwritable(StandardStream::Error),
            ColorChoice::Never => Stream::Plain(io::stderr().lock()),
            choice => Stream::Styled(AutoStream::new(io::stderr().lock(), choice)),
        }
    }
}

impl Write for Errors {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.stream().write(octets)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream().flush()
    }
}

/// Writes a message for people to standard error, in one piece and without styles that are not shown.
pub(crate) fn message(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> io::Result<()> {
    let mut errors = Errors::new();
    let mut text = Vec::new();
    write(&mut text)?;
    if errors.choice == ColorChoice::Never {
        text = strip_bytes(&text).into_vec();
    }
    errors.write_all(&text)
}

/// Writes a line to standard error: a label, and a text that is escaped.
pub(crate) fn show_remark(label: &str, text: &str) -> io::Result<()> {
    let heading = Palette::COLORED.heading;
    message(|out| writeln!(out, "{heading}{label}:{heading:#} {text}"))
}

/// Writes a diagnostic to standard error.
pub(crate) fn write_diagnostic(diagnostic: &Diagnostic) -> io::Result<()> {
    message(|out| writeln!(out, "{}", diagnostic.render(Palette::COLORED)))
}

/// Writes, and flushes the output.
pub(crate) fn flushed<W: Write>(
    mut out: W,
    write: impl FnOnce(&mut W) -> io::Result<()>,
) -> io::Result<()> {
    write(&mut out)?;
    out.flush()
}
