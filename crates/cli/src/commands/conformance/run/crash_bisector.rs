//! Asks one process at a time, and starts another one if it breaks down.
//!
//! A process *breaks down* if it ends or closes its output before it has answered every text, or if
//! nothing happens within the time limit. Which text it broke on does not follow from that: most programs
//! buffer their output, and a program that crashes loses what it had not written yet. So the text without
//! an answer is asked alone, in a process of its own:
//!
//! - If the process breaks down again, it breaks on this text. The next process goes on after it.
//! - Otherwise it gave an answer, and the next texts are asked together: first 2, then 4, 8 and so on. If
//!   a process breaks down on one of them, only half of what is left of them is asked, and so on, until a
//!   text is alone again.
//! - If no process breaks down any more, no single text is to blame. This is counted as a *loose* breakdown.
//!
//! For example, let a program break on the fifth of 8 texts, with all its answers in its buffer. The
//! texts are asked as 1-8 (nothing is answered), 1, 2-3, 4-7 (nothing), 4-5 (nothing), 4, 5. The last one
//! breaks down again, and 6-8 come next.
//!
//! Without `--restart`, a process that breaks down ends the run, except that a text that exceeds the time limit is asked
//! again, with more time. If it is answered then, and the texts after it, too, the run goes on.
//!
//! A program that breaks on the first text without an answer may be one that writes each answer at once.
//! The next texts are given to it singly, each after the answer to the one before. Then there is no doubt
//! about the text on which it breaks next, which saves a process, or a time limit.

use std::ops::Range;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::{Duration, Instant};

use rfc1738_views::conformance::answer::{Answer, Reply};
use rfc1738_views::conformance::breakdown::{Ending, Exit};

use crate::commands::conformance::run::no_answer::{NoAnswer, Stopped};
use crate::commands::conformance::run::process::Process;
use crate::commands::conformance::run::subject::Subject;
use crate::outcome::Failure;

/// How many times the time limit a text gets that is asked again because it exceeded it.
const MORE: u64 = 3;

/// The greatest number of texts that exceed the time limit and are asked again without `--restart`.
const LATE: usize = 20;

/// The part of the time limit in which a quick machine answers a text.
const QUICK: u32 = 4;

/// The number of texts after a breakdown that are asked singly.
const SINGLY: usize = 500;

/// Asks one process at a time.
pub(super) struct CrashBisector<'a> {
    subject: Subject<'a>,
    kept: Option<Session>,
    /// Whether the input of each process is closed after its first texts.
    closes_inputs: bool,
    /// The number of texts that are asked singly.
    singly: usize,
    /// Whether a process did not answer at once. Then no text is asked singly.
    has_buffered: bool,
    /// A text that was answered.
    good: Option<Vec<u8>>,
    /// The end of a process that answered every text: the last that did not succeed, if any.
    ending: Option<Ending>,
}

/// The answers to a set of texts.
#[derive(Default)]
pub(super) struct Answers {
    /// The answers to the first texts: to all of them, unless something stopped or broke too often.
    pub(super) given: Vec<Reply>,
    /// The end of the first process that broke on a text, with the number of the text in the set,
    /// counted from 0.
    pub(super) first_break: Option<(usize, Ending)>,
    /// The number of texts on which a process broke.
    broken: u64,
    /// The number of breakdowns that no single text is to blame for.
    pub(super) loose: u64,
    /// Why there are no more answers.
    pub(super) stop: Option<Box<Stopped>>,
}

impl<'a> CrashBisector<'a> {
    pub(super) fn new(subject: Subject<'a>) -> Self {
        Self {
            subject,
            kept: None,
            closes_inputs: false,
            singly: 0,
            has_buffered: false,
            good: None,
            ending: None,
        }
    }

    /// Closes the input of each process after its first texts.
    pub(super) fn close_inputs(&mut self) {
        self.closes_inputs = true;
    }

    /// Asks about the texts, and ends early if processes break on too many of them. Calls `each` after
    /// each answer.
    pub(super) fn ask(&mut self, texts: &Texts, each: &dyn Fn()) -> Answers {
        let mut answers = Answers::default();
        answers.stop = self.ask_all(texts, &mut answers, each).err();
        answers
    }

