//! `rfc1738 check`: many texts, from lines or records.
//!
//! One thread reads batches of records, several threads check them, and the main thread writes the
//! answers in the order of the records:
//!
//! ```text
//! reader ──(batches)──► workers ──(text, errors, counts)──► writer ──► standard output
//!    └────────────(files, and the channel of each batch)──────┘ └────► summary
//! ```
//!
//! Files of a few lines are read, checked and written on one thread.
//!
//! With `--fix`, the answers also hold the lines, and the writer rewrites the files.
//!
//! Invariants: only a count is kept of a text whose answer is written. The memory for other texts
//! is bounded by the number of threads and by the limit of a record.

mod answers;
pub(crate) mod arguments;
mod reader;
mod report;
mod rewrite;

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Write};

use crossbeam_channel::Receiver;
use rfc1738_views::check::summary::{Noun, Summary, SummaryDetail, SummaryRecord, write_csv};
use rfc1738_views::count::counted;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;

use crate::advice::AdvicePolicy;
use crate::arguments::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::records::{LazyAutomaton, RecordFormat};
use crate::input::source::{is_grammar_file, meant_file};
use crate::outcome::{Failure, Verdict};
use crate::output::progress::Progress;
use crate::output::streams::{self, Output};
use answers::Answer;
use arguments::{CheckArguments, CheckFormat, OutputArguments, SummaryFormat};
use reader::Next;
use report::{TextJudge, TextReport};
use rewrite::Rewriter;

/// Checks every text of every file. The command goes on after a file that cannot be read.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let input = arguments.reads_input().then_some(OsStr::new("-"));
    let Some(chosen) = ChosenGrammar::of(grammar, input)? else {
        return Ok(Verdict::Unreadable);
    };
    arguments.output.refuse_mixture()?;
    let name = chosen.production(rule.as_deref())?;
    let own = chosen.rule(name);
    AdvicePolicy::refuse(arguments.advice, &arguments.deny, own)?;
    let scheme = chosen.scheme_of(name)?;
    arguments.refuse_fixes(own, scheme.is_some())?;
    let automaton = LazyAutomaton::new(chosen.automaton_maker(name)?);
    let task = CheckTask {
        arguments,
        records: arguments.records.format(automaton)?,
        policy: AdvicePolicy::new(arguments.advice, &arguments.deny, own),
    };
    chosen.run_with_unknown(name, scheme.as_slice(), task)
}

struct CheckTask<'a> {
    arguments: &'a CheckArguments,
    records: RecordFormat,
    policy: AdvicePolicy,
}

impl ProductionTask for CheckTask<'_> {
    fn run<P>(self, rule: P, others: &[P]) -> Result<Verdict, Failure>
    where
        P: CheckedProduction + Send + Sync + 'static,
    {
        let arguments = self.arguments;
        let (out, palette) = output(arguments);
        let noun = match &self.records {
            RecordFormat::Lines(_) => Noun::Line,
            RecordFormat::Whole => Noun::File,
            RecordFormat::Csv(_) | RecordFormat::JsonLines(_) => Noun::Record,
        };
        let detail = match arguments.output.summary {
            None => SummaryDetail::Brief,
            Some(_) => SummaryDetail::Report(others.first().copied()),
        };
        let report = TextReport {
            records: self.records,
            judge: TextJudge::new(rule, self.policy, arguments.tree),
            format: arguments.output.text_format(),
            detail,
            shows_trees: arguments.tree,
            errors_only: arguments.output.errors_only,
            fixes: arguments.fix,
            repairs: arguments.repairs.most(),
            palette,
        };
        let mut writer = AnswerWriter {
            out,
            is_watched: io::stdout().is_terminal(),
            is_quiet: arguments.output.quiet,
            is_over: false,
            rewriter: arguments.fix.map(|_| Rewriter::default()),
            progress: None,
            summary: Summary::new(detail),
            verdict: Verdict::Valid,
        };
        for next in reader::start(arguments.files.clone(), report, || arguments.threads())? {
            writer.write(next)?;
            let is_answered = writer.is_quiet && writer.is_settled();
            if is_answered || writer.is_over {
                break;
            }
        }
        let verdict = writer.finish(&arguments.output, rule, palette, noun)?;
        let is_human = arguments.output.text_format() == Some(CheckFormat::Human);
        if verdict == Verdict::Invalid && is_human {
            let grammars = arguments.files.iter();
            let grammars = grammars.filter(|name| is_grammar_file(name));
            for meant in grammars.filter_map(|name| meant_file(name)) {
                streams::message(|out| writeln!(out, "help: {meant}"))?;
            }
        }
        Ok(verdict)
    }
}

