//! The report on each text.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use rfc1738_views::check::place::{ExpectedLists, FileName, Place};
use rfc1738_views::check::record::{CheckRecord, ValidRecords};
use rfc1738_views::check::summary::{CheckedText, Summary, SummaryDetail, production_of};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::{
    CheckedProduction, Cut, Rejection as _, Undecided, UndecidedRecord,
};
use rfc1738_views::repairs::Repairs;
use rfcbnf_engine::Tree;
use rfcbnf_engine::escape::Escaped;

use super::answers::Answers;
use super::arguments::{CheckFormat, FixKind};
use super::rewrite::certain_fix;
use crate::advice::{Advice, AdvicePolicy};
use crate::input::records::{
    Batch, Content, LIMIT, LongVerdict, Record, RecordError, RecordFormat, Unreadable, WHOLE_LINE,
};
use crate::input::source::SourceName;
use crate::outcome::Failure;

/// The length in octets from which on a text is judged while no other thread judges such a text. The tables for each
/// may take most of the memory that a command may hold.
const LONG: usize = 64 * 1024;

static ALONE: Mutex<()> = Mutex::new(());

/// Judges texts and reports on them.
pub(super) struct TextReport<P> {
    pub(super) records: RecordFormat,
    pub(super) judge: TextJudge<P>,
    /// The format of the texts; `None` if they are only counted.
    pub(super) format: Option<CheckFormat>,
    pub(super) detail: SummaryDetail<P>,
    pub(super) shows_trees: bool,
    pub(super) errors_only: bool,
    /// Which lines are fixed.
    pub(super) fixes: Option<FixKind>,
    /// The greatest number of repairs of an invalid text, if they are shown.
    pub(super) repairs: Option<NonZeroUsize>,
    /// The styles of the lines for people.
    pub(super) palette: Palette,
}

impl<P: CheckedProduction> TextReport<P> {
    /// Reports on each text of a batch.
    pub(super) fn batch(
        &self,
        source: &SourceName,
        batch: &Batch,
        mut out: Answers<P>,
    ) -> io::Result<()> {
        let mut summary = Summary::new(self.detail);
        let mut expected = ExpectedLists::default();
        let is_brief = matches!(self.detail, SummaryDetail::Brief) && self.fixes.is_none();
        let mut valid =
            ValidRecords::new(self.judge.rule(), file_name(source), self.records.field());
        if let Some(lines) = self.records.lines(batch).filter(|_| self.writes_valid()) {
            valid = valid.of_lines(lines);
        }
        self.records.each(batch, |content| match content {
            Content::Text(record) => {
                let is_long = record.text.len() > LONG;
                let _alone = is_long.then(|| ALONE.lock().unwrap_or_else(PoisonError::into_inner));
                match self.judge.pass(&record.text) {
                    Some(production) if is_brief && record.condensed.is_none() => {
                        summary.count_valid(production);
                        if self.writes_valid() {
                            valid.write(&mut out, &self.place(source, &record), &record.text)?;
                        }
                        Ok(())
                    }
                    passed => {
                        let (out, summary, expected) = (&mut out, &mut summary, &mut expected);
                        self.text(out, summary, expected, source, &record, passed)
                    }
                }
            }
            Content::Error(error) => self.fail(&mut out, &mut summary, source, error),
            Content::Null => {
                summary.count_without_text();
                Ok(())
            }
        })?;
        out.finish(summary)
    }

    /// Whether the output has valid texts.
    fn writes_valid(&self) -> bool {
        self.format == Some(CheckFormat::Json) && !self.errors_only
    }

