//! Why the command could not answer, and its exit status.

use std::io::{self, ErrorKind};
use std::process::ExitCode;

use datafusion::arrow::error::ArrowError;
use datafusion::error::DataFusionError;
use rfc1738_cluster::missing;
use rfcbnf_engine::escape::Printable;

/// The exit status that a shell reports after SIGPIPE: 128 and the number of the signal.
const CLOSED_PIPE: u8 = 141;

/// Why the command could not answer.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The query is wrong, or it failed.
    Query(String),
    /// An input cannot be read.
    Unreadable(String),
    /// A thread cannot be started.
    Unstartable(String),
    /// The output cannot be written.
    Unwritable(io::Error),
}

impl From<DataFusionError> for Failure {
    fn from(error: DataFusionError) -> Self {
        Self::Query(error.strip_backtrace())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Unwritable(error)
    }
}

/// The errors of Arrow come from writers.
impl From<ArrowError> for Failure {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::IoError(_, error) => Self::Unwritable(error),
            error => Self::Query(error.to_string()),
        }
    }
}

impl Failure {
    pub(crate) fn unstartable(error: &io::Error) -> Self {
        Self::Unstartable(format!("the threads cannot be started: {error}"))
    }

    /// Names the scheduler if nothing answers there. The engine names it by its number only.
    pub(crate) fn at_scheduler(self, scheduler: &str) -> Self {
        match self {
            Self::Query(message) if message.contains("ConnectError") => Self::Query(format!(
                "no scheduler answers at {scheduler}; start rfc1738-scheduler there, or correct the address\n{message}"
            )),
            failure => failure,
        }
    }

    /// Writes the failure to standard error, and returns the exit status. A closed pipe is not
    /// reported: its reader knows.
    pub(crate) fn report(&self) -> ExitCode {
        if let Self::Unwritable(error) = self
            && error.kind() == ErrorKind::BrokenPipe
        {
            return ExitCode::from(CLOSED_PIPE);
        }
        // If standard error is closed as well, nothing can be reported.
        let _ = self.write(&mut io::stderr().lock());
        ExitCode::from(2)
    }

    /// Writes a line that needs no context. The rest of a message, and what to do, are below it.
    fn write(&self, out: &mut impl io::Write) -> io::Result<()> {
        let message = match self {
            Self::Query(message) | Self::Unreadable(message) | Self::Unstartable(message) => {
                message.clone()
            }
            Self::Unwritable(error) => format!("the output cannot be written: {error}"),
        };
        let mut lines = message.lines().filter(|line| !line.trim().is_empty());
        if let Some(advice) = missing::advice(&message) {
            writeln!(out, "error: {advice}")?;
            return write_notes(out, lines);
        }
        let first = lines.next().unwrap_or("the query failed");
        writeln!(out, "error: {}", Printable(first.as_bytes()))?;
        write_notes(out, lines)?;
        self.write_help(out, &message)
    }

    /// Writes what to do about a table that is none. The engine does not say why a file is none.
    fn write_help(&self, out: &mut impl io::Write, message: &str) -> io::Result<()> {
        if !matches!(self, Self::Query(_)) || !message.contains("not found") {
            return Ok(());
        }
        if message.contains("table '") {
            writeln!(
                out,
                "  help: a table is the path of a file or a folder in single quotation marks; the files end in \
                 .parquet, .csv, .json or .arrow"
            )?;
        }
        Ok(())
    }
}

fn write_notes<'a>(
    out: &mut impl io::Write,
    mut lines: impl Iterator<Item = &'a str>,
) -> io::Result<()> {
    lines.try_for_each(|line| writeln!(out, "  note: {}", Printable(line.as_bytes())))
}