    fn ask_all(
        &mut self,
        texts: &Texts,
        answers: &mut Answers,
        each: &dyn Fn(),
    ) -> Result<(), Box<Stopped>> {
        let most = self.subject.most_breaks.unwrap_or(u64::MAX);
        while answers.given.len() < texts.len() && answers.breaks() <= most {
            if self.singly > 0 && !self.has_buffered {
                self.ask_singly(texts, answers, each)?;
                continue;
            }
            match self.ask_rest(texts, answers, each) {
                Err(stopped) if stopped.is_break() && self.subject.most_breaks.is_some() => {
                    self.find_break(texts, &stopped.why, answers, each)?;
                }
                // A machine that is slow makes a process slow: that ends no run.
                Err(stopped)
                    if matches!(stopped.why, NoAnswer::TimedOut)
                        && self.subject.stalls.late() < LATE =>
                {
                    if !self.is_late(texts, answers, each)? {
                        return Err(stopped);
                    }
                }
                stopped => return stopped,
            }
        }
        Ok(())
    }

    /// Asks a process of its own about the text without an answer, with more time, and another one about the texts after
    /// it. Returns whether the machine was slow: then each of them answers. A command that hangs after each answer does
    /// not.
    fn is_late(
        &mut self,
        texts: &Texts,
        answers: &mut Answers,
        each: &dyn Fn(),
    ) -> Result<bool, Box<Stopped>> {
        let index = answers.given.len();
        let Some(answer) = self.answer_late(texts, index)? else {
            return Ok(false);
        };
        answers.given.push(answer);
        if index + 1 < texts.len() {
            match self.ask_rest(texts, answers, each) {
                Err(stopped) if !matches!(stopped.why, NoAnswer::TimedOut) => return Err(stopped),
                Err(_) if answers.given.len() <= index + 2 => {
                    answers.given.truncate(index);
                    return Ok(false);
                }
                Ok(()) | Err(_) => {}
            }
        }
        each();
        self.subject.stalls.count_late();
        Ok(true)
    }

    /// Asks a process of its own about a text, with more time. `None` if it breaks again.
    fn answer_late(&mut self, texts: &Texts, index: usize) -> Result<Option<Reply>, Box<Stopped>> {
        let patient = Subject {
            timeout: self.subject.timeout.saturating_mul(MORE),
            ..self.subject
        };
        let mut process = Session::alone(&patient, texts, index..index + 1)?;
        match process.answer() {
            Ok(answer) => {
                self.end(process)?;
                Ok(Some(answer))
            }
            Err(why) => {
                let stopped = Stopped::new(why, process.end());
                if stopped.is_break() {
                    Ok(None)
                } else {
                    Err(stopped)
                }
            }
        }
    }

    /// Returns the process that is kept, or starts one.
    fn process(&mut self) -> Result<Session, Failure> {
        match self.kept.take() {
            Some(process) => Ok(process),
            None => Session::start(&self.subject),
        }
    }

    /// Asks about some of the texts without an answer, each after the answer to the one before. Ends
    /// when the process breaks.
    fn ask_singly(
        &mut self,
        texts: &Texts,
        answers: &mut Answers,
        each: &dyn Fn(),
    ) -> Result<(), Box<Stopped>> {
        let mut process = self.process()?;
        let start = answers.given.len();
        for index in start..texts.len().min(start + self.singly) {
            process.write(texts, index..index + 1);
            let answer = process.answer();
            // A process that waits for more texts, or for the end of its input, answers none singly.
            self.has_buffered |= !process.is_open();
            match answer {
                Ok(answer) => answers.given.push(answer),
                Err(silence) => {
                    let stopped = Stopped::new(silence, process.end());
                    let answer = self.broken(texts, index, stopped, answers)?;
                    answers.given.push(answer);
                    each();
                    self.singly = SINGLY;
                    return Ok(());
                }
            }
            each();
            self.singly -= 1;
            if !process.is_open() {
                return self.end(process);
            }
        }
        process.count(answers.given.len() - start);
        self.kept = Some(process);
        Ok(())
    }

    /// Asks the process that is kept, or a new one, about the texts without an answer.
    fn ask_rest(
        &mut self,
        texts: &Texts,
        answers: &mut Answers,
        each: &dyn Fn(),
    ) -> Result<(), Box<Stopped>> {
        let mut process = self.process()?;
        let range = answers.given.len()..texts.len();
        process.write(texts, range.clone());
        let stalls = self.subject.stalls;
        if self.closes_inputs || stalls.show_buffering() {
            process.close();
        }
        let was_open = process.is_open();
        let read = read(&mut process, range, answers, each);
        match (was_open, process.is_open()) {
            (true, true) => stalls.end(),
            (true, false) => stalls.count(),
            (false, _) => {}
        }
        match read {
            Err(silence) => Err(Stopped::new(silence, process.end())),
            Ok(()) if process.is_open() => {
                self.kept = Some(process);
                Ok(())
            }
            Ok(()) => self.end(process),
        }
    }

