//! Where texts come from: files and standard input.

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use crate::escape::Escaped;
use crate::lines::without_line_end;
use crate::outcome::Failure;

/// How many octets are read at once.
const BUFFER: usize = 256 * 1024;

/// A file, or `-` for standard input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a>(&'a OsStr);

/// What a source reads from.
pub(crate) struct Opened {
    /// The octets.
    pub(crate) reader: BufReader<Box<dyn Read>>,
    /// Their number, where the source is a regular file.
    pub(crate) length: Option<u64>,
}

impl<'a> Source<'a> {
    /// What the command line means by the name.
    pub(crate) fn new(name: &'a OsStr) -> Self {
        Self(name)
    }

    /// The sources that the command line names: standard input where it names none.
    pub(crate) fn all(names: &'a [OsString]) -> Vec<Self> {
        if names.is_empty() {
            return vec![Self(OsStr::new("-"))];
        }
        names.iter().map(|name| Self(name)).collect()
    }

    /// Begins to read.
    pub(crate) fn open(self) -> Result<Opened, Failure> {
        let (reader, length) = if self.is_standard_input() {
            standard_input()
        } else {
            self.open_file()?
        };
        Ok(Opened {
            reader: BufReader::with_capacity(BUFFER, reader),
            length,
        })
    }

    fn open_file(self) -> Result<(Box<dyn Read>, Option<u64>), Failure> {
        let file = File::open(Path::new(self.0)).map_err(|error| self.unreadable(&error))?;
        let metadata = file.metadata().map_err(|error| self.unreadable(&error))?;
        if metadata.is_dir() {
            return Err(Failure::Unreadable {
                name: self.to_string(),
                reason: "is a directory".to_owned(),
            });
        }
        let length = metadata.is_file().then_some(metadata.len());
        Ok((Box::new(file), length))
    }

    /// Reads everything.
    pub(crate) fn read(self) -> Result<Vec<u8>, Failure> {
        let mut octets = Vec::new();
        let mut reader = self.open()?.reader;
        reader
            .read_to_end(&mut octets)
            .map_err(|error| self.unreadable(&error))?;
        Ok(octets)
    }

    /// The failure for an error while reading.
    pub(crate) fn unreadable(self, error: &io::Error) -> Failure {
        Failure::Unreadable {
            name: self.to_string(),
            reason: error.to_string(),
        }
    }

    fn is_standard_input(self) -> bool {
        self.0 == "-"
    }
}

/// Standard input, and how much is left to read of it where it is a regular file.
#[cfg(unix)]
fn standard_input() -> (Box<dyn Read>, Option<u64>) {
    use std::io::Seek as _;
    use std::os::fd::AsFd as _;

    let Ok(descriptor) = io::stdin().as_fd().try_clone_to_owned() else {
        return (Box::new(io::stdin().lock()), None);
    };
    let mut file = File::from(descriptor);
    let metadata = file.metadata().ok().filter(std::fs::Metadata::is_file);
    let length = metadata.and_then(|metadata| {
        let passed = file.stream_position().ok()?;
        metadata.len().checked_sub(passed)
    });
    (Box::new(file), length)
}

/// Standard input.
#[cfg(not(unix))]
fn standard_input() -> (Box<dyn Read>, Option<u64>) {
    (Box::new(io::stdin().lock()), None)
}

/// The name, escaped; `<stdin>` for standard input.
impl fmt::Display for Source<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_standard_input() {
            return formatter.write_str("<stdin>");
        }
        Escaped(self.0.as_encoded_bytes()).fmt(formatter)
    }
}

/// The text that an argument gives: itself, or for `-` the whole of standard input without
/// its last line end.
pub(crate) fn text_argument(argument: &OsStr) -> Result<Cow<'_, [u8]>, Failure> {
    if argument != "-" {
        return Ok(Cow::Borrowed(argument.as_encoded_bytes()));
    }
    let text = Source::new(argument).read()?;
    Ok(Cow::Owned(without_line_end(&text).to_vec()))
}

/// The same, where it has to be UTF-8.
pub(crate) fn utf8_argument(argument: &OsStr) -> Result<String, Failure> {
    let text = text_argument(argument)?.into_owned();
    String::from_utf8(text).map_err(|_| Failure::Unusable {
        name: Source::new(argument).to_string(),
        reason: "is not UTF-8".to_owned(),
    })
}
