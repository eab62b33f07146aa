//! Asks about some texts of the suite a second time.
//!
//! The search for causes trusts that an answer depends on its text alone. A program whose answers do
//! not is found before the search asks it millions of texts. One that gives a wrong answer once in a while is asked
//! more often: if the answers of the suite hold, a search can still tell which answers do.

use std::iter;
use std::num::NonZeroUsize;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};
use rfcbnf::causes::Flaky;

use super::crash_log::CrashLog;
use super::no_answer::NoAnswer;
use super::process_pool::ProcessPool;
use super::subject::Subject;
use crate::outcome::Failure;
use crate::output::progress::Progress;

/// The most texts of a sample with a wrong answer, and the most with a right one.
const HALF: usize = 50;

/// The most texts on which the command timed out. Each of them takes twice the time limit.
const TIMED_OUT: usize = 2;

/// How often a text with two answers is asked about again.
const MORE: usize = 3;

/// The most such texts of a program that gives a wrong answer once in a while.
const FLAKY: usize = 3;

/// What asking again shows.
#[derive(Default)]
pub(super) struct Again {
    /// An answer that differs, or what happened instead of one.
    pub(super) breakdown: Option<Breakdown>,
    /// The texts with two answers, if those of the suite hold.
    pub(super) flaky: Vec<Flaky>,
}

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

    /// Asks a new process about the texts. A run that ends meanwhile learns nothing.
    pub(super) fn ask(
        &self,
        subject: Subject<'_>,
        breaks: &mut CrashLog,
    ) -> Result<Again, Failure> {
        let asked: Vec<&(Vec<u8>, Answer)> = self.wrong.iter().chain(&self.right).collect();
        let mut crew = ProcessPool::new(subject, NonZeroUsize::MIN);
        crew.close_inputs();
        let mut ask = |texts: Vec<Vec<u8>>| {
            let number = texts.len() as u64;
            let mut answers = Vec::new();
            let stopped = crew.ask(
                texts.into_iter(),
                number,
                &mut Progress::of_suite(subject.name, number),
                breaks,
                |_, _, reply| answers.push(reply.answer),
            );
            (answers, stopped.err(), crew.ending())
        };
        let (answers, stopped, ending) = ask(asked.iter().map(|(text, _)| text.clone()).collect());
        let pairs = asked.iter().zip(answers);
        let differing = pairs.filter(|((_, first), second)| first != second);
        let differing: Vec<Differing<'_>> = differing
            .map(|((text, first), second)| Differing {
                text,
                answers: [*first, second],
            })
            .collect();
        let texts = asked.len() as u64;
        let stopped = stopped.filter(|it| !matches!(it.why, NoAnswer::Ended(_)));
        let stopped = stopped.map(|it| it.breakdown(subject, Stage::Again, texts));
        let stopped = stopped.transpose()?;
        let contradiction = differing.first().map(|one| Breakdown {
            command: subject.name.to_owned(),
            problem: Problem::Contradicted {
                text: one.text.to_owned(),
                first: one.answers[0],
                second: one.answers[1],
            },
            texts,
            stage: Stage::Again,
            ending,
        });
        let flaky = if (1..=FLAKY).contains(&differing.len()) {
            let texts = differing.iter().map(|one| one.text.to_owned());
            let texts = texts.flat_map(|text| iter::repeat_n(text, MORE));
            let (more, stopped, _) = ask(texts.collect());
            if let Some(NoAnswer::Failure(failure)) = stopped.map(|it| it.why) {
                return Err(failure);
            }
            let all = differing.iter().zip(more.chunks(MORE));
            // Each of them, or none.
            all.map(|(one, more)| one.flaky(more)).collect()
        } else {
            None
        };
        Ok(Again {
            breakdown: contradiction.or(stopped),
            flaky: flaky.unwrap_or_default(),
        })
    }
}

/// A text with two answers: that of the suite, and another one.
struct Differing<'s> {
    text: &'s [u8],
    answers: [Answer; 2],
}

impl Differing<'_> {
    /// Returns the text with the number of its answers, with these more; `None` if the verdict of the suite is not that of
    /// most of them.
    fn flaky(&self, more: &[Answer]) -> Option<Flaky> {
        let [mut accepted, mut rejected] = [0; 2];
        for answer in self.answers.iter().chain(more) {
            match answer {
                Answer::Accept => accepted += 1,
                Answer::Reject(_) => rejected += 1,
                Answer::Crashed | Answer::TimedOut => return None,
            }
        }
        let holds = match self.answers {
            [Answer::Accept, Answer::Reject(_)] => accepted > rejected,
            [Answer::Reject(_), Answer::Accept] => rejected > accepted,
            _ => false,
        };
        (holds && more.len() == MORE).then(|| Flaky {
            text: self.text.to_owned(),
            accepted,
            rejected,
        })
    }
}