    /// Finds the text on which the process broke, from the first one without an answer on. Adds the
    /// answers to it and to those before it.
    fn find_break(
        &mut self,
        texts: &Texts,
        first: &NoAnswer,
        answers: &mut Answers,
        each: &dyn Fn(),
    ) -> Result<(), Box<Stopped>> {
        // The text is one before this place.
        let mut bound = texts.len();
        let mut size = 1;
        let begin = answers.given.len();
        while answers.given.len() < bound {
            let start = answers.given.len();
            let range = start..bound.min(start + size);
            let Err(stopped) = self.ask_once(texts, range.clone(), answers, each) else {
                size *= 2;
                continue;
            };
            if range.len() == 1 {
                let answer = self.broken(texts, start, stopped, answers)?;
                answers.given.push(answer);
                each();
                self.singly = if start == begin { SINGLY } else { 0 };
                return Ok(());
            }
            if !stopped.is_break() {
                return Err(stopped);
            }
            bound = range.end;
            size = ((bound - answers.given.len()) / 2).max(1);
        }
        if matches!(first, NoAnswer::TimedOut) {
            self.subject.stalls.count_late();
        } else {
            answers.loose += 1;
        }
        Ok(())
    }

    /// Returns the answer to a text on which a process broke alone. A machine that is slow makes a process slow, so a
    /// text that exceeds the time limit is asked again with more time. After some that hang twice, that is not
    /// needed as long as the machine is quick: then another text is answered at once.
    fn broken(
        &mut self,
        texts: &Texts,
        index: usize,
        stopped: Box<Stopped>,
        answers: &mut Answers,
    ) -> Result<Reply, Box<Stopped>> {
        let stalls = self.subject.stalls;
        let known = texts[..index].iter().zip(&answers.given).rev();
        let mut known =
            known.filter(|(_, it)| matches!(it.answer, Answer::Accept | Answer::Reject(_)));
        if let Some((text, _)) = known.next() {
            self.good = Some(text.clone());
        }
        if matches!(stopped.why, NoAnswer::TimedOut) && !(stalls.show_hangs() && self.is_quick()?) {
            if let Some(answer) = self.answer_late(texts, index)? {
                stalls.count_late();
                return Ok(answer);
            }
            stalls.count_hang();
        }
        answers.broken(index, stopped)
    }

    /// Returns whether a new process answers a text in a fraction of the time limit.
    fn is_quick(&mut self) -> Result<bool, Box<Stopped>> {
        let Some(good) = self.good.clone() else {
            return Ok(false);
        };
        let texts: Texts = Arc::new(vec![good]);
        let begun = Instant::now();
        let mut process = Session::alone(&self.subject, &texts, 0..1)?;
        let answer = process.answer();
        process.end();
        let limit = Duration::from_secs(self.subject.timeout);
        Ok(answer.is_ok() && begun.elapsed() < limit / QUICK)
    }

    /// Asks a process of its own about these texts.
    fn ask_once(
        &mut self,
        texts: &Texts,
        range: Range<usize>,
        answers: &mut Answers,
        each: &dyn Fn(),
    ) -> Result<(), Box<Stopped>> {
        let mut process = Session::alone(&self.subject, texts, range.clone())?;
        match read(&mut process, range, answers, each) {
            Err(silence) => Err(Stopped::new(silence, process.end())),
            Ok(()) => self.end(process),
        }
    }

    /// Ends the process that is kept.
    pub(super) fn finish(&mut self) -> Result<(), Box<Stopped>> {
        match self.kept.take() {
            Some(process) => self.end(process),
            None => Ok(()),
        }
    }

    /// Returns the end of a process that answered every text: the last that did not succeed, if any.
    pub(super) fn ending(&self) -> Option<&Ending> {
        self.ending.as_ref()
    }

    /// Ends a process that has answered every text.
    fn end(&mut self, mut process: Session) -> Result<(), Box<Stopped>> {
        let read = process.read_end();
        let ending = process.end();
        if let Err(surplus) = read {
            return Err(Stopped::new(surplus, ending));
        }
        let has_failed = self.ending.as_ref().is_some_and(|kept| !succeeded(kept));
        if !has_failed || !succeeded(&ending) {
            self.ending = Some(ending);
        }
        Ok(())
    }
}

