//! Asks several processes at the same time.
//!
//! The texts are cut into sets, and each set goes to the next process that has none.
//!
//! Invariants:
//! - Answers arrive in the order of the texts, however many processes give them.
//! - Only a few sets are in memory at the same time.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use rfc1738_views::conformance::answer::{Answer, Reply};
use rfc1738_views::conformance::breakdown::Ending;

use crate::commands::conformance::run::crash_bisector::{Answers, CrashBisector, Texts, succeeded};
use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::no_answer::Stopped;
use crate::commands::conformance::run::subject::Subject;
use crate::output::progress::Progress;

/// The most texts of a set.
const TEXTS: usize = 20_000;

/// The most octets of a set, unless a single text has more.
const OCTETS: usize = 4 * 1024 * 1024;

/// The least texts of a set, unless there are fewer.
const FEW: usize = 32;

/// The time between two drawings of the progress.
const PAUSE: Duration = Duration::from_millis(100);

/// Several processes of one command.
pub(in crate::commands::conformance) struct ProcessPool<'a> {
    subject: Subject<'a>,
    askers: Vec<CrashBisector<'a>>,
}

/// A set of texts with its number.
struct Set {
    number: usize,
    texts: Texts,
}

/// The texts, in sets.
struct Sets<I> {
    texts: I,
    size: usize,
    number: usize,
}

impl<I: Iterator<Item = Vec<u8>>> Iterator for Sets<I> {
    type Item = Set;

    fn next(&mut self) -> Option<Set> {
        let mut set = Vec::new();
        let mut octets = 0;
        while set.len() < self.size && octets < OCTETS {
            let Some(text) = self.texts.next() else {
                break;
            };
            octets += text.len();
            set.push(text);
        }
        let number = self.number;
        self.number += 1;
        let texts = Arc::new(set);
        (!texts.is_empty()).then_some(Set { number, texts })
    }
}

impl<'a> ProcessPool<'a> {
    pub(in crate::commands::conformance) fn new(subject: Subject<'a>, jobs: NonZeroUsize) -> Self {
        let askers = (0..jobs.get()).map(|_| CrashBisector::new(subject));
        Self {
            subject,
            askers: askers.collect(),
        }
    }

    /// Closes the input of each process after its first texts.
    pub(in crate::commands::conformance) fn close_inputs(&mut self) {
        self.askers.iter_mut().for_each(CrashBisector::close_inputs);
    }

    /// Asks about that number of texts. `each` gets the number of a text, counted from 1. Fails if answers
    /// are missing.
    pub(in crate::commands::conformance) fn ask(
        &mut self,
        texts: impl Iterator<Item = Vec<u8>>,
        number: u64,
        progress: &mut Progress,
        breaks: &mut CrashLog,
        each: impl FnMut(u64, &[u8], Reply),
    ) -> Result<(), Box<Stopped>> {
        let jobs = self.askers.len();
        let sets = Sets {
            texts,
            size: size(number, jobs),
            number: 0,
        };
        let subject = self.subject;
        let mut collector = Collector {
            breaks,
            each,
            answered: 0,
        };
        let count = AtomicU64::new(0);
        let (given, taken) = unbounded();
        let (sender, answers) = unbounded();
        thread::scope(|scope| {
            for asker in &mut self.askers {
                let (taken, sender) = (taken.clone(), sender.clone());
                let count = &count;
                scope.spawn(move || work(asker, subject, &taken, &sender, count));
            }
            drop(sender);
            let exchange = Exchange {
                given: &given,
                answers: &answers,
                window: 2 * jobs,
            };
            let stopped = exchange.run(sets, &mut collector, || {
                let answered = count.load(Ordering::Relaxed);
                if progress.is_due(answered) {
                    progress.draw(answered);
                }
            });
            if stopped.is_err() {
                subject.cutoff.abandon();
            }
            // The threads end with the channel.
            drop(given);
            stopped
        })
    }

    /// Ends the processes. Fails if one of them still answers.
    pub(in crate::commands::conformance) fn finish(&mut self) -> Result<(), Box<Stopped>> {
        self.askers.iter_mut().try_for_each(CrashBisector::finish)
    }

