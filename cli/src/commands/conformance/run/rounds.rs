//! Rounds of questions to a command.
//!
//! A command that answers each text at once goes on with the next round. A command that writes its
//! answers when its input ends is started again for each round. Nothing in advance tells one from
//! the other, so a round leaves the input open, and closes it if the answers stay away.
//!
//! Invariants:
//! - A text is asked once, whenever the input is closed.
//! - Only a command whose input is closed can exceed the time limit.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};
use rfcbnf::causes::Peer;

use crate::commands::conformance::run::arguments::RunArguments;
use crate::commands::conformance::run::asking;
use crate::commands::conformance::run::cutoff::Cutoff;
use crate::commands::conformance::run::recognizer::{Recognizer, Silence};
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::progress::Progress;

/// How long a round waits for an answer before it closes the input.
const PATIENCE: Duration = Duration::from_millis(300);

/// The number of rounds that may wait in vain. After them, each round closes the input at once.
const STALLS: u32 = 3;

/// A command that is asked in rounds.
pub(super) struct Rounds<'a> {
    arguments: &'a RunArguments,
    cutoff: &'a Cutoff,
    command: &'a str,
    round: u64,
    stalls: u32,
    kept: Option<Process>,
    progress: Progress,
}

/// Why a round has no answers.
#[derive(Debug)]
pub(super) enum Stop {
    /// The command broke down.
    Breakdown(Box<Breakdown>),
    /// The run has to end.
    Ended,
    /// The run cannot go on.
    Failure(Failure),
}

/// A process and its input.
struct Process {
    recognizer: Recognizer,
    /// The texts to write. `None` if the input is closed.
    texts: Option<Sender<Vec<Vec<u8>>>>,
    /// The number of texts of earlier rounds.
    answered: u64,
}

impl Process {
    /// Returns the next answer. If it stays away, closes the input and waits up to the time limit.
    fn answer(&mut self) -> Result<Answer, Silence> {
        if self.texts.is_some() {
            match self.recognizer.answer_within(PATIENCE) {
                Err(Silence::TimedOut) => self.texts = None,
                answer => return answer,
            }
        }
        self.recognizer.answer()
    }

    /// Closes the input, and reads the end of the output.
    fn end(&mut self) -> Option<Problem> {
        self.texts = None;
        asking::read_end(self.recognizer.answer())
    }
}

impl<'a> Rounds<'a> {
    pub(super) fn new(arguments: &'a RunArguments, cutoff: &'a Cutoff, command: &'a str) -> Self {
        Self {
            arguments,
            cutoff,
            command,
            round: 0,
            stalls: 0,
            kept: None,
            progress: Progress::of_search(command),
        }
    }

    /// Ends the command. Returns what it still answers.
    pub(super) fn finish(&mut self) -> Option<Stop> {
        let mut process = self.kept.take()?;
        let problem = process.end()?;
        Some(self.stop(process, problem, 0))
    }

    /// Returns the process that is kept, or starts one.
    fn process(&mut self) -> Result<Process, Failure> {
        if let Some(process) = self.kept.take() {
            return Ok(process);
        }
        let (texts, rounds) = channel::<Vec<Vec<u8>>>();
        let timeout = Duration::from_secs(self.arguments.timeout.get());
        let command = self.arguments.command();
        let recognizer = Recognizer::start(command, timeout, self.cutoff, move |writer| {
            rounds.iter().try_for_each(|round| {
                round.iter().try_for_each(|text| writer.write(text))?;
                writer.flush()
            })
        })?;
        Ok(Process {
            recognizer,
            texts: Some(texts),
            answered: 0,
        })
    }

    /// Asks about the texts. Returns what happened instead of an answer, if anything.
    fn round(
        &mut self,
        process: &mut Process,
        texts: &[&Vec<u8>],
        mut each: impl FnMut(Answer),
    ) -> Option<Problem> {
        if let Some(sender) = &process.texts {
            // The answers show whether the process stopped reading.
            let _ = sender.send(texts.iter().map(|&text| text.clone()).collect());
        }
        if self.stalls >= STALLS {
            process.texts = None;
        }
        let rounds = if self.round == 1 { "round" } else { "rounds" };
        self.progress.say(format!("{} {rounds}", self.round));
        self.progress.begin_stretch();
        let was_open = process.texts.is_some();
        let problem = asking::read_answers(
            || process.answer(),
            texts.iter().map(|text| text.as_slice()),
            self.arguments.timeout.get(),
            &mut self.progress,
            |_, _, answer| each(answer),
        );
        self.stalls += u32::from(was_open && process.texts.is_none());
        match problem {
            None if process.texts.is_none() => process.end(),
            problem => problem,
        }
    }

    fn stop(&self, process: Process, problem: Problem, texts: u64) -> Stop {
        if let Problem::Ended { .. } = problem {
            return Stop::Ended;
        }
        let mut ending = process.recognizer.end();
        ending.given = ending.given.saturating_sub(process.answered);
        Stop::Breakdown(Box::new(Breakdown {
            command: self.command.to_owned(),
            problem,
            texts,
            stage: Stage::Round(self.round),
            ending,
        }))
    }
}

impl Peer for Rounds<'_> {
    type Error = Stop;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        self.round += 1;
        let mut verdicts = vec![None; texts.len()];
        let fitting = texts
            .iter()
            .enumerate()
            .filter(|(_, text)| lines::fits(text));
        let (indices, asked): (Vec<usize>, Vec<&Vec<u8>>) = fitting.unzip();
        if asked.is_empty() {
            return Ok(verdicts);
        }
        let mut process = self.process().map_err(Stop::Failure)?;
        let mut next = indices.into_iter();
        let problem = self.round(&mut process, &asked, |answer| {
            if let Some(index) = next.next() {
                verdicts[index] = Some(answer == Answer::Accept);
            }
        });
        if let Some(problem) = problem {
            return Err(self.stop(process, problem, asked.len() as u64));
        }
        process.answered += asked.len() as u64;
        self.kept = process.texts.is_some().then_some(process);
        Ok(verdicts)
    }
}