    fn place<'a>(&'a self, source: &'a SourceName, record: &Record<'_>) -> Place<'a> {
        Place {
            file: file_name(source),
            line: record.line,
            record: record.number,
            field: self.records.field(),
            start: record.start,
            cut: cut(record),
        }
    }

    /// Reports on a text. `passed` is what the judge says of it if it passes.
    fn text(
        &self,
        out: &mut Answers<P>,
        summary: &mut Summary<P>,
        expected: &mut ExpectedLists<P>,
        source: &SourceName,
        record: &Record<'_>,
        passed: Option<P>,
    ) -> io::Result<()> {
        if self.fixes.is_some() && record.condensed.is_some() {
            let error = Unreadable {
                number: record.number,
                ..Unreadable::at_line(record.line, RecordError::NotCopied)
            };
            return self.fail(out, summary, source, error);
        }
        let fixed;
        let mut text = &*record.text;
        let mut judgement = self.judgement(record, passed);
        if let Some(kind) = self.fixes {
            let error = judgement
                .as_ref()
                .ok()
                .and_then(|one| one.result.as_ref().err());
            fixed = error.and_then(|error| match kind {
                FixKind::Certain => certain_fix(error),
                FixKind::Nearest => self.repairs(record, text, 1).only(),
            });
            if let Some(fixed) = &fixed {
                text = fixed;
                judgement = self.judged(text, self.judge.pass(text));
            }
            out.fixed().push(text, record.line_end, fixed.is_some());
        }
        let place = self.place(source, record);
        let judgement = match judgement {
            Ok(judgement) => judgement,
            Err(reason) => {
                summary.count_undecided(&place, &escaped(&reason));
                return self.write_undecided(out, &place, text, reason);
            }
        };
        let advice = &judgement.advice;
        summary.count(&CheckedText {
            place,
            text,
            verdict: judgement.result.as_ref().map(|_| judgement.production),
            findings: advice.findings(),
            is_denied: advice.is_denied(),
        });
        if self.errors_only && judgement.result.is_ok() && !advice.is_denied() {
            return Ok(());
        }
        match self.format {
            None => Ok(()),
            Some(CheckFormat::Human) => {
                self.write(out, expected, &place, &judgement)?;
                let repairs = self.shown_repairs(record, text, &judgement);
                match (&judgement.result, repairs) {
                    (Err(error), Some(repairs)) => {
                        place.write_repairs(out, self.palette, error, &repairs)
                    }
                    _ => Ok(()),
                }
            }
            Some(CheckFormat::Json) => {
                let repairs = self.shown_repairs(record, text, &judgement);
                self.write_record(out, &place, text, (&judgement, repairs.as_ref()))
            }
        }
    }

    /// Returns the nearest texts, which are looked for in one thread at a time: in that of a long record already.
    fn repairs<'t>(&self, record: &Record<'_>, text: &'t [u8], most: usize) -> Repairs<'t> {
        let is_short = record.text.len() <= LONG;
        let _alone = is_short.then(|| ALONE.lock().unwrap_or_else(PoisonError::into_inner));
        Repairs::of(self.judge.rule(), text, most)
    }

    /// Returns the nearest texts of an invalid text, if they are shown. A text whose middle is left out has none: they would
    /// be those of a shorter text.
    fn shown_repairs<'t>(
        &self,
        record: &Record<'_>,
        text: &'t [u8],
        judgement: &Judgement<'_, P>,
    ) -> Option<Repairs<'t>> {
        let most = self.repairs.filter(|_| cut(record).is_none())?;
        let is_invalid = judgement.result.is_err();
        is_invalid.then(|| self.repairs(record, text, most.get()))
    }

    /// Judges a text. Fails with the reason if it is not decided.
    fn judged<'a>(
        &'a self,
        text: &'a [u8],
        passed: Option<P>,
    ) -> Result<Judgement<'a, P>, UndecidedRecord> {
        let judged = self.judge.judge(text, passed);
        judged.map_err(|undecided| UndecidedRecord::from(&undecided))
    }

    /// Judges the text of a record. Fails with the reason if it is not decided.
    fn judgement<'a>(
        &'a self,
        record: &'a Record<'_>,
        passed: Option<P>,
    ) -> Result<Judgement<'a, P>, UndecidedRecord> {
        let Some(condensed) = record.condensed else {
            return self.judged(&record.text, passed);
        };
        if condensed.verdict == LongVerdict::Undecided {
            return Err(RecordError::TooLong(WHOLE_LINE).to_string().into());
        }
        let judgement = self.judged(&record.text, passed)?;
        let shift = condensed.cut.octets;
        match (&judgement.result, condensed.verdict) {
            (Ok(_), LongVerdict::Valid) if self.judge.needs_trees() => {
                Err(RecordError::OnlyDecided(condensed.cut.length)
                    .to_string()
                    .into())
            }
            (Ok(_), LongVerdict::Valid) => Ok(judgement),
            (Err(error), LongVerdict::Invalid(offset))
                if error.facts().offset() as u64 + shift == offset =>
            {
                Ok(judgement)
            }
            // A shorter text cannot stand for this one.
            _ => Err(RecordError::TooLong(LIMIT).to_string().into()),
        }
    }

    fn write_undecided(
        &self,
        out: &mut impl Write,
        place: &Place<'_>,
        text: &[u8],
        reason: UndecidedRecord,
    ) -> io::Result<()> {
        match self.format {
            None => Ok(()),
            Some(CheckFormat::Human) => place.write_undecided(out, self.palette, &escaped(&reason)),
            Some(CheckFormat::Json) => {
                let record = CheckRecord::undecided(text, self.judge.rule(), reason);
                json::write(out, &record.at(place))
            }
        }
    }

    /// Counts a record without a verdict, and sends why it has none.
    fn fail(
        &self,
        out: &mut Answers<P>,
        summary: &mut Summary<P>,
        source: &SourceName,
        mut record: Unreadable,
    ) -> io::Result<()> {
        if self.fixes.is_some() {
            // Of lines, only those that are too long have no verdict.
            record.error = RecordError::NotCopied;
            out.fixed().cut();
        }
        let place = Place {
            record: record.number,
            ..Place::line(file_name(source), record.line)
        };
        let reason = record.error.to_string();
        summary.count_unreadable(&place, &reason);
        let name = format!("{}:{}", source.shown, record.position());
        out.fail(Failure::Unusable { name, reason })
    }

    fn write(
        &self,
        out: &mut impl Write,
        expected: &mut ExpectedLists<P>,
        place: &Place<'_>,
        judgement: &Judgement<'_, P>,
    ) -> io::Result<()> {
        let palette = self.palette;
        match &judgement.result {
            Ok(tree) => {
                if let Some(tree) = tree.as_ref().filter(|_| self.shows_trees) {
                    place.write_tree(out, palette, tree)?;
                }
                let mut denied = judgement.advice.denied();
                denied.try_for_each(|finding| place.write_denied(out, palette, finding))
            }
            Err(error) => place.write_rejection(out, palette, expected, error),
        }
    }

    fn write_record(
        &self,
        out: &mut impl Write,
        place: &Place<'_>,
        text: &[u8],
        (judgement, repairs): (&Judgement<'_, P>, Option<&Repairs<'_>>),
    ) -> io::Result<()> {
        let shown = judgement.result.as_ref().map(|tree| {
            let tree = tree.as_ref().filter(|_| self.shows_trees);
            tree.map(Tree::root)
        });
        let record = CheckRecord::new(text, self.judge.rule(), shown).at(place);
        let record = record.with_advice(judgement.advice.for_record());
        json::write(out, &record.with_repairs(repairs))
    }
}

