//! `rfc1738 check`: many texts, one a line.
//!
//! One thread reads batches of lines, several threads check them, and the main thread writes the
//! answers in the order of the lines.
//!
//! Invariants: only a count is kept of a line whose answer is written. The memory for other lines
//! is bounded by the number of threads and by the longest line.

mod answers;
pub(crate) mod arguments;
mod batches;
mod buffers;
mod judge;
mod reader;
mod report;
mod workers;

use std::ffi::OsStr;
use std::io::{self, IsTerminal as _, Write};

use crossbeam_channel::Receiver;
use rfc1738_views::check::summary::Summary;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf_engine::Production;

use crate::advice::AdvicePolicy;
use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::progress::Progress;
use crate::output::streams::{self, Output};
use answers::Answer;
use arguments::{CheckArguments, CheckFormat};
use judge::LineJudge;
use reader::Next;
use report::LineReport;

/// Checks every line of every file. The command goes on after a file that cannot be read.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let files = &arguments.files;
    let reads_input = files.is_empty() || files.iter().any(|file| file == "-");
    let input = reads_input.then_some(OsStr::new("-"));
    let Some(chosen) = ChosenGrammar::of(grammar, input)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let own = chosen.rule(name);
    AdvicePolicy::refuse(arguments.advice, &arguments.deny, own)?;
    let task = CheckTask {
        arguments,
        policy: AdvicePolicy::new(arguments.advice, &arguments.deny, own),
    };
    chosen.run(name, &[], task)
}

struct CheckTask<'a> {
    arguments: &'a CheckArguments,
    policy: AdvicePolicy,
}

impl ProductionTask for CheckTask<'_> {
    fn run<P>(self, rule: P, _: &[P]) -> Result<Verdict, Failure>
    where
        P: CheckedProduction + Send + Sync + 'static,
    {
        let arguments = self.arguments;
        let (out, palette) = output(arguments.format);
        let report = LineReport {
            judge: LineJudge::new(rule, self.policy, arguments.tree),
            format: arguments.format,
            shows_trees: arguments.tree,
            palette,
        };
        let mut writer = AnswerWriter {
            out,
            is_watched: io::stdout().is_terminal(),
            progress: None,
            summary: Summary::default(),
            verdict: Verdict::Valid,
        };
        for next in reader::start(arguments.files.clone(), report, arguments.threads())? {
            writer.write(next)?;
        }
        writer.finish(arguments.format)
    }
}

/// Returns standard output, and the styles that it shows.
fn output(format: CheckFormat) -> (Box<dyn Write>, Palette) {
    match format {
        CheckFormat::Human => {
            let out = Output::new();
            let palette = out.palette();
            (Box::new(out), palette)
        }
        CheckFormat::Json => (Box::new(streams::plain_output()), Palette::PLAIN),
    }
}

/// Writes answers, and counts lines.
struct AnswerWriter<P> {
    out: Box<dyn Write>,
    /// Whether `out` is a terminal, which may show a progress bar.
    is_watched: bool,
    /// The progress of the current file.
    progress: Option<Progress>,
    summary: Summary<P>,
    verdict: Verdict,
}

impl<P: Production> AnswerWriter<P> {
    fn write(&mut self, next: Next<P>) -> Result<(), Failure> {
        match next {
            Next::File { name, length } => {
                // Clear the bar before the next one.
                self.progress = None;
                self.progress = Some(Progress::of_file(&name, length));
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
            Next::Failure(failure @ Failure::Unreadable { .. }) => {
                self.progress = None;
                failure.write()?;
                self.verdict = Verdict::Unreadable;
            }
            Next::Failure(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Waits for the answers to a batch, and writes them.
    fn answers(&mut self, answers: &Receiver<Answer<P>>) -> io::Result<()> {
        let mut is_counted = false;
        for answer in answers {
            match answer {
                Answer::Text(text) => {
                    if let Some(progress) = self.progress.as_mut().filter(|_| self.is_watched) {
                        progress.make_way();
                    }
                    self.out.write_all(&text)?;
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

    fn finish(mut self, format: CheckFormat) -> Result<Verdict, Failure> {
        self.progress = None;
        // If nothing could be read, there are no counts.
        let counts = self.verdict == Verdict::Valid || !self.summary.is_empty();
        if format == CheckFormat::Human && counts {
            self.summary
                .write(&mut streams::error(), Palette::COLORED)?;
        }
        let verdict = Verdict::of(self.summary.is_all_fine());
        Ok(self.verdict.max(verdict))
    }
}
