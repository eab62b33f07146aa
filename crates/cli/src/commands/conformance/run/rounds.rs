//! Rounds of questions to one command, or to several that get the same texts.

use std::array;
use std::collections::{HashMap, HashSet};
use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::thread;

use rfc1738_views::conformance::answer::{Answer, Reply};
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};

use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;

use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::no_answer::{NoAnswer, Stopped};
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::progress::Progress;

/// The answers to the first texts: to all of them, unless there is a breakdown.
pub(super) struct Asked<A> {
    pub(super) answers: Vec<A>,
    pub(super) breakdown: Option<Breakdown>,
}

/// Commands that get the same texts. Before the first round, these are those of the suite.
pub(super) struct Rounds<'a, 'b, const N: usize> {
    pools: [ProcessPool<'a>; N],
    breaks: [&'b mut CrashLog; N],
    round: u64,
    progress: Progress,
}

impl<'a, 'b, const N: usize> Rounds<'a, 'b, N> {
    pub(super) fn new(
        pools: [ProcessPool<'a>; N],
        breaks: [&'b mut CrashLog; N],
        progress: Progress,
    ) -> Self {
        Self {
            pools,
            breaks,
            round: 0,
            progress,
        }
    }

    fn stage(&self) -> Stage {
        match self.round {
            0 => Stage::Suite,
            round => Stage::Round(round),
        }
    }

    /// Begins a round.
    pub(super) fn begin(&mut self) {
        self.round += 1;
    }

    /// Asks all commands about the texts, at the same time. The stage has that number of texts, and some of them came
    /// before.
    pub(super) fn ask(
        &mut self,
        asked: &[&Vec<u8>],
        before: u64,
        texts: u64,
    ) -> Result<Asked<[Reply; N]>, Failure> {
        if self.round > 0 {
            let plain = Palette::PLAIN.number;
            self.progress
                .say(counted(self.round, "round", "rounds", plain));
        }
        self.progress.begin_stretch();
        let stage = self.stage();
        let progress = &mut self.progress;
        let mut commands = self.pools.iter_mut().zip(&mut self.breaks);
        let results: Vec<(Vec<Reply>, Option<Box<Stopped>>)> = thread::scope(|scope| {
            let first = commands.next();
            let others = commands.map(|(pool, breaks)| {
                scope.spawn(move || {
                    let mut unseen = Progress::of_suite(pool.subject().name, 0);
                    ask(pool, breaks, asked, &mut unseen)
                })
            });
            let others: Vec<_> = others.collect();
            let first = first.map(|(pool, breaks)| ask(pool, breaks, asked, progress));
            let others = others.into_iter();
            let others = others.map(|it| it.join().unwrap_or_else(|panic| resume_unwind(panic)));
            first.into_iter().chain(others).collect()
        });
        let answered = results.iter().map(|(answers, _)| answers.len()).min();
        let answered = answered.unwrap_or(0);
        let answers =
            (0..answered).map(|text| array::from_fn(|command| results[command].0[text].clone()));
        let answers = answers.collect();
        let stopped = results.into_iter().map(|(_, stopped)| stopped);
        let stopped = stopped.zip(&self.pools);
        let stopped = stopped.filter_map(|(stopped, pool)| Some((stopped?, pool)));
        // A failure comes first. The one that was abandoned has nothing to say.
        let stopped = stopped.min_by_key(|(stopped, _)| match stopped.why {
            NoAnswer::Failure(_) => 0,
            NoAnswer::Abandoned => 2,
            _ => 1,
        });
        let breakdown = stopped.map(|(mut stopped, pool)| {
            stopped.answered = match stopped.why {
                NoAnswer::Ended(_) => answered as u64,
                _ => stopped.answered,
            };
            stopped.answered += before;
            stopped.breakdown(pool.subject(), stage, texts)
        });
        Ok(Asked {
            answers,
            breakdown: breakdown.transpose()?,
        })
    }

    /// Ends the commands. Returns what one of them still answers.
    pub(super) fn finish(&mut self) -> Result<Option<Breakdown>, Failure> {
        let stage = self.stage();
        for pool in &mut self.pools {
            if let Err(stopped) = pool.finish() {
                return stopped.breakdown(pool.subject(), stage, 0).map(Some);
            }
        }
        Ok(None)
    }

    /// Asks about the texts that have no answer yet, if a line can hold them. Returns the answers to each text.
    pub(super) fn answers(
        &mut self,
        texts: &[Vec<u8>],
        mut answers: Vec<Option<[Reply; N]>>,
    ) -> Result<Asked<Option<[Reply; N]>>, Failure> {
        let open = texts.iter().zip(&answers).enumerate();
        let open = open.filter(|(_, (text, answer))| answer.is_none() && lines::fits(text));
        let (open, asked): (Vec<usize>, Vec<&Vec<u8>>) =
            open.map(|(index, (text, _))| (index, text)).unzip();
        let mut breakdown = None;
        if !open.is_empty() {
            let given = self.ask(&asked, 0, asked.len() as u64)?;
            for (index, one) in open.into_iter().zip(given.answers) {
                answers[index] = Some(one);
            }
            breakdown = given.breakdown;
        }
        Ok(Asked { answers, breakdown })
    }
}

/// Asks one of the commands.
fn ask(
    pool: &mut ProcessPool<'_>,
    breaks: &mut CrashLog,
    asked: &[&Vec<u8>],
    progress: &mut Progress,
) -> (Vec<Reply>, Option<Box<Stopped>>) {
    let mut answers = Vec::with_capacity(asked.len());
    let texts = asked.iter().map(|text| (*text).clone());
    let done = pool.ask(
        texts,
        asked.len() as u64,
        progress,
        breaks,
        |_, _, reply| {
            answers.push(reply);
        },
    );
    (answers, done.err())
}

/// What is known of a command: it is not asked again about a text on which it broke, nor about one that was asked ahead
/// of the search.
pub(super) struct KnownAnswers<'a, 'b> {
    rounds: Rounds<'a, 'b, 1>,
    /// The verdicts so far, if they are kept.
    kept: Option<HashMap<Vec<u8>, bool>>,
    /// Texts that were asked about before the search asks. It asks about each of them once more at most.
    ahead: HashSet<Vec<u8>>,
}

impl<'a, 'b> KnownAnswers<'a, 'b> {
    pub(super) fn new(pool: ProcessPool<'a>, breaks: &'b mut CrashLog) -> Self {
        let progress = Progress::of_search(pool.subject().name);
        Self {
            rounds: Rounds::new([pool], [breaks], progress),
            kept: None,
            ahead: HashSet::new(),
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

    /// Asks about those of the texts that have no answer yet. The next round takes these answers. Returns whether there
    /// are answers.
    pub(super) fn ask_ahead(&mut self, texts: &[Vec<u8>]) -> Result<bool, Failure> {
        self.keep();
        let open = texts.iter().filter(|text| !self.kept().contains_key(*text));
        let open: Vec<Vec<u8>> = open.cloned().collect();
        if self.answers(&open)?.breakdown.is_some() {
            return Ok(false);
        }
        self.ahead.extend(open);
        Ok(true)
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
        self.rounds.breaks[0]
    }

    /// Ends the command. Returns what it still answers.
    pub(super) fn finish(&mut self) -> Result<Option<Breakdown>, Failure> {
        self.rounds.finish()
    }

    /// Asks about the texts. Returns for each the answer; `None` if a line cannot hold it.
    pub(super) fn answers(&mut self, texts: &[Vec<u8>]) -> Result<Asked<Option<Answer>>, Failure> {
        self.rounds.begin();
        // A text that is asked about twice is only once one on which the command breaks.
        let mut seen = HashSet::new();
        let first = texts.iter().take_while(|text| seen.insert(*text)).count();
        if first == texts.len() || !self.breaks().has_any() {
            return self.answers_to(texts);
        }
        let (first, others) = texts.split_at(first);
        let mut asked = self.answers_to(first)?;
        if asked.breakdown.is_none() {
            let others = self.answers_to(others)?;
            asked.answers.extend(others.answers);
            asked.breakdown = others.breakdown;
        }
        Ok(asked)
    }

    fn answers_to(&mut self, texts: &[Vec<u8>]) -> Result<Asked<Option<Answer>>, Failure> {
        let known = texts.iter().map(|text| {
            let answer = self.breaks().answer(text).or_else(|| self.ahead(text));
            answer.map(|answer| [answer.into()])
        });
        let known = known.collect();
        let asked = self.rounds.answers(texts, known)?;
        let answers = asked.answers.into_iter();
        let answers: Vec<Option<Answer>> = answers.map(|one| one.map(|[one]| one.answer)).collect();
        if let Some(kept) = &mut self.kept {
            for (text, answer) in texts.iter().zip(&answers) {
                if let Some(verdict) = answer.and_then(verdict) {
                    kept.insert(text.clone(), verdict);
                }
            }
        }
        Ok(Asked {
            answers,
            breakdown: asked.breakdown,
        })
    }
}

/// Returns whether the command accepted the text; `None` if it broke on it.
pub(super) fn verdict(answer: Answer) -> Option<bool> {
    match answer {
        Answer::Accept => Some(true),
        Answer::Reject(_) => Some(false),
        Answer::Crashed | Answer::TimedOut => None,
    }
}

/// Returns whether the run ended, which is no fault of the command.
pub(super) fn is_end(breakdown: &Breakdown) -> bool {
    matches!(breakdown.problem, Problem::Ended { .. })
}
