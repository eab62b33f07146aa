//! Asks a command about the texts of a suite.

use std::sync::Arc;
use std::time::Duration;

use rfc1738_views::conformance::breakdown::{Breakdown, Ending, Problem, Stage};
use rfc1738_views::conformance::run_result::SuiteSize;
use rfc1738_views::conformance::tally::Tally;
use rfc1738_views::production::CheckedProduction;

use crate::commands::conformance::run::again::Sample;
use crate::commands::conformance::run::arguments::RunArguments;
use crate::commands::conformance::run::asking;
use crate::commands::conformance::run::cutoff::Cutoff;
use crate::commands::conformance::run::recognizer::Recognizer;
use crate::commands::conformance::run::search::Disagreements;
use crate::commands::conformance::suites::ChosenSuite;
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::progress::Progress;

/// A command that was asked about every text of a suite, unless it broke down.
pub(super) struct SuiteRun<P> {
    pub(super) tally: Tally<P>,
    pub(super) disagreements: Disagreements,
    pub(super) size: SuiteSize,
    pub(super) problem: Option<Problem>,
    pub(super) ending: Ending,
    /// The texts to ask about again.
    pub(super) sample: Sample,
}

impl<P: CheckedProduction> SuiteRun<P> {
    /// Asks the command about every text, and ends it.
    pub(super) fn start(
        arguments: &RunArguments,
        rule: P,
        suite: &Arc<ChosenSuite>,
        command: &str,
        cutoff: &Cutoff,
    ) -> Result<Self, Failure> {
        let left_out = left_out(suite);
        let size = SuiteSize {
            texts: suite.size() - left_out,
            left_out,
        };
        let mut recognizer = start(arguments, Arc::clone(suite), cutoff)?;
        let mut tally = Tally::new(rule, arguments.most.get());
        let mut disagreements = Disagreements::default();
        let mut sample = Sample::of(size.texts);
        let mut progress = Progress::of_suite(command, size.texts);
        let mut problem = asking::read_answers(
            || recognizer.answer(),
            texts_on_lines(suite),
            arguments.timeout.get(),
            &mut progress,
            |number, text, answer| {
                let fault = tally.count(number, &text, answer);
                sample.keep(number, &text, answer, fault.is_none());
                if let Some(fault) = fault.filter(|_| !arguments.no_causes) {
                    disagreements.keep(text, fault);
                }
            },
        );
        if problem.is_none() {
            problem = asking::read_end(recognizer.answer());
        }
        // Clear the bar before anything else is written.
        drop(progress);
        Ok(Self {
            tally,
            disagreements,
            size,
            problem,
            ending: recognizer.end(),
            sample,
        })
    }

    /// Returns why the run ended early.
    pub(super) fn breakdown(&self, command: &str) -> Option<Breakdown> {
        self.problem.as_ref().map(|problem| Breakdown {
            command: command.to_owned(),
            problem: problem.clone(),
            texts: self.size.texts,
            stage: Stage::Suite,
            ending: self.ending.clone(),
        })
    }
}

/// Starts the command and begins to write the texts of the suite to it. The writer makes the texts
/// a second time, because the answers can lag behind by any number of texts.
fn start(
    arguments: &RunArguments,
    suite: Arc<ChosenSuite>,
    cutoff: &Cutoff,
) -> Result<Recognizer, Failure> {
    let timeout = Duration::from_secs(arguments.timeout.get());
    Recognizer::start(arguments.command(), timeout, cutoff, move |writer| {
        texts_on_lines(&suite).try_for_each(|text| writer.write(&text))
    })
}

/// Returns the texts that a line can hold.
fn texts_on_lines(suite: &ChosenSuite) -> impl Iterator<Item = Vec<u8>> {
    suite.texts().filter(|text| lines::fits(text))
}

/// Returns the number of texts that no line can hold.
fn left_out(suite: &ChosenSuite) -> u64 {
    // Other suites hold neither CR nor LF, and can be long.
    if !suite.has_line_ends() {
        return 0;
    }
    suite.texts().filter(|text| !lines::fits(text)).count() as u64
}
