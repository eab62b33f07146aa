//! Files and standard input, and what was meant by the name of a file where none was expected.

use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rfcbnf::syntax::Notation;
use rfcbnf_engine::escape::Printable;

use crate::outcome::Failure;
use crate::standard_streams::StandardStream;

/// A file, or `-` for standard input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source<'a>(&'a OsStr);

#[derive(Debug)]
pub(crate) struct SourceName {
    /// For people: escaped.
    pub(crate) shown: String,
    /// For programs: as it is.
    pub(crate) octets: Vec<u8>,
    /// The path of a file; `None` for standard input.
    pub(crate) path: Option<PathBuf>,
}

/// A source that was opened.
pub(crate) struct Opened {
    /// Reads the bytes, without a buffer.
    pub(crate) reader: Box<dyn Read>,
    /// The number of bytes; `None` if the source is not a regular file.
    pub(crate) length: Option<u64>,
}

impl<'a> Source<'a> {
    /// Returns the source that an argument names.
    pub(crate) fn new(name: &'a OsStr) -> Self {
        Self(name)
    }

    /// Returns the sources that arguments name; standard input if there are none.
    pub(crate) fn all(names: &'a [OsString]) -> Vec<Self> {
        if names.is_empty() {
            return vec![Self(OsStr::new("-"))];
        }
        names.iter().map(|name| Self(name)).collect()
    }

    /// Returns the argument: a path, or `-`.
    pub(crate) fn argument(self) -> &'a OsStr {
        self.0
    }

    /// Returns the notation that the name of the file tells of.
    pub(crate) fn notation(self) -> Option<Notation> {
        Notation::of_file(self.0)
    }

    /// Returns whether the name of the file says that it is older than ABNF or written like that.
    pub(crate) fn is_bnf(self) -> bool {
        let extension = Path::new(self.0).extension();
        extension.is_some_and(|extension| extension.eq_ignore_ascii_case("bnf"))
    }

    /// Returns the path; an empty one for standard input.
    pub(crate) fn path(self) -> &'a Path {
        if self.is_standard_input() {
            return Path::new("");
        }
        Path::new(self.0)
    }

    pub(crate) fn name(self) -> SourceName {
        let shown = self.to_string();
        let path = (!self.is_standard_input()).then(|| PathBuf::from(self.0));
        let octets = match &path {
            None => shown.clone().into_bytes(),
            Some(_) => self.0.as_encoded_bytes().to_vec(),
        };
        SourceName {
            shown,
            octets,
            path,
        }
    }

    pub(crate) fn open(self) -> Result<Opened, Failure> {
        let (reader, length) = if self.is_standard_input() {
            if StandardStream::Input.is_unusable() {
                return Err(self.unreadable(&StandardStream::Input.error()));
            }
            standard_input()
        } else {
            self.open_file()?
        };
        Ok(Opened { reader, length })
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

    /// Reads the whole source, which has at most `limit` octets. Reads no more than that, so that
    /// an endless source has an answer. `what` says in the error what has the limit.
    pub(crate) fn read_limited(self, limit: usize, what: &str) -> Result<Vec<u8>, Failure> {
        let octets = self.read_beginning(limit)?;
        if octets.len() > limit {
            return Err(self.too_long(limit, what));
        }
        Ok(octets)
    }

    /// Returns the failure of a source with more than `limit` octets.
    pub(crate) fn too_long(self, limit: usize, what: &str) -> Failure {
        Failure::Unusable {
            name: self.to_string(),
            reason: format!("is longer than {limit} octets, the limit of {what}"),
        }
    }

    /// Reads at most one octet more than the limit.
    pub(crate) fn read_beginning(self, limit: usize) -> Result<Vec<u8>, Failure> {
        let mut octets = Vec::new();
        let most = u64::try_from(limit).unwrap_or(u64::MAX).saturating_add(1);
        let mut reader = self.open()?.reader.take(most);
        reader
            .read_to_end(&mut octets)
            .map_err(|error| self.unreadable(&error))?;
        Ok(octets)
    }

    /// Returns the failure for an error while reading.
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

/// Standard input, and the number of bytes left in it if it is a regular file.
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
        let position = file.stream_position().ok()?;
        metadata.len().checked_sub(position)
    });
    (Box::new(file), length)
}

#[cfg(not(unix))]
fn standard_input() -> (Box<dyn Read>, Option<u64>) {
    (Box::new(io::stdin().lock()), None)
}

/// Writes the name, escaped; `<stdin>` for standard input.
impl fmt::Display for Source<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_standard_input() {
            return formatter.write_str("<stdin>");
        }
        Printable(self.0.as_encoded_bytes()).fmt(formatter)
    }
}

/// Fails if more than one of the arguments is `-`.
pub(crate) fn refuse_two_hyphens(names: &[Option<&OsStr>]) -> Result<(), Failure> {
    let hyphens = names.iter().flatten().filter(|name| **name == "-");
    if hyphens.count() > 1 {
        let reason = "- can stand for one file only";
        return Err(Failure::WrongUse(reason.to_owned()));
    }
    Ok(())
}

/// The extensions of files that hold a grammar.
const GRAMMARS: [&str; 6] = ["abnf", "bnf", "ebnf", "g4", "peg", "pest"];

/// Returns whether the name ends as those of grammars do.
pub(crate) fn is_grammar_file(name: &OsStr) -> bool {
    let extension = Path::new(name).extension().and_then(OsStr::to_str);
    extension.is_some_and(|extension| GRAMMARS.contains(&extension))
}

/// Returns what to type for a file; `None` if there is none of that name.
pub(crate) fn meant_file(name: &OsStr) -> Option<String> {
    if !Path::new(name).is_file() {
        return None;
    }
    let file = Printable(name.as_encoded_bytes());
    Some(if is_grammar_file(name) {
        format!(
            "{file} is a file: `rfc1738 parse --grammar {file} TEXT` parses a text by it, `rfc1738 grammar check {file}` checks the grammar"
        )
    } else {
        format!(
            "{file} is a file: `rfc1738 parse --file {file}` parses what it holds, `rfc1738 check {file}` each of its lines"
        )
    })
}