impl Answers {
    /// Returns how often processes broke.
    fn breaks(&self) -> u64 {
        self.broken + self.loose
    }

    /// Returns the answer to a text on which a process broke. Fails if something else happened.
    fn broken(&mut self, index: usize, stopped: Box<Stopped>) -> Result<Reply, Box<Stopped>> {
        let answer = match stopped.why {
            NoAnswer::Closed => Answer::Crashed,
            NoAnswer::TimedOut => Answer::TimedOut,
            _ => return Err(stopped),
        };
        self.broken += 1;
        self.first_break.get_or_insert((index, stopped.ending));
        Ok(answer.into())
    }
}

/// Returns whether the process ended by itself, without an error.
pub(super) fn succeeded(ending: &Ending) -> bool {
    matches!(&ending.exit, Some(Exit { code: Some(0), .. }))
}

/// Reads the answers to these texts.
fn read(
    process: &mut Session,
    range: Range<usize>,
    answers: &mut Answers,
    each: &dyn Fn(),
) -> Result<(), NoAnswer> {
    let texts = range.len();
    for _ in range {
        answers.given.push(process.answer()?);
        each();
    }
    process.count(texts);
    Ok(())
}

/// Texts in their order.
pub(super) type Texts = Arc<Vec<Vec<u8>>>;

/// A process that is asked about sets of texts, and its input.
///
/// A command that answers each text at once goes on with the next set. A command that writes its
/// answers when its input ends is started again for each set. Nothing in advance tells one from the
/// other, so a set leaves the input open, and closes it if the answers stay away.
///
/// Invariants:
/// - A text is written once, whenever the input is closed.
/// - Only a command whose input is closed can exceed the time limit.
struct Session {
    process: Process,
    /// The texts to write. `None` if the input is closed.
    texts: Option<Sender<(Texts, Range<usize>)>>,
    patience: Duration,
    /// The number of texts of the earlier sets.
    answered: u64,
}

impl Session {
    fn start(subject: &Subject<'_>) -> Result<Self, Failure> {
        let (texts, sets) = channel::<(Texts, Range<usize>)>();
        let Subject {
            command,
            folder,
            timeout,
            cutoff,
            most_breaks,
            ..
        } = *subject;
        let timeout = Duration::from_secs(timeout);
        let mut process = Process::start(command, folder, timeout, cutoff, move |writer| {
            sets.iter().try_for_each(|(texts, range)| {
                let mut texts = texts[range].iter();
                texts.try_for_each(|text| writer.write(text))?;
                writer.flush()
            })
        })?;
        if most_breaks.is_some() {
            process.doubt_cut_answers();
        }
        Ok(Self {
            process,
            texts: Some(texts),
            patience: subject.patience_now(),
            answered: 0,
        })
    }

    /// Starts a process for these texts alone.
    fn alone(subject: &Subject<'_>, texts: &Texts, range: Range<usize>) -> Result<Self, Failure> {
        let mut session = Self::start(subject)?;
        session.write(texts, range);
        session.close();
        Ok(session)
    }

    /// Begins to write these texts. The answers show whether the process stops to read.
    fn write(&mut self, texts: &Texts, range: Range<usize>) {
        if let Some(sender) = &self.texts {
            let _ = sender.send((Arc::clone(texts), range));
        }
    }

    /// Closes the input after the texts that are written.
    fn close(&mut self) {
        self.texts = None;
    }

    /// Returns whether more texts can be written.
    fn is_open(&self) -> bool {
        self.texts.is_some()
    }

    /// Counts the texts of a set that is answered.
    fn count(&mut self, answered: usize) {
        self.answered += answered as u64;
    }

    /// Returns the next answer. If it stays away, closes the input and waits up to the time limit.
    fn answer(&mut self) -> Result<Reply, NoAnswer> {
        if self.is_open() {
            match self.process.answer_within(self.patience) {
                Err(NoAnswer::TimedOut) => self.close(),
                answer => return answer,
            }
        }
        self.process.answer()
    }

    /// Closes the input, and reads the end of the output. Fails if there is another line.
    fn read_end(&mut self) -> Result<(), NoAnswer> {
        self.close();
        self.process.read_end()
    }

    /// Ends the process. The end has the number of texts of the last set that were written.
    fn end(self) -> Ending {
        let mut ending = self.process.end();
        ending.given = ending.given.saturating_sub(self.answered);
        ending
    }
}
