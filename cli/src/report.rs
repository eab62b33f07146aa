//! What `check` says of each line.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

use rfc1738::{Rule, SyntaxError, Tree};

use crate::arguments::CheckFormat;
use crate::lines::Line;
use crate::progress::Progress;
use crate::streams::{self, Output};
use crate::style::Palette;
use crate::{diagnostic, json, tree};

/// Writes about lines. Has to be flushed at the end.
pub(crate) struct Report {
    out: Format,
    shows_trees: bool,
    /// Whether this goes to a terminal, which may be showing a progress bar.
    is_watched: bool,
}

enum Format {
    Human(Output),
    Json(BufWriter<StdoutLock<'static>>),
}

impl Report {
    /// Nothing said yet.
    pub(crate) fn new(format: CheckFormat, shows_trees: bool) -> Self {
        let is_watched = io::stdout().is_terminal();
        let out = match format {
            CheckFormat::Human => Format::Human(Output::new()),
            CheckFormat::Json => Format::Json(streams::plain_output()),
        };
        Self {
            out,
            shows_trees,
            is_watched,
        }
    }

    /// Says what there is to say about the line.
    pub(crate) fn line(
        &mut self,
        source: &str,
        line: &Line,
        rule: Rule,
        result: &Result<Tree, SyntaxError>,
        progress: &mut Progress,
    ) -> io::Result<()> {
        if !self.says_something(result) {
            return Ok(());
        }
        if self.is_watched {
            progress.make_way();
        }
        self.write(source, line, rule, result)
    }

    /// Writes what is still held back.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Format::Human(out) => out.flush(),
            Format::Json(out) => out.flush(),
        }
    }

    fn says_something(&self, result: &Result<Tree, SyntaxError>) -> bool {
        result.is_err() || self.shows_trees || matches!(self.out, Format::Json(_))
    }

    fn write(
        &mut self,
        source: &str,
        line: &Line,
        rule: Rule,
        result: &Result<Tree, SyntaxError>,
    ) -> io::Result<()> {
        match (&mut self.out, result) {
            (Format::Human(out), Ok(tree)) => {
                let Palette { place, number, .. } = out.palette();
                writeln!(
                    out,
                    "{place}{source}{place:#}:{number}{}{number:#}:",
                    line.number
                )?;
                tree::write(out, tree.root())
            }
            (Format::Human(out), Err(error)) => write_rejection(out, source, line.number, error),
            (Format::Json(out), result) => {
                let shown = result
                    .as_ref()
                    .map(|tree| self.shows_trees.then(|| tree.root()));
                json::write(
                    out,
                    &json::Record::new(Some(line.number), line.text, rule, shown),
                )
            }
        }
    }
}

fn write_rejection(
    out: &mut Output,
    source: &str,
    line: u64,
    error: &SyntaxError,
) -> io::Result<()> {
    let Palette { place, number, .. } = out.palette();
    let column = error.position().column;
    write!(
        out,
        "{place}{source}{place:#}:{number}{line}{number:#}:{number}{column}{number:#}: "
    )?;
    writeln!(
        out,
        "found {}, expected {}",
        diagnostic::found(error),
        error.expected_in_words()
    )
}