/// Returns what is left out of the text of a record, or what an output leaves out of it because it is
/// long.
fn cut(record: &Record<'_>) -> Option<Cut> {
    let whole = |length: usize| Cut {
        length: length as u64,
        octets: 0,
        characters: 0,
    };
    match record.condensed {
        Some(condensed) => Some(condensed.cut),
        None => Some(record.text.len())
            .filter(|length| *length > LIMIT)
            .map(whole),
    }
}

fn file_name(source: &SourceName) -> FileName<'_> {
    FileName {
        shown: &source.shown,
        octets: &source.octets,
    }
}

/// Returns the reason why a text is not decided, for people.
fn escaped(reason: &UndecidedRecord) -> String {
    Escaped(reason.reason().as_bytes()).to_string()
}

/// Judges texts by a production and an advice policy.
pub(super) struct TextJudge<P> {
    rule: P,
    policy: AdvicePolicy,
    needs_trees: bool,
    /// Whether a text can pass without a tree.
    can_pass: bool,
}

/// The verdict on a text, and the advice on it.
struct Judgement<'a, P: CheckedProduction> {
    /// The tree of a valid text, which is there if one is needed; the error of an invalid text.
    result: Result<Option<Tree<'a, P>>, P::Rejection>,
    /// The production that the text counts for.
    production: P,
    /// The advice on a valid text.
    advice: Advice<'a>,
}

impl<P: CheckedProduction> TextJudge<P> {
    /// Returns a judge that makes trees if `shows_trees` or the policy needs them.
    pub(super) fn new(rule: P, policy: AdvicePolicy, shows_trees: bool) -> Self {
        let needs_trees = shows_trees || !policy.is_silent();
        Self {
            rule,
            policy,
            needs_trees,
            can_pass: !needs_trees && rule.has_kinds(),
        }
    }

    /// Returns the production.
    pub(super) fn rule(&self) -> P {
        self.rule
    }

    /// Returns whether a verdict needs more than the automaton of the production can tell.
    fn needs_trees(&self) -> bool {
        self.needs_trees
    }

    /// Judges the text. `passed` is what [`pass`](Self::pass) says of it. Fails if it is not decided, or
    /// if it is valid and a tree is needed that is not to be had.
    fn judge<'a>(
        &'a self,
        text: &'a [u8],
        passed: Option<P>,
    ) -> Result<Judgement<'a, P>, Undecided> {
        if let Some(kind) = passed {
            return Ok(self.valid_without_tree(kind));
        }
        if let Some(error) = self.can_pass.then(|| self.rule.error_of(text)).flatten() {
            return Ok(self.invalid(error));
        }
        match self.rule.check(text) {
            // Only its tree tells that a text counts for a part of the production.
            Err(Undecided::Tree(_)) if !self.needs_trees => Ok(self.valid_without_tree(self.rule)),
            Err(undecided) => Err(undecided),
            Ok(result) => Ok(Judgement {
                production: production_of(&result),
                advice: self.policy.on(result.as_ref().ok()),
                result: result.map(Some),
            }),
        }
    }

    /// Returns the production that the text counts for if it is valid and nothing else of it is needed.
    /// The tree, which may be needed for that, takes most of the time.
    fn pass(&self, text: &[u8]) -> Option<P> {
        if self.can_pass {
            self.rule.kind_of_valid(text)
        } else {
            None
        }
    }

    fn invalid(&self, error: P::Rejection) -> Judgement<'_, P> {
        Judgement {
            production: error.facts().innermost(),
            advice: self.policy.on::<P>(None),
            result: Err(error),
        }
    }

    fn valid_without_tree(&self, production: P) -> Judgement<'_, P> {
        Judgement {
            result: Ok(None),
            production,
            advice: self.policy.on::<P>(None),
        }
    }
}
