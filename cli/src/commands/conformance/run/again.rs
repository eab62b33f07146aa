//! Asks about some texts of the suite a second time.
//!
//! The search for causes trusts that an answer depends on its text alone. A program whose answers do
//! not is found before the search asks it millions of texts.

use std::time::Duration;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};

use super::arguments::RunArguments;
use super::asking;
use super::cutoff::Cutoff;
use super::recognizer::Recognizer;
use crate::outcome::Failure;
use crate::output::progress::Progress;

/// The most texts of a sample with a wrong answer, and the most with a right one.
const HALF: usize = 50;

/// Some texts of a suite with their answers: the shortest wrong ones, and right ones from all of it.
pub(super) struct Sample {
    /// The distance between the numbers of the right texts.
    step: u64,
    wrong: Vec<(Vec<u8>, Answer)>,
    right: Vec<(Vec<u8>, Answer)>,
}

impl Sample {
    /// Returns the empty sample of a suite with that number of texts.
    pub(super) fn of(texts: u64) -> Self {
        Self {
            step: texts.div_ceil(HALF as u64).max(1),
            wrong: Vec::new(),
            right: Vec::new(),
        }
    }

    /// Keeps the text with that number, if it belongs to the sample.
    pub(super) fn keep(&mut self, number: u64, text: &[u8], answer: Answer, is_right: bool) {
        if is_right {
            if number.is_multiple_of(self.step) {
                self.right.push((text.to_owned(), answer));
            }
            return;
        }
        let place = self
            .wrong
            .partition_point(|(other, _)| other.len() <= text.len());
        if place < HALF {
            self.wrong.truncate(HALF - 1);
            self.wrong.insert(place, (text.to_owned(), answer));
        }
    }

    /// Asks a new process about the texts. Returns an answer that differs, or what happened instead of
    /// one. A run that ends meanwhile learns nothing.
    pub(super) fn ask(
        &self,
        arguments: &RunArguments,
        cutoff: &Cutoff,
        command: &str,
    ) -> Result<Option<Breakdown>, Failure> {
        let asked: Vec<(Vec<u8>, Answer)> = self.wrong.iter().chain(&self.right).cloned().collect();
        let texts: Vec<Vec<u8>> = asked.iter().map(|(text, _)| text.clone()).collect();
        let timeout = Duration::from_secs(arguments.timeout.get());
        let mut recognizer =
            Recognizer::start(arguments.command(), timeout, cutoff, move |writer| {
                texts.iter().try_for_each(|text| writer.write(text))
            })?;
        let mut answers = Vec::new();
        let problem = asking::read_answers(
            || recognizer.answer(),
            asked.iter().map(|(text, _)| text.as_slice()),
            arguments.timeout.get(),
            &mut Progress::of_suite(command, asked.len() as u64),
            |_, _, answer| answers.push(answer),
        );
        let mut pairs = asked.iter().zip(answers);
        let differing = pairs.find(|((_, first), second)| first != second);
        let contradiction = differing.map(|((text, first), second)| Problem::Contradicted {
            text: text.clone(),
            first: *first,
            second,
        });
        let problem = contradiction.or(problem);
        let problem = problem.or_else(|| asking::read_end(recognizer.answer()));
        let ending = recognizer.end();
        let problem = problem.filter(|problem| !matches!(problem, Problem::Ended { .. }));
        Ok(problem.map(|problem| Breakdown {
            command: command.to_owned(),
            problem,
            texts: asked.len() as u64,
            stage: Stage::Again,
            ending,
        }))
    }
}
