//! The output of `--fix`: each file, or standard input, with the lines whose fix is certain.
//!
//! Invariant: all other octets are copied. A file is replaced as a whole or not at all, and one
//! without fixed lines is not touched.

use std::fs;
use std::io::{self, Error, Write as _};
use std::path::{Path, PathBuf};

use rfc1738_views::production::Rejection;

use crate::input::source::SourceName;
use crate::outcome::Failure;
use crate::output::new_file::NewFile;
use crate::output::streams::{self, PlainOutput};

/// The lines of a batch after their fixes.
#[derive(Default)]
pub(super) struct FixedLines {
    octets: Vec<u8>,
    /// The number of lines that were fixed.
    count: usize,
    /// Whether a line is missing, because it is too long to be kept.
    is_cut: bool,
}

impl FixedLines {
    /// Adds a line and its end.
    pub(super) fn push(&mut self, text: &[u8], end: &[u8], is_fixed: bool) {
        if !self.is_cut {
            self.octets.extend_from_slice(text);
            self.octets.extend_from_slice(end);
            self.count += usize::from(is_fixed);
        }
    }

    /// Ends the lines before one that is missing.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }
}

/// Returns the text of the first fix of an error, if it is certain.
pub(super) fn certain_fix(error: &impl Rejection) -> Option<Vec<u8>> {
    let first = error.headline().fix?;
    first.is_certain().then(|| first.text().as_bytes().to_vec())
}

/// Writes the lines of one source after the other.
#[derive(Default)]
pub(super) struct Rewriter {
    target: Option<Target>,
    /// The number of lines that were fixed in the current source.
    fixed: usize,
    /// The number of lines that were fixed in the sources before.
    fixed_before: usize,
}

enum Target {
    Output(PlainOutput),
    File(PathBuf, NewFile),
}

impl Target {
    fn unwritable(path: &Path) -> impl Fn(Error) -> Failure {
        |error| Failure::unwritable_file(path, error)
    }
}

impl Rewriter {
    pub(super) fn begin(&mut self, name: &SourceName) -> Result<(), Failure> {
        self.target = Some(match &name.path {
            None => Target::Output(streams::plain_output()),
            Some(path) => {
                let file = new_file(path).map_err(Target::unwritable(path))?;
                Target::File(path.clone(), file)
            }
        });
        Ok(())
    }

    /// Writes lines. Returns whether more can follow: standard output cannot go on after a missing
    /// line.
    pub(super) fn write(&mut self, lines: &FixedLines) -> Result<bool, Failure> {
        match &mut self.target {
            // The rest of an abandoned source.
            None => return Ok(true),
            Some(Target::Output(out)) => {
                out.write_all(&lines.octets)?;
                // The program that writes the next line may wait for these.
                out.flush()?;
                if lines.is_cut {
                    self.fixed += lines.count;
                    self.end()?;
                    return Ok(false);
                }
            }
            Some(Target::File(..)) if lines.is_cut => {
                self.abandon();
                return Ok(true);
            }
            Some(Target::File(path, file)) => {
                let written = file.write_all(&lines.octets);
                written.map_err(Target::unwritable(path))?;
            }
        }
        self.fixed += lines.count;
        Ok(true)
    }

    /// Ends the source: its file is replaced if a line of it was fixed.
    pub(super) fn end(&mut self) -> Result<(), Failure> {
        if let Some(Target::File(path, file)) = self.target.take()
            && self.fixed > 0
        {
            file.commit().map_err(Target::unwritable(&path))?;
        }
        self.fixed_before += self.fixed;
        self.fixed = 0;
        Ok(())
    }

    /// Gives up on the source: its file stays as it is.
    pub(super) fn abandon(&mut self) {
        self.target = None;
        self.fixed = 0;
    }

    /// Returns the number of lines that were fixed.
    pub(super) fn count(&self) -> usize {
        self.fixed_before
    }
}

/// Begins the new content of a regular file. A pipe or a device has no lines that could be replaced.
fn new_file(path: &Path) -> io::Result<NewFile> {
    if !fs::metadata(path)?.is_file() {
        return Err(Error::other("it is not a regular file"));
    }
    NewFile::create(path)
}
