//! How a command ends: with a verdict or a failure, and their exit statuses.

use std::io::{self, ErrorKind, Write as _};
use std::path::Path;
use std::process::ExitCode;

use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{CheckedProduction, Undecided};
use rfcbnf_engine::escape::{Escaped, Printable};
use thiserror::Error;

use crate::output::streams::{self, flushed, plain_output};

/// The exit status that a shell reports after SIGPIPE: 128 and the number of the signal.
const CLOSED_PIPE: u8 = 141;

/// The exit status that a shell reports after SIGINT: 128 and the number of the signal.
pub(crate) const INTERRUPTED: u8 = 130;

/// The exit status of a command that could not read or decide something.
pub(crate) const UNREADABLE: u8 = 2;

/// The verdict of a command. The greatest of several verdicts counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Everything is valid.
    Valid,
    /// Something is invalid.
    Invalid,
    /// Something could not be read or decided.
    Unreadable,
}

impl Verdict {
    /// Returns `Valid` or `Invalid`.
    pub(crate) fn of(valid: bool) -> Self {
        if valid { Self::Valid } else { Self::Invalid }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        Self::from(match verdict {
            Verdict::Valid => 0,
            Verdict::Invalid => 1,
            Verdict::Unreadable => UNREADABLE,
        })
    }
}

/// Why a command could not finish. Every name, reason and sentence is escaped.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// An input cannot be read.
    #[error("{name}: {reason}")]
    Unreadable {
        /// The name of the input.
        name: String,
        /// The error of the operating system, or what the input is instead of a file.
        reason: String,
    },
    /// An input can be read, but not used.
    #[error("{name}: {reason}")]
    Unusable {
        /// The name of the input.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The arguments make no sense.
    #[error("{0}")]
    WrongUse(String),
    /// A command or a thread cannot be started.
    #[error("{name} cannot be started: {reason}")]
    Unstartable {
        /// The name of the command.
        name: String,
        /// The error of the operating system.
        reason: String,
    },
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Unwritable(#[from] io::Error),
    /// A file cannot be written.
    #[error("{name} cannot be written: {error}")]
    UnwritableFile {
        /// The name of the file.
        name: String,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The grammar inside this program is at fault.
    #[error("the grammar of RFC 1738 cannot be loaded: {0}")]
    OwnGrammar(String),
}

impl Failure {
    /// Returns the failure to write a file or a folder. Escapes its path.
    pub(crate) fn unwritable_file(path: &Path, error: io::Error) -> Self {
        let name = Printable(path.as_os_str().as_encoded_bytes()).to_string();
        Self::UnwritableFile { name, error }
    }

    /// Writes the failure to standard error and returns the exit status. A closed pipe is not
    /// reported: its cause knows.
    pub(crate) fn report(&self) -> ExitCode {
        if let Self::Unwritable(error) = self
            && error.kind() == ErrorKind::BrokenPipe
        {
            return ExitCode::from(CLOSED_PIPE);
        }
        // If standard error is closed as well, nothing can be reported.
        let _ = self.write();
        Verdict::Unreadable.into()
    }

    /// Writes the failure to standard error.
    pub(crate) fn write(&self) -> io::Result<()> {
        let style = Palette::COLORED.error;
        streams::message(|out| writeln!(out, "{style}error:{style:#} {self}"))
    }
}

/// Writes that a text is not decided: a record to standard output for programs, or a line to standard
/// error for people, where the errors of invalid texts go.
pub(crate) fn write_undecided<P: CheckedProduction>(
    is_for_programs: bool,
    rule: P,
    text: &[u8],
    undecided: &Undecided,
) -> Result<Verdict, Failure> {
    if is_for_programs {
        let record = CheckRecord::undecided(text, rule, undecided);
        flushed(plain_output(), |out| json::write(out, &record))?;
    } else {
        let style = Palette::COLORED.error;
        let reason = undecided.to_string();
        let reason = Escaped(reason.as_bytes());
        streams::message(|out| writeln!(out, "{style}undecided:{style:#} {reason}"))?;
    }
    Ok(Verdict::Unreadable)
}
