//! What `check` says of each line.

use std::io::{self, Write};

use rfc1738::{Finding, SyntaxError, Tree};

use super::answers::Answers;
use super::arguments::CheckFormat;
use super::batches::Batch;
use super::judge::{Judge, Judgement};
use crate::lines::Line;
use crate::style::Palette;
use crate::summary::Summary;
use crate::{diagnostic, json, tree};

/// Says what there is to say of lines.
pub(super) struct Report {
    pub(super) judge: Judge,
    pub(super) format: CheckFormat,
    pub(super) shows_trees: bool,
    /// The styles for people.
    pub(super) palette: Palette,
}

impl Report {
    /// Says it of each line of a source, whose name is escaped.
    pub(super) fn batch(&self, source: &str, batch: &Batch, mut out: Answers) -> io::Result<()> {
        let mut summary = Summary::default();
        for line in batch.lines() {
            let judgement = self.judge.judge(line.text);
            let is_valid = judgement.result.is_ok();
            summary.count(is_valid, judgement.production, &judgement.advice);
            match self.format {
                CheckFormat::Human => self.write(&mut out, source, line.number, &judgement)?,
                CheckFormat::Json => self.write_record(&mut out, &line, &judgement)?,
            }
        }
        out.finish(summary)
    }

    fn write(
        &self,
        out: &mut impl Write,
        source: &str,
        number: u64,
        judgement: &Judgement,
    ) -> io::Result<()> {
        let place = Place {
            palette: self.palette,
            source,
            line: number,
        };
        match &judgement.result {
            Ok(tree) => {
                if let Some(tree) = tree.as_ref().filter(|_| self.shows_trees) {
                    place.write_tree(out, tree)?;
                }
                let mut denied = judgement.advice.denied();
                denied.try_for_each(|finding| place.write_denied(out, finding))
            }
            Err(error) => place.write_rejection(out, error),
        }
    }

    fn write_record(
        &self,
        out: &mut impl Write,
        line: &Line,
        judgement: &Judgement,
    ) -> io::Result<()> {
        let shown = judgement.result.as_ref().map(|tree| {
            let tree = tree.as_ref().filter(|_| self.shows_trees);
            tree.map(Tree::root)
        });
        let record = json::Record::new(Some(line.number), line.text, self.judge.rule(), shown);
        json::write(out, &record.with_advice(judgement.advice.for_record()))
    }
}

/// A line of a source, as people are told of it.
struct Place<'a> {
    palette: Palette,
    source: &'a str,
    line: u64,
}

impl Place<'_> {
    fn write_tree(&self, out: &mut impl Write, tree: &Tree) -> io::Result<()> {
        self.write_line(out)?;
        writeln!(out)?;
        tree::write(out, self.palette, tree.root())
    }

    fn write_denied(&self, out: &mut impl Write, finding: &Finding) -> io::Result<()> {
        // A URL is ASCII, so that octets are columns.
        self.write_column(out, finding.span().start + 1)?;
        writeln!(out, "{}: {finding}", finding.id())
    }

    fn write_rejection(&self, out: &mut impl Write, error: &SyntaxError) -> io::Result<()> {
        self.write_column(out, error.position().column)?;
        writeln!(
            out,
            "found {}, expected {}",
            diagnostic::found(error),
            error.expected_list()
        )
    }

    /// Writes where a line is at fault, for what follows.
    fn write_column(&self, out: &mut impl Write, column: usize) -> io::Result<()> {
        let number = self.palette.number;
        self.write_line(out)?;
        write!(out, "{number}{column}{number:#}: ")
    }

    fn write_line(&self, out: &mut impl Write) -> io::Result<()> {
        let Palette { place, number, .. } = self.palette;
        let (source, line) = (self.source, self.line);
        write!(out, "{place}{source}{place:#}:{number}{line}{number:#}:")
    }
}
