//! Asks about some texts of the suite a second time.
//!
//! The search for causes trusts that an answer depends on its text alone. A program whose answers do
//! not is found before the search asks it millions of texts.

use std::num::NonZeroUsize;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};

use super::breaks::Breaks;
use super::crew::Crew;
use super::stopped::Stopped;
use super::subject::Subject;
use crate::outcome::Failure;
use crate::output::progress::Progress;

/// The most texts of a sample with a wrong answer, and the most with a right one.
const HALF: usize = 50;

/// The most texts on which the command timed out. Each of them takes twice the time limit.
const TIMED_OUT: usize = 2;

/// Some texts of a suite with their answers: the shortest wrong ones, and right ones from all of it.
pub(super) struct Sample {
    /// The distance between the numbers of the right texts.
    step: u64,
    wrong: Vec<(Vec<u8>, Answer)>,
    timed_out: usize,
    right: Vec<(Vec<u8>, Answer)>,
}

impl Sample {
    /// Returns the empty sample of a suite with that number of texts.
    pub(super) fn of(texts: u64) -> Self {
        Self {
            step: texts.div_ceil(HALF as u64).max(1),
            wrong: Vec::new(),
            timed_out: 0,
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
        if answer == Answer::TimedOut {
            if self.timed_out == TIMED_OUT {
                return;
            }
            self.timed_out += 1;
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
        subject: Subject<'_>,
        breaks: &mut Breaks,
        command: &str,
    ) -> Result<Option<Breakdown>, Failure> {
        let asked: Vec<&(Vec<u8>, Answer)> = self.wrong.iter().chain(&self.right).collect();
        let number = asked.len() as u64;
        let mut crew = Crew::new(subject, NonZeroUsize::MIN);
        crew.close_inputs();
        let mut answers = Vec::new();
        let stopped = crew.ask(
            asked.iter().map(|(text, _)| text.clone()),
            number,
            &mut Progress::of_suite(command, number),
            breaks,
            |_, _, answer| answers.push(answer),
        )?;
        let mut pairs = asked.iter().zip(answers);
        let differing = pairs.find(|((_, first), second)| first != second);
        let contradiction = differing.map(|((text, first), second)| Stopped {
            problem: Problem::Contradicted {
                text: text.clone(),
                first: *first,
                second,
            },
            ending: crew.ending(),
            is_abandoned: false,
        });
        let stopped = contradiction.or(stopped);
        let stopped = stopped.filter(|it| !matches!(it.problem, Problem::Ended { .. }));
        Ok(stopped.map(
            |Stopped {
                 problem, ending, ..
             }| Breakdown {
                command: command.to_owned(),
                problem,
                texts: number,
                stage: Stage::Again,
                ending,
            },
        ))
    }
}
