//! `rfc1738 conformance run`: asks a program about every text of a complete suite.

use std::io;
use std::time::Duration;

use rfcbnf::automaton::Automaton;

use super::arguments::{ReportFormat, RunArguments};
use super::breakdown::{Breakdown, Problem, Reason, write_remark};
use super::pipes::Gone;
use super::recogniser::{Recogniser, Silence};
use super::record::RunRecord;
use super::report;
use super::suites::{automaton, suite};
use super::tally::Tally;
use crate::escape::Escaped;
use crate::json;
use crate::outcome::{Failure, Verdict};
use crate::progress::Progress;
use crate::streams::{self, Output, flushed};

/// Asks the command, and reports.
pub(crate) fn run(arguments: &RunArguments) -> Result<Verdict, Failure> {
    let rule = arguments.rule;
    let automaton = automaton(rule)?;
    let suite = suite(rule, &automaton, arguments.extra_states)?;
    let texts = suite.size();
    let (name, _) = arguments.command();
    let command = Escaped(name.as_encoded_bytes()).to_string();
    let mut run = Run {
        recogniser: start(arguments, automaton.clone())?,
        tally: Tally::new(rule, arguments.most.get()),
        progress: Progress::of_suite(&command, texts),
        timeout: arguments.timeout.get(),
    };
    let problem = run.ask(suite.texts())?;
    let Run {
        recogniser,
        tally,
        progress,
        ..
    } = run;
    // The bar goes before anything else is shown.
    drop(progress);
    let ending = recogniser.end();
    let Some(problem) = problem else {
        report(arguments, &tally, texts, None)?;
        write_remark(&mut streams::error(), &command, &ending)?;
        return Ok(Verdict::of(tally.total().disagreements() == 0));
    };
    let breakdown = Breakdown {
        command,
        problem,
        texts,
        ending,
    };
    report(arguments, &tally, texts, Some(&breakdown))?;
    breakdown.write(&mut streams::error())?;
    Ok(Verdict::Unreadable)
}

/// Starts the command and begins to give it the texts of the suite. Both sides make them anew,
/// since nobody knows how far behind the answers are.
fn start(arguments: &RunArguments, automaton: Automaton) -> Result<Recogniser, Failure> {
    let (rule, extra_states) = (arguments.rule, arguments.extra_states);
    let timeout = Duration::from_secs(arguments.timeout.get());
    Recogniser::start(arguments.command(), timeout, move |giver| {
        let suite = suite(rule, &automaton, extra_states).map_err(|_| Gone)?;
        suite.texts().try_for_each(|text| giver.give(&text))
    })
}

/// Writes what was found out about a suite of so many texts.
fn report(
    arguments: &RunArguments,
    tally: &Tally,
    texts: u64,
    breakdown: Option<&Breakdown>,
) -> io::Result<()> {
    match arguments.report {
        ReportFormat::Human => flushed(Output::new(), |out| report::write(out, tally, texts)),
        ReportFormat::Json => flushed(streams::plain_output(), |out| {
            let record = RunRecord::new(tally, arguments.extra_states, texts, breakdown);
            json::write(out, &record)
        }),
    }
}

/// A run that is not over.
struct Run {
    recogniser: Recogniser,
    tally: Tally,
    progress: Progress,
    /// In seconds.
    timeout: u64,
}

impl Run {
    /// Hears an answer to each text, and that nothing follows; or what happens instead.
    fn ask(&mut self, texts: impl Iterator<Item = String>) -> Result<Option<Problem>, Failure> {
        for (number, text) in (1..).zip(texts) {
            match self.recogniser.answer() {
                Ok(answer) => self.tally.count(number, &text, answer),
                Err(silence) => {
                    let reason = self.reason(silence)?;
                    return Ok(Some(Problem::Unanswered {
                        number,
                        text,
                        reason,
                    }));
                }
            }
            if self.progress.is_due(number) {
                self.progress.draw(number);
            }
        }
        match self.recogniser.answer() {
            Ok(answer) => Ok(Some(Problem::Surplus(answer.to_string().into_bytes()))),
            Err(Silence::Nonsense(line)) => Ok(Some(Problem::Surplus(line))),
            Err(Silence::Interrupted) => Err(Failure::Interrupted),
            // Nothing is missing, however it ends.
            Err(Silence::Closed | Silence::TimedOut) => Ok(None),
        }
    }

    fn reason(&self, silence: Silence) -> Result<Reason, Failure> {
        match silence {
            Silence::Closed => Ok(Reason::Closed),
            Silence::TimedOut => Ok(Reason::TimedOut(self.timeout)),
            Silence::Nonsense(line) => Ok(Reason::Nonsense(line)),
            Silence::Interrupted => Err(Failure::Interrupted),
        }
    }
}
