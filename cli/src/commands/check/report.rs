//! The report on each line.

use std::io::{self, Write};

use rfc1738_views::check::lines::FileLine;
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::check::summary::Summary;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf_engine::Tree;

use super::answers::Answers;
use super::arguments::CheckFormat;
use super::batches::Batch;
use super::judge::{Judgement, LineJudge};
use crate::input::lines::Line;

/// Judges lines and reports on them.
pub(super) struct LineReport<P> {
    pub(super) judge: LineJudge<P>,
    pub(super) format: CheckFormat,
    pub(super) shows_trees: bool,
    /// The styles of the lines for people.
    pub(super) palette: Palette,
}

impl<P: CheckedProduction> LineReport<P> {
    /// Reports on each line of a batch. `source` is the escaped name of the file.
    pub(super) fn batch(&self, source: &str, batch: &Batch, mut out: Answers<P>) -> io::Result<()> {
        let mut summary = Summary::default();
        for line in batch.lines() {
            let judgement = self.judge.judge(line.text);
            let is_valid = judgement.result.is_ok();
            let advice = &judgement.advice;
            summary.count(
                is_valid,
                judgement.production,
                advice.findings(),
                advice.is_denied(),
            );
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
        judgement: &Judgement<'_, P>,
    ) -> io::Result<()> {
        let palette = self.palette;
        let line = FileLine {
            file: source,
            line: number,
        };
        match &judgement.result {
            Ok(tree) => {
                if let Some(tree) = tree.as_ref().filter(|_| self.shows_trees) {
                    line.write_tree(out, palette, tree)?;
                }
                let mut denied = judgement.advice.denied();
                denied.try_for_each(|finding| line.write_denied(out, palette, finding))
            }
            Err(error) => line.write_rejection(out, palette, error),
        }
    }

    fn write_record(
        &self,
        out: &mut impl Write,
        line: &Line,
        judgement: &Judgement<'_, P>,
    ) -> io::Result<()> {
        let shown = judgement.result.as_ref().map(|tree| {
            let tree = tree.as_ref().filter(|_| self.shows_trees);
            tree.map(Tree::root)
        });
        let record = CheckRecord::new(Some(line.number), line.text, self.judge.rule(), shown);
        json::write(out, &record.with_advice(judgement.advice.for_record()))
    }
}