/// Returns the stream of the report, and the styles that it shows: standard output, unless that holds
/// fixed lines.
fn output(arguments: &CheckArguments) -> (Box<dyn Write>, Palette) {
    if arguments.fix.is_some() && arguments.reads_input() {
        let out = streams::Errors::new();
        let palette = out.palette();
        return (Box::new(out), palette);
    }
    let arguments = &arguments.output;
    let is_for_people = match arguments.summary {
        None => arguments.text_format() != Some(CheckFormat::Json),
        Some(format) => format == SummaryFormat::Human,
    };
    if !is_for_people {
        return (Box::new(streams::plain_output()), Palette::PLAIN);
    }
    let out = Output::new();
    let palette = out.palette();
    (Box::new(out), palette)
}

/// Writes answers, and counts texts.
struct AnswerWriter<P> {
    out: Box<dyn Write>,
    /// Whether `out` is a terminal, which may show a progress bar.
    is_watched: bool,
    /// Whether the exit status is the only answer.
    is_quiet: bool,
    /// Whether the rest need not be read.
    is_over: bool,
    /// Writes the fixed lines, if lines are to be fixed.
    rewriter: Option<Rewriter>,
    /// The progress of the current file.
    progress: Option<Progress>,
    summary: Summary<P>,
    verdict: Verdict,
}

impl<P: CheckedProduction> AnswerWriter<P> {
    fn write(&mut self, next: Next<P>) -> Result<(), Failure> {
        match next {
            Next::File { name, length } => {
                // Clear the bar before the next one.
                self.progress = None;
                let is_shown = !self.is_quiet;
                self.progress = is_shown.then(|| Progress::of_file(&name.shown, length));
                if let Some(rewriter) = &mut self.rewriter {
                    rewriter.begin(&name)?;
                }
            }
            Next::End => {
                if let Some(rewriter) = &mut self.rewriter {
                    rewriter.end()?;
                }
            }
            Next::Batch { answers, position } => {
                self.answers(&answers)?;
                // The program that writes the next line may wait for these answers.
                self.out.flush()?;
                if let Some(progress) = &mut self.progress
                    && progress.is_due(position)
                {
                    progress.draw(position);
                }
            }
            Next::Failure(failure @ (Failure::Unreadable { .. } | Failure::Unusable { .. })) => {
                self.out.flush()?;
                self.progress = None;
                if let Some(rewriter) = &mut self.rewriter {
                    rewriter.abandon();
                }
                failure.write()?;
                self.verdict = Verdict::Unreadable;
            }
            Next::Failure(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Returns whether the exit status is known: a text is invalid, has denied advice or is not
    /// decided. A text that cannot be read settles nothing yet, because later ones are reported too.
    fn is_settled(&self) -> bool {
        !self.summary.is_all_fine() || self.summary.has_undecided()
    }

    /// Waits for the answers to a batch, and writes them.
    fn answers(&mut self, answers: &Receiver<Answer<P>>) -> Result<(), Failure> {
        let mut is_counted = false;
        for answer in answers {
            match answer {
                Answer::Text(text) => {
                    if let Some(progress) = self.progress.as_mut().filter(|_| self.is_watched) {
                        progress.make_way();
                    }
                    self.out.write_all(&text)?;
                }
                Answer::Error(failure) => {
                    if let Some(progress) = &mut self.progress {
                        progress.make_way();
                    }
                    self.out.flush()?;
                    failure.write()?;
                }
                Answer::Fixed(lines) => {
                    if let Some(rewriter) = &mut self.rewriter {
                        self.is_over = !rewriter.write(&lines)?;
                    }
                }
                Answer::Counts(summary) => {
                    self.summary.add(&summary);
                    is_counted = true;
                }
            }
        }
        assert!(is_counted, "every batch is checked to its end");
        Ok(())
    }

    /// Writes the summary. Returns the verdict on all texts.
    fn finish(
        mut self,
        arguments: &OutputArguments,
        rule: P,
        palette: Palette,
        noun: Noun,
    ) -> Result<Verdict, Failure> {
        self.progress = None;
        let (summary, out) = (&self.summary, &mut self.out);
        match arguments.summary {
            Some(SummaryFormat::Human) => summary.write(out, palette, noun)?,
            Some(SummaryFormat::Json) => json::write(out, &SummaryRecord::new(rule, summary))?,
            Some(SummaryFormat::Csv) => write_csv(&mut *out, summary)?,
            None => {
                // If nothing could be read, there are no counts.
                let has_counts = self.verdict == Verdict::Valid || !summary.is_empty();
                if arguments.text_format() == Some(CheckFormat::Human) && has_counts {
                    streams::message(|out| summary.write(out, Palette::COLORED, noun))?;
                }
            }
        }
        if let Some(rewriter) = &self.rewriter {
            let number = Palette::COLORED.number;
            let fixed = counted(rewriter.count(), "line fixed", "lines fixed", number);
            streams::message(|out| writeln!(out, "{fixed}"))?;
        }
        out.flush()?;
        let read = if summary.is_complete() {
            Verdict::Valid
        } else {
            Verdict::Unreadable
        };
        Ok(self
            .verdict
            .max(read)
            .max(Verdict::of(summary.is_all_fine())))
    }
}