    /// Returns the command.
    pub(in crate::commands::conformance) fn subject(&self) -> Subject<'a> {
        self.subject
    }

    /// Returns the end of a process that answered every text: of one that did not succeed, if any.
    pub(super) fn ending(&self) -> Ending {
        let endings = || self.askers.iter().filter_map(CrashBisector::ending);
        let failed = endings().find(|ending| !succeeded(ending));
        failed.or(endings().next()).cloned().unwrap_or_default()
    }
}

/// Returns the number of texts of a set.
fn size(texts: u64, jobs: usize) -> usize {
    if jobs == 1 {
        return TEXTS;
    }
    let texts = usize::try_from(texts).unwrap_or(usize::MAX);
    texts.div_ceil(jobs).clamp(FEW, TEXTS)
}

/// Asks about sets until there are no more.
fn work(
    asker: &mut CrashBisector<'_>,
    subject: Subject<'_>,
    sets: &Receiver<Set>,
    answered: &Sender<(Set, Answers)>,
    count: &AtomicU64,
) {
    for set in sets {
        if subject.cutoff.is_abandoned() {
            return;
        }
        let answers = asker.ask(&set.texts, &|| {
            count.fetch_add(1, Ordering::Relaxed);
        });
        let is_last = answers.stop.is_some();
        if answered.send((set, answers)).is_err() || is_last {
            return;
        }
    }
}

/// The channels between the sets and the processes.
struct Exchange<'e> {
    given: &'e Sender<Set>,
    answers: &'e Receiver<(Set, Answers)>,
    /// The most sets that are under way.
    window: usize,
}

impl Exchange<'_> {
    /// Gives the sets away, and collects the answers in their order.
    fn run<F: FnMut(u64, &[u8], Reply)>(
        &self,
        mut sets: impl Iterator<Item = Set>,
        collector: &mut Collector<'_, F>,
        mut draw: impl FnMut(),
    ) -> Result<(), Box<Stopped>> {
        let mut waiting = BTreeMap::new();
        let (mut given, mut collected) = (0, 0);
        loop {
            while given < collected + self.window
                && let Some(set) = sets.next()
            {
                // A process that stopped takes no more sets. Its answers say why.
                let _ = self.given.send(set);
                given += 1;
            }
            if given == collected {
                return Ok(());
            }
            match self.answers.recv_timeout(PAUSE) {
                Ok((set, answers)) => {
                    waiting.insert(set.number, (set.texts, answers));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            draw();
            while let Some((texts, answers)) = waiting.remove(&collected) {
                collected += 1;
                collector.collect(&texts, answers)?;
            }
        }
    }
}

/// What happens with the answers.
struct Collector<'c, F> {
    breaks: &'c mut CrashLog,
    each: F,
    answered: u64,
}

impl<F: FnMut(u64, &[u8], Reply)> Collector<'_, F> {
    /// Takes the answers to a set. Fails if the next ones are missing.
    fn collect(&mut self, texts: &Texts, answers: Answers) -> Result<(), Box<Stopped>> {
        self.breaks.note_loose(answers.loose);
        if let Some((index, ending)) = answers.first_break {
            self.breaks.note_end(&texts[index], ending);
        }
        let missing = texts.get(answers.given.len());
        for (text, reply) in texts.iter().zip(answers.given) {
            if let Some(mut stopped) = Stopped::beyond(text, &reply) {
                stopped.answered = self.answered;
                return Err(stopped);
            }
            let answer = reply.answer;
            self.answered += 1;
            (self.each)(self.answered, text, reply);
            if matches!(answer, Answer::Crashed | Answer::TimedOut) {
                self.breaks.note(text, answer);
                self.breaks.check()?;
            }
        }
        let Some(mut stopped) = answers.stop else {
            return self.breaks.check();
        };
        stopped.answered = self.answered;
        stopped.text = missing.cloned().unwrap_or_default();
        Err(stopped)
    }
}
