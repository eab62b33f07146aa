//! The report on each match.

use std::io::{self, IsTerminal as _, Write};

use rfc1738::extract::Match;
use rfc1738_views::extract::record::MatchRecord;
use rfc1738_views::extract::{explanation, line};
use rfc1738_views::json;

use super::arguments::ExtractFormat;
use crate::output::streams::{self, Output, PlainOutput};

/// Writes matches to standard output. It has to be flushed.
pub(super) struct MatchReport {
    out: Format,
    names_files: bool,
    /// Whether standard output is a terminal, which may show a progress bar.
    is_watched: bool,
}

enum Format {
    Human(Output),
    Json(PlainOutput),
}

impl MatchReport {
    /// Returns a report without matches.
    pub(super) fn new(format: ExtractFormat, names_files: bool) -> Self {
        let out = match format {
            ExtractFormat::Human => Format::Human(Output::new()),
            ExtractFormat::Json => Format::Json(streams::plain_output()),
        };
        Self {
            out,
            names_files,
            is_watched: io::stdout().is_terminal(),
        }
    }

    /// Whether output would collide with a progress bar.
    pub(super) fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Writes the match and, if it is invalid, why. `source` is the escaped name of the file, and
    /// `before` is the part of the file before the match.
    pub(super) fn write(
        &mut self,
        source: &str,
        found: &Match,
        is_valid: bool,
        before: &[u8],
    ) -> io::Result<()> {
        match &mut self.out {
            Format::Human(out) => {
                let palette = out.palette();
                line::write(out, palette, source, found)?;
                if is_valid {
                    return Ok(());
                }
                for diagnostic in explanation::of(source, found, before) {
                    writeln!(out, "{}", diagnostic.render(palette))?;
                }
                Ok(())
            }
            Format::Json(out) => {
                let file = self.names_files.then_some(source);
                json::write(out, &MatchRecord::new(file, found, is_valid))
            }
        }
    }

    /// Flushes the output.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Format::Human(out) => out.flush(),
            Format::Json(out) => out.flush(),
        }
    }
}
