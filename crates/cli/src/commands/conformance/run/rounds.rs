//! Rounds of questions to a command.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};
use rfcbnf::causes::Peer;

use crate::commands::conformance::run::crash_log::{CrashLog, Stopped};
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::progress::Progress;

/// A command that is asked in rounds.
pub(super) struct Rounds<'a, 'b> {
    crew: ProcessPool<'a>,
    breaks: &'b mut CrashLog,
    command: &'a str,
    round: u64,
    /// The verdicts so far, if they are kept.
    kept: Option<HashMap<Vec<u8>, bool>>,
    /// Texts that were asked about before the search asks. It asks about each of them once more at most.
    ahead: HashSet<Vec<u8>>,
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

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

impl<'a, 'b> Rounds<'a, 'b> {
    pub(super) fn new(crew: ProcessPool<'a>, breaks: &'b mut CrashLog, command: &'a str) -> Self {
        Self {
            crew,
            breaks,
            command,
            round: 0,
            kept: None,
            ahead: HashSet::new(),
            progress: Progress::of_search(command),
        }
    }

    /// Keeps the verdicts from now on.
    pub(super) fn keep(&mut self) {
        self.kept.get_or_insert_default();
    }

    /// Returns the verdicts that were kept.
    pub(super) fn kept(&self) -> &HashMap<Vec<u8>, bool> {
        static NONE: LazyLock<HashMap<Vec<u8>, bool>> = LazyLock::new(HashMap::new);
        self.kept.as_ref().unwrap_or(&NONE)
    }

    /// Asks about those of the texts that have no answer yet. The next round takes these answers.
    pub(super) fn ask_ahead(&mut self, texts: &[Vec<u8>]) -> Result<(), Stop> {
        self.keep();
        let open = texts.iter().filter(|text| !self.kept().contains_key(*text));
        let open: Vec<Vec<u8>> = open.cloned().collect();
        self.answers(&open)?;
        self.ahead.extend(open);
        Ok(())
    }

    /// From now on, asks about every text.
    pub(super) fn forget_ahead(&mut self) {
        self.ahead.clear();
    }

    /// Returns the answer to a text that was asked about before, once.
    fn ahead(&mut self, text: &[u8]) -> Option<Answer> {
        let is_accepted = *self.kept.as_ref()?.get(text)?;
        self.ahead.remove(text).then_some(if is_accepted {
            Answer::Accept
        } else {
            Answer::Reject(None)
        })
    }

    /// Returns the texts on which the command broke.
    pub(super) fn breaks(&self) -> &CrashLog {
        self.breaks
    }

    /// Ends the command. Returns what it still answers.
    pub(super) fn finish(&mut self) -> Option<Stop> {
        match self.crew.finish() {
            Ok(None) => None,
            Ok(Some(stopped)) => Some(self.stop(stopped, 0)),
            Err(failure) => Some(Stop::Failure(failure)),
        }
    }

    /// Asks about the texts. Returns for each the answer; `None` if a line cannot hold it. A text on
    /// which the command broke before is not asked again.
    pub(super) fn answers(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Answer>>, Stop> {
        self.round += 1;
        // A text that is asked about twice is only once one on which the command breaks.
        let mut seen = HashSet::new();
        let first = texts.iter().take_while(|text| seen.insert(*text)).count();
        if first < texts.len() && self.breaks.has_any() {
            let (first, others) = texts.split_at(first);
            let first = self.answers_to(first)?;
            let others = self.answers_to(others)?;
            return Ok([first, others].concat());
        }
        self.answers_to(texts)
    }

    fn answers_to(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<Answer>>, Stop> {
        let known = texts.iter();
        let known = known.map(|text| self.breaks.answer(text).or_else(|| self.ahead(text)));
        let mut answers: Vec<Option<Answer>> = known.collect();
        let open = texts.iter().zip(&answers).enumerate();
        let open = open.filter(|(_, (text, answer))| answer.is_none() && lines::fits(text));
        let open: Vec<usize> = open.map(|(index, _)| index).collect();
        if open.is_empty() {
            return Ok(answers);
        }
        let rounds = if self.round == 1 { "round" } else { "rounds" };
        self.progress.say(format!("{} {rounds}", self.round));
        self.progress.begin_stretch();
        let mut next = open.iter();
        let stopped = self.crew.ask(
            open.iter().map(|&index| texts[index].clone()),
            open.len() as u64,
            &mut self.progress,
            self.breaks,
            |_, text, answer| {
                let verdict = match answer {
                    Answer::Accept => Some(true),
                    Answer::Reject(_) => Some(false),
                    Answer::Crashed | Answer::TimedOut => None,
                };
                if let (Some(kept), Some(verdict)) = (&mut self.kept, verdict) {
                    kept.insert(text.to_owned(), verdict);
                }
                if let Some(&index) = next.next() {
                    answers[index] = Some(answer);
                }
            },
        )?;
        match stopped {
            Some(stopped) => Err(self.stop(stopped, open.len() as u64)),
            None => Ok(answers),
        }
    }

    fn stop(&self, stopped: Stopped, texts: u64) -> Stop {
        let Stopped {
            problem, ending, ..
        } = stopped;
        if let Problem::Ended { .. } = problem {
            return Stop::Ended;
        }
        Stop::Breakdown(Box::new(Breakdown {
            command: self.command.to_owned(),
            problem,
            texts,
            stage: Stage::Round(self.round),
            ending,
        }))
    }
}

/// A command whose verdicts are learnt. If it broke on a text, its verdict counts as right. It has none on a text that
/// the grammar does not decide.
pub(super) struct Verdicts<'r, 'a, 'b> {
    pub(super) rounds: &'r mut Rounds<'a, 'b>,
    /// Returns whether the grammar derives the text, if that is decided.
    pub(super) derives: &'r dyn Fn(&[u8]) -> Option<bool>,
}

impl Peer for Verdicts<'_, '_, '_> {
    type Error = Stop;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        let answers = self.rounds.answers(texts)?;
        let answers = texts.iter().zip(answers);
        let verdicts = answers.map(|(text, answer)| {
            let (answer, right) = (answer?, (self.derives)(text)?);
            Some(match answer {
                Answer::Accept => true,
                Answer::Reject(_) => false,
                Answer::Crashed | Answer::TimedOut => right,
            })
        });
        Ok(verdicts.collect())
    }
}

/// A command, to learn the texts that it answers in one way. To the search it is a parser that gives the
/// opposite of the grammar's verdict on these texts, and the grammar's verdict on all others.
pub(super) struct Answering<'r, 'a, 'b> {
    pub(super) rounds: &'r mut Rounds<'a, 'b>,
    pub(super) derives: &'r dyn Fn(&[u8]) -> Option<bool>,
    pub(super) answer: Answer,
}

impl Peer for Answering<'_, '_, '_> {
    type Error = Stop;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        let answers = self.rounds.answers(texts)?;
        let answers = texts.iter().zip(answers);
        let verdicts =
            answers.map(|(text, answer)| Some((self.derives)(text)? ^ (answer? == self.answer)));
        Ok(verdicts.collect())
    }
}
