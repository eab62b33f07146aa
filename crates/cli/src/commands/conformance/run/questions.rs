//! Questions to a command that is started for each set of texts.
//!
//! The input ends after the texts, so a command may write its answers when it likes.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Stage};
use rfcbnf_engine::escape::Printable;

use super::cutoff::Cutoff;
use super::recognizer::Recognizer;
use crate::outcome::Failure;
use crate::output::progress::Progress;

/// A command that is asked about sets of texts.
pub(in crate::commands::conformance) struct Questions<'a> {
    command: (&'a OsStr, &'a [OsString]),
    /// In seconds.
    timeout: u64,
    cutoff: Cutoff,
}

/// Why there are no answers.
pub(in crate::commands::conformance) enum NoAnswers {
    /// The command broke down.
    Breakdown(Box<Breakdown>),
    /// The run cannot go on.
    Failure(Failure),
}

impl From<Failure> for NoAnswers {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl<'a> Questions<'a> {
    pub(in crate::commands::conformance) fn new(
        command: (&'a OsStr, &'a [OsString]),
        timeout: u64,
    ) -> Self {
        Self {
            command,
            timeout,
            cutoff: Cutoff::handled(None),
        }
    }

    /// Returns the name of the command, escaped.
    pub(in crate::commands::conformance) fn name(&self) -> String {
        Printable(self.command.0.as_encoded_bytes()).to_string()
    }

    /// Returns for each text whether the command accepts it. A line can hold each of the texts.
    pub(in crate::commands::conformance) fn ask(
        &self,
        texts: &[Vec<u8>],
    ) -> Result<Vec<bool>, NoAnswers> {
        let written = texts.to_vec();
        let timeout = Duration::from_secs(self.timeout);
        let mut recognizer =
            Recognizer::start(self.command, timeout, &self.cutoff, move |writer| {
                written.iter().try_for_each(|text| writer.write(text))
            })?;
        let mut verdicts = Vec::with_capacity(texts.len());
        let mut progress = Progress::of_suite(&self.name(), texts.len() as u64);
        let mut problem = recognizer.read_answers(
            texts.iter().map(Vec::as_slice),
            self.timeout,
            &mut progress,
            |_, _, answer| verdicts.push(answer == Answer::Accept),
        );
        if problem.is_none() {
            problem = recognizer.read_end();
        }
        // Clear the bar before anything else is written.
        drop(progress);
        let ending = recognizer.end();
        match problem {
            None => Ok(verdicts),
            Some(problem) => Err(NoAnswers::Breakdown(Box::new(Breakdown {
                command: self.name(),
                problem,
                texts: texts.len() as u64,
                stage: Stage::Suite,
                ending,
            }))),
        }
    }
}
