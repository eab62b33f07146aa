//! Asks two commands about the same texts, at the same time.

use std::panic::resume_unwind;
use std::thread;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};
use rfcbnf::causes::Peer;

use crate::commands::conformance::run::breaks::Breaks;
use crate::commands::conformance::run::crew::Crew;
use crate::commands::conformance::run::rounds::Stop;
use crate::commands::conformance::run::stopped::Stopped;
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::progress::Progress;

/// Two commands.
pub(super) struct Pair<'a> {
    crews: [Crew<'a>; 2],
    /// The names of the two, escaped.
    names: &'a [String; 2],
}

/// What one of the commands answered.
struct Answered {
    answers: Vec<Answer>,
    stopped: Option<Stopped>,
}

impl<'a> Pair<'a> {
    pub(super) fn new(crews: [Crew<'a>; 2], names: &'a [String; 2]) -> Self {
        Self { crews, names }
    }

    /// Asks both about the texts. Returns the answers to the first texts, and why there are no more.
    /// Numbers in that begin after `before`; `texts` is the number of texts of the stage.
    pub(super) fn ask(
        &mut self,
        asked: &[Vec<u8>],
        progress: &mut Progress,
        (stage, before, texts): (Stage, u64, u64),
    ) -> Result<(Vec<[Answer; 2]>, Option<Breakdown>), Failure> {
        let [one, other] = &mut self.crews;
        let (one, other) = thread::scope(|scope| {
            let name = self.names[1].as_str();
            let other = scope.spawn(move || ask(other, asked, &mut Progress::of_suite(name, 0)));
            let one = ask(one, asked, progress);
            (
                one,
                other.join().unwrap_or_else(|panic| resume_unwind(panic)),
            )
        });
        let (one, other) = (one?, other?);
        let answers = one.answers.into_iter().zip(other.answers);
        let answers: Vec<[Answer; 2]> = answers.map(|(one, other)| [one, other]).collect();
        let answered = before + answers.len() as u64;
        let stopped = [one.stopped, other.stopped].into_iter().zip(self.names);
        let stopped = stopped.filter_map(|(stopped, name)| Some((stopped?, name)));
        // The one that was abandoned has nothing to say.
        let stopped = stopped.min_by_key(|(stopped, _)| stopped.is_abandoned);
        let breakdown = stopped.map(|(stopped, name)| Breakdown {
            command: name.clone(),
            problem: match stopped.problem {
                Problem::Ended { by, .. } => Problem::Ended { answered, by },
                problem => later(problem, before),
            },
            texts,
            stage,
            ending: stopped.ending,
        });
        Ok((answers, breakdown))
    }

    /// Ends the commands. Returns what one of them still answers.
    pub(super) fn finish(&mut self, stage: Stage) -> Result<Option<Breakdown>, Failure> {
        for (crew, name) in self.crews.iter_mut().zip(self.names) {
            if let Some(stopped) = crew.finish()? {
                return Ok(Some(Breakdown {
                    command: name.clone(),
                    problem: stopped.problem,
                    texts: 0,
                    stage,
                    ending: stopped.ending,
                }));
            }
        }
        Ok(None)
    }
}

fn ask(
    crew: &mut Crew<'_>,
    asked: &[Vec<u8>],
    progress: &mut Progress,
) -> Result<Answered, Failure> {
    let mut answers = Vec::with_capacity(asked.len());
    let stopped = crew.ask(
        asked.iter().cloned(),
        asked.len() as u64,
        progress,
        &mut Breaks::new(0),
        |_, _, answer| answers.push(answer),
    )?;
    Ok(Answered { answers, stopped })
}

/// Returns the problem with the numbers of a stage in which these texts came before.
pub(super) fn later(problem: Problem, before: u64) -> Problem {
    match problem {
        Problem::Unanswered {
            number,
            text,
            reason,
        } => Problem::Unanswered {
            number: number + before,
            text,
            reason,
        },
        other => other,
    }
}

/// Two commands that are asked in rounds.
pub(super) struct PairRounds<'a> {
    pub(super) pair: Pair<'a>,
    pub(super) round: u64,
    pub(super) progress: Progress,
}

impl PairRounds<'_> {
    /// Asks about the texts. Returns for each the two answers; `None` if a line cannot hold it.
    fn answers(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Answer; 2]>>, Stop> {
        self.round += 1;
        let fitting = texts.iter().enumerate();
        let fitting = fitting.filter(|(_, text)| lines::fits(text));
        let (indices, asked): (Vec<usize>, Vec<Vec<u8>>) =
            fitting.map(|(index, text)| (index, text.clone())).unzip();
        let mut answers = vec![None; texts.len()];
        if asked.is_empty() {
            return Ok(answers);
        }
        let rounds = if self.round == 1 { "round" } else { "rounds" };
        self.progress.say(format!("{} {rounds}", self.round));
        self.progress.begin_stretch();
        let stage = (Stage::Round(self.round), 0, asked.len() as u64);
        let (given, breakdown) = self.pair.ask(&asked, &mut self.progress, stage)?;
        match breakdown {
            Some(Breakdown {
                problem: Problem::Ended { .. },
                ..
            }) => return Err(Stop::Ended),
            Some(breakdown) => return Err(Stop::Breakdown(Box::new(breakdown))),
            None => {}
        }
        for (index, both) in indices.into_iter().zip(given) {
            answers[index] = Some(both);
        }
        Ok(answers)
    }
}

/// Two commands, to learn the texts that only one of them accepts. To the search they are a parser that
/// gives the opposite of the grammar's verdict on these texts, and the grammar's verdict on all others.
pub(super) struct Differing<'r, 'a> {
    pub(super) rounds: &'r mut PairRounds<'a>,
    /// Returns whether the grammar derives the text, if that is decided.
    pub(super) derives: &'r dyn Fn(&[u8]) -> Option<bool>,
    /// The number of the command that accepts them, counted from 0.
    pub(super) alone: usize,
}

impl Peer for Differing<'_, '_> {
    type Error = Stop;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        let answers = self.rounds.answers(texts)?;
        let answers = texts.iter().zip(answers);
        let verdicts = answers.map(|(text, answers)| {
            let accept = answers?.map(|answer| answer == Answer::Accept);
            let is_meant = accept[self.alone] && !accept[1 - self.alone];
            Some((self.derives)(text)? ^ is_meant)
        });
        Ok(verdicts.collect())
    }
}
