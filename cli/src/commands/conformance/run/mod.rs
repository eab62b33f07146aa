//! `rfc1738 conformance run`: asks a program about every text of a complete suite.

pub(crate) mod arguments;
mod pipes;
mod recognizer;

use std::io;
use std::time::Duration;

use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Reason, write_remark};
use rfc1738_views::conformance::report;
use rfc1738_views::conformance::run_record::{RunRecord, SuiteSize};
use rfc1738_views::conformance::tally::Tally;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::automaton::Automaton;
use rfcbnf::conformance::Suite;
use rfcbnf_engine::escape::Escaped;

use crate::arguments::grammar::ProductionChoice;
use crate::commands::conformance::suites::{automaton, suite};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::progress::Progress;
use crate::output::streams::{self, Output, flushed};
use arguments::{ReportFormat, RunArguments};
use pipes::Gone;
use recognizer::{Recognizer, Silence};

/// Asks the command about every text, and reports.
pub(crate) fn run(arguments: &RunArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, None)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let task = RunTask {
        arguments,
        automaton: automaton(&chosen, name)?,
    };
    chosen.run(name, &[], task)
}

struct RunTask<'a> {
    arguments: &'a RunArguments,
    automaton: Automaton,
}

impl ProductionTask for RunTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        ask_all(self.arguments, rule, &self.automaton)
    }
}

fn ask_all(
    arguments: &RunArguments,
    rule: impl CheckedProduction,
    automaton: &Automaton,
) -> Result<Verdict, Failure> {
    let production = rule.to_string();
    let suite = suite(&production, automaton, arguments.extra_states)?;
    let left_out = left_out(automaton, &suite);
    let texts = suite.size() - left_out;
    let (name, _) = arguments.command();
    let command = Escaped(name.as_encoded_bytes()).to_string();
    let mut run = Run {
        recognizer: start(arguments, production, automaton.clone())?,
        tally: Tally::new(rule, arguments.most.get()),
        progress: Progress::of_suite(&command, texts),
        timeout: arguments.timeout.get(),
    };
    let problem = run.ask(texts_on_lines(&suite))?;
    let Run {
        recognizer,
        tally,
        progress,
        ..
    } = run;
    // Clear the bar before anything else is written.
    drop(progress);
    let ending = recognizer.end();
    let size = SuiteSize { texts, left_out };
    let Some(problem) = problem else {
        write_report(arguments, &tally, size, None)?;
        write_remark(&mut streams::error(), Palette::COLORED, &command, &ending)?;
        return Ok(Verdict::of(tally.total().disagreements() == 0));
    };
    let breakdown = Breakdown {
        command,
        problem,
        texts,
        ending,
    };
    write_report(arguments, &tally, size, Some(&breakdown))?;
    breakdown.write(&mut streams::error(), Palette::COLORED)?;
    Ok(Verdict::Unreadable)
}

/// Starts the command and begins to write the texts of the suite to it. The writer makes the texts
/// a second time, because the answers can lag behind by any number of texts.
fn start(
    arguments: &RunArguments,
    production: String,
    automaton: Automaton,
) -> Result<Recognizer, Failure> {
    let extra_states = arguments.extra_states;
    let timeout = Duration::from_secs(arguments.timeout.get());
    Recognizer::start(arguments.command(), timeout, move |writer| {
        let suite = suite(&production, &automaton, extra_states).map_err(|_| Gone)?;
        texts_on_lines(&suite).try_for_each(|text| writer.write(&text))
    })
}

/// Returns the texts that a line can hold.
fn texts_on_lines(suite: &Suite<'_>) -> impl Iterator<Item = Vec<u8>> {
    suite.texts().filter(|text| lines::fits(text))
}

/// Returns the number of texts that no line can hold.
fn left_out(automaton: &Automaton, suite: &Suite<'_>) -> u64 {
    // Other suites hold neither CR nor LF, and can be long.
    if !automaton.contains_any(|octet| matches!(octet, b'\r' | b'\n')) {
        return 0;
    }
    suite.texts().filter(|text| !lines::fits(text)).count() as u64
}

/// Writes the report on a suite.
fn write_report(
    arguments: &RunArguments,
    tally: &Tally<impl CheckedProduction>,
    size: SuiteSize,
    breakdown: Option<&Breakdown>,
) -> io::Result<()> {
    lines::write_left_out(
        size.left_out,
        "`conformance export --format jsonl` writes all",
    )?;
    match arguments.report {
        ReportFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            report::write(out, palette, tally, size.texts)
        }),
        ReportFormat::Json => flushed(streams::plain_output(), |out| {
            let record = RunRecord::new(tally, arguments.extra_states, size, breakdown);
            json::write(out, &record)
        }),
    }
}

/// A run in progress.
struct Run<P> {
    recognizer: Recognizer,
    tally: Tally<P>,
    progress: Progress,
    /// In seconds.
    timeout: u64,
}

impl<P: CheckedProduction> Run<P> {
    /// Reads an answer to each text, and the end of the output. Returns what happened instead.
    fn ask(&mut self, texts: impl Iterator<Item = Vec<u8>>) -> Result<Option<Problem>, Failure> {
        for (number, text) in (1..).zip(texts) {
            match self.recognizer.answer() {
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
        match self.recognizer.answer() {
            Ok(answer) => Ok(Some(Problem::Surplus(answer.to_string().into_bytes()))),
            Err(Silence::Nonsense(line)) => Ok(Some(Problem::Surplus(line))),
            Err(Silence::Interrupted) => Err(Failure::Interrupted),
            // Every text is answered, however the command ends.
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
