//! What `check` says of each line.

use std::io::{self, BufWriter, IsTerminal as _, StdoutLock, Write};

use rfc1738::{Finding, Rule, SyntaxError, Tree};

use crate::advice::Advice;
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

/// What is known of a line.
pub(crate) struct Said<'a> {
    pub(crate) line: &'a Line<'a>,
    pub(crate) rule: Rule,
    pub(crate) result: &'a Result<Tree<'a>, SyntaxError>,
    pub(crate) advice: &'a Advice<'a>,
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
        said: &Said,
        progress: &mut Progress,
    ) -> io::Result<()> {
        if !self.says_something(said) {
            return Ok(());
        }
        if self.is_watched {
            progress.make_way();
        }
        self.write(source, said)
    }

    /// Writes what is still held back.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Format::Human(out) => out.flush(),
            Format::Json(out) => out.flush(),
        }
    }

    fn says_something(&self, said: &Said) -> bool {
        said.result.is_err()
            || said.advice.is_denied()
            || self.shows_trees
            || matches!(self.out, Format::Json(_))
    }

    fn write(&mut self, source: &str, said: &Said) -> io::Result<()> {
        let (line, shows_trees) = (said.line, self.shows_trees);
        match (&mut self.out, said.result) {
            (Format::Human(out), Ok(tree)) => {
                if shows_trees {
                    write_tree(out, source, line.number, tree)?;
                }
                let mut denied = said.advice.denied();
                denied.try_for_each(|finding| write_denied(out, source, line.number, finding))
            }
            (Format::Human(out), Err(error)) => write_rejection(out, source, line.number, error),
            (Format::Json(out), result) => {
                let shown = result.as_ref().map(|tree| shows_trees.then(|| tree.root()));
                let record = json::Record::new(Some(line.number), line.text, said.rule, shown);
                json::write(out, &record.with_advice(said.advice.for_record()))
            }
        }
    }
}

fn write_tree(out: &mut Output, source: &str, line: u64, tree: &Tree) -> io::Result<()> {
    let Palette { place, number, .. } = out.palette();
    writeln!(out, "{place}{source}{place:#}:{number}{line}{number:#}:")?;
    tree::write(out, tree.root())
}

fn write_denied(out: &mut Output, source: &str, line: u64, finding: &Finding) -> io::Result<()> {
    // A URL is ASCII, so that octets are columns.
    write_place(out, source, line, finding.span().start + 1)?;
    writeln!(out, "{}: {finding}", finding.id())
}

/// Writes where a line is at fault, for what follows.
fn write_place(out: &mut Output, source: &str, line: u64, column: usize) -> io::Result<()> {
    let Palette { place, number, .. } = out.palette();
    write!(
        out,
        "{place}{source}{place:#}:{number}{line}{number:#}:{number}{column}{number:#}: "
    )
}

fn write_rejection(
    out: &mut Output,
    source: &str,
    line: u64,
    error: &SyntaxError,
) -> io::Result<()> {
    write_place(out, source, line, error.position().column)?;
    writeln!(
        out,
        "found {}, expected {}",
        diagnostic::found(error),
        error.expected_in_words()
    )
}
