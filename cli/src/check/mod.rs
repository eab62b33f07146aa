//! `rfc1738 check`: many texts, one a line.
//!
//! One thread reads batches of lines, several check them, and the one that runs the command
//! writes what they say, in the order of the lines.
//!
//! Invariants: what is kept of a line that has been told of is a count; the memory for what is
//! read and not yet written is bounded by the number of threads, and by the longest line.

mod answers;
pub(crate) mod arguments;
mod batches;
mod buffers;
mod judge;
mod reader;
mod report;
mod workers;

use std::io::{self, IsTerminal as _, Write};

use crossbeam_channel::Receiver;

use crate::advice::Policy;
use crate::outcome::{Failure, Verdict};
use crate::progress::Progress;
use crate::streams::{self, Output};
use crate::style::Palette;
use crate::summary::Summary;
use answers::Answer;
use arguments::{CheckArguments, CheckFormat};
use judge::Judge;
use reader::Next;
use report::Report;

/// Checks every line of every file. A file that cannot be read does not keep the others from
/// being checked.
pub(crate) fn run(arguments: &CheckArguments) -> Result<Verdict, Failure> {
    Policy::refuse(arguments.advice, &arguments.deny, arguments.rule)?;
    let policy = Policy::new(arguments.advice, &arguments.deny, arguments.rule);
    let (out, palette) = output(arguments.format);
    let report = Report {
        judge: Judge::new(arguments.rule, policy, arguments.tree),
        format: arguments.format,
        shows_trees: arguments.tree,
        palette,
    };
    let mut writer = Writer {
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

/// Standard output, and the styles that people are shown there.
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

/// Writes what is said, and keeps count.
struct Writer {
    out: Box<dyn Write>,
    /// Whether that goes to a terminal, which may be showing a progress bar.
    is_watched: bool,
    /// How far the file has come that is being checked.
    progress: Option<Progress>,
    summary: Summary,
    verdict: Verdict,
}

impl Writer {
    fn write(&mut self, next: Next) -> Result<(), Failure> {
        match next {
            Next::File { name, length } => {
                // One bar goes before another comes.
                self.progress = None;
                self.progress = Some(Progress::of_file(&name, length));
            }
            Next::Batch { answers, passed } => {
                self.answers(&answers)?;
                // Whoever writes the next line may be waiting for what is said of these.
                self.out.flush()?;
                if let Some(progress) = &mut self.progress
                    && progress.is_due(passed)
                {
                    progress.draw(passed);
                }
            }
            Next::Failure(failure @ Failure::Unreadable { .. }) => {
                self.progress = None;
                failure.tell()?;
                self.verdict = Verdict::Unreadable;
            }
            Next::Failure(failure) => return Err(failure),
        }
        Ok(())
    }

    /// Writes all that is said of a batch. Waits for it.
    fn answers(&mut self, answers: &Receiver<Answer>) -> io::Result<()> {
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
        // Where nothing could be read, there is nothing to count.
        let counts = self.verdict == Verdict::Valid || !self.summary.is_empty();
        if format == CheckFormat::Human && counts {
            self.summary.write(&mut streams::error())?;
        }
        let verdict = Verdict::of(self.summary.is_all_fine());
        Ok(self.verdict.max(verdict))
    }
}
