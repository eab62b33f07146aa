//! How a command ends: its exit status, and what it says when it could not do its work.

use std::io::{self, ErrorKind, Write as _};
use std::process::ExitCode;

use thiserror::Error;

use crate::streams;
use crate::style::Palette;

/// What a shell shows for a program that a closed pipe ended: 128 and the number of SIGPIPE.
const CLOSED_PIPE: u8 = 141;

/// What a shell shows for a program that was interrupted: 128 and the number of SIGINT.
pub(crate) const INTERRUPTED: u8 = 130;

/// What was found out. In the order of precedence: the greatest of several counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verdict {
    /// Everything is as the grammar wants it.
    Valid,
    /// Something is not.
    Invalid,
    /// Something could not be read, so nobody knows.
    Unreadable,
}

impl Verdict {
    /// The verdict that a yes or no amounts to.
    pub(crate) fn of(valid: bool) -> Self {
        if valid { Self::Valid } else { Self::Invalid }
    }
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        Self::from(match verdict {
            Verdict::Valid => 0,
            Verdict::Invalid => 1,
            Verdict::Unreadable => 2,
        })
    }
}

/// Why a command could not go on.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// An input cannot be read. The name is escaped.
    #[error("{name}: {reason}")]
    Unreadable {
        /// What the input is called.
        name: String,
        /// What the operating system says, or what the input is instead of a file.
        reason: String,
    },
    /// An input can be read, but not be worked with. Both are escaped.
    #[error("{name}: {reason}")]
    Unusable {
        /// What the input is called.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The command line asks for what there is not. The sentence is escaped.
    #[error("{0}")]
    WrongUse(String),
    /// A command cannot be started. Both are escaped.
    #[error("{name} cannot be started: {reason}")]
    Unstartable {
        /// What the command is called.
        name: String,
        /// What the operating system says.
        reason: String,
    },
    /// Somebody wants it to end.
    #[error("interrupted")]
    Interrupted,
    /// The output cannot be written.
    #[error("the output cannot be written: {0}")]
    Unwritable(#[from] io::Error),
    /// A file cannot be written. The name is escaped.
    #[error("{name} cannot be written: {error}")]
    UnwritableFile {
        /// What the file is called.
        name: String,
        /// What the operating system says.
        error: io::Error,
    },
    /// The grammar that this program was built with is at fault.
    #[error("the grammar of RFC 1738 cannot be loaded: {0}")]
    OwnGrammar(String),
}

impl Failure {
    /// Says what went wrong and yields the exit status. A closed pipe is no news to whoever
    /// closed it, nor is an interrupt to whoever asked for it, so nothing is said about that.
    pub(crate) fn report(&self) -> ExitCode {
        if matches!(self, Self::Interrupted) {
            return ExitCode::from(INTERRUPTED);
        }
        if let Self::Unwritable(error) = self
            && error.kind() == ErrorKind::BrokenPipe
        {
            return ExitCode::from(CLOSED_PIPE);
        }
        // Where standard error is closed as well, there is nobody left to tell.
        let _ = self.tell();
        Verdict::Unreadable.into()
    }

    /// Says what went wrong.
    pub(crate) fn tell(&self) -> io::Result<()> {
        let style = Palette::COLORED.error;
        writeln!(streams::error(), "{style}error:{style:#} {self}")
    }
}
