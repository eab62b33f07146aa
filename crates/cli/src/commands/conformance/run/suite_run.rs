//! Asks a command about the texts of a suite.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rfc1738_views::conformance::answer::Reply;
use rfc1738_views::conformance::breakdown::{Breakdown, Ending, Stage};
use rfc1738_views::conformance::run_result::SuiteSize;
use rfc1738_views::conformance::tally::Tally;
use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;

use crate::commands::conformance::run::again::Sample;
use crate::commands::conformance::run::arguments::RunArguments;
use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::cutoff::Cutoff;
use crate::commands::conformance::run::no_answer::{NoAnswer, Stopped};
use crate::commands::conformance::run::pinned::AnswerList;
use crate::commands::conformance::run::process::Process;
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::commands::conformance::run::search::Disagreements;
use crate::commands::conformance::run::subject::Subject;
use crate::commands::conformance::suites::ChosenSuite;
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::progress::Progress;
use crate::output::streams::show_remark;

/// The number of texts that are counted before the end of the run is looked for.
const LOOK: usize = 1 << 10;

/// A command that was asked about every text of a suite, unless it broke down.
pub(super) struct SuiteRun<P> {
    pub(super) tally: Tally<P>,
    pub(super) disagreements: Disagreements,
    /// The answers to all texts, in their order.
    pub(super) answers: AnswerList,
    pub(super) size: SuiteSize,
    /// Why the run ended early.
    pub(super) breakdown: Option<Breakdown>,
    /// The end of a process that answered every text.
    pub(super) ending: Ending,
    /// The texts to ask about again.
    pub(super) sample: Sample,
    /// The names of the parts that answers have.
    pub(super) parts: BTreeSet<String>,
    /// The time until the first answer of a single process.
    first_answer: Option<Duration>,
}

impl<P: CheckedProduction> SuiteRun<P> {
    /// Asks the command about every text, and ends it.
    pub(super) fn start(
        arguments: &RunArguments,
        rule: P,
        suite: &Arc<ChosenSuite>,
        subject: Subject<'_>,
        breaks: &mut CrashLog,
    ) -> Result<Self, Failure> {
        let size = size(suite, subject.cutoff);
        let mut run = Self {
            tally: Tally::new(rule, arguments.most.get()),
            disagreements: Disagreements::default(),
            answers: AnswerList::default(),
            size,
            breakdown: None,
            ending: Ending::default(),
            sample: Sample::of(size.texts),
            parts: BTreeSet::new(),
            first_answer: None,
        };
        let mut progress = Progress::of_suite(subject.name, size.texts);
        let keeps = !arguments.no_causes;
        let begun = Instant::now();
        let mut first_answer = None;
        let mut count = |number, text: &[u8], reply: Reply| {
            first_answer.get_or_insert_with(|| begun.elapsed());
            run.count(number, text, &reply, keeps);
        };
        let is_single = subject.most_breaks.is_none() && arguments.jobs == NonZeroUsize::MIN;
        let mut crew = ProcessPool::new(subject, arguments.jobs);
        let asked = if is_single {
            let asked = ask_one(subject, suite, &mut progress, &mut count);
            let late = late_text(&asked);
            let asked = ask_late(
                asked,
                &mut crew,
                suite,
                size.texts,
                (&mut progress, breaks),
                &mut count,
            );
            if late.is_some() && late_text(&asked) != late {
                subject.stalls.count_late();
            }
            asked
        } else {
            let texts = suite.texts_on_lines();
            let asked = crew.ask(texts, size.texts, &mut progress, breaks, &mut count);
            asked.and_then(|()| crew.finish().map(|()| crew.ending()))
        };
        // What a crew answers can have waited for a process that broke down.
        run.first_answer = first_answer.filter(|_| is_single);
        // Clear the bar before anything else is written.
        drop(progress);
        let undecided = size.texts.saturating_sub(run.tally.total().texts());
        match asked {
            Ok(ending) => run.ending = ending,
            Err(stopped) => {
                run.breakdown = Some(stopped.breakdown(subject, Stage::Suite, size.texts)?);
            }
        }
        if run.breakdown.is_none() && undecided > 0 {
            run.size.texts -= undecided;
            let texts = counted(
                undecided,
                "text of the suite is",
                "texts of the suite are",
                Palette::PLAIN.number,
            );
            let remark =
                format!("{texts} undecided; every answer counts as right, also in the causes");
            show_remark("note", &remark)?;
        }
        Ok(run)
    }

    /// Returns a crew that asks the command about more texts.
    pub(super) fn crew<'a>(&self, subject: Subject<'a>, jobs: NonZeroUsize) -> ProcessPool<'a> {
        ProcessPool::new(subject.with_first_answer(self.first_answer), jobs)
    }

    fn count(&mut self, number: u64, text: &[u8], reply: &Reply, keeps: bool) {
        for (name, _) in reply.parts() {
            if !self.parts.contains(name) {
                self.parts.insert(name.to_owned());
            }
        }
        let answer = reply.answer;
        let fault = self.tally.count(number, text, answer);
        self.answers.push(answer);
        self.sample.keep(number, text, answer, fault.is_none());
        if let Some(fault) = fault.filter(|_| keeps) {
            self.disagreements.keep(text, fault);
        }
    }
}

/// Asks one process about all texts. Returns its end.
fn ask_one(
    subject: Subject<'_>,
    suite: &Arc<ChosenSuite>,
    progress: &mut Progress,
    count: &mut impl FnMut(u64, &[u8], Reply),
) -> Result<Ending, Box<Stopped>> {
    let mut process = start(subject, Arc::clone(suite))?;
    for (number, text) in (1..).zip(suite.texts_on_lines()) {
        match process.answer() {
            Ok(reply) => {
                if let Some(mut stopped) = Stopped::beyond(&text, &reply) {
                    stopped.answered = number - 1;
                    stopped.ending = process.end();
                    return Err(stopped);
                }
                count(number, &text, reply);
            }
            Err(why) => {
                let mut stopped = Stopped::new(why, process.end());
                stopped.answered = number - 1;
                stopped.text = text;
                return Err(stopped);
            }
        }
        if progress.is_due(number) {
            progress.draw(number);
        }
    }
    let read = process.read_end();
    let ending = process.end();
    match read {
        Ok(()) => Ok(ending),
        Err(surplus) => Err(Stopped::new(surplus, ending)),
    }
}

/// Returns the number of texts before the one that exceeded the time limit.
fn late_text(asked: &Result<Ending, Box<Stopped>>) -> Option<u64> {
    let stopped = asked.as_ref().err()?;
    matches!(stopped.why, NoAnswer::TimedOut).then_some(stopped.answered)
}

/// Asks another process about the texts from the first without an answer on, if that one exceeded the time limit: the
/// machine may be slow.
fn ask_late(
    asked: Result<Ending, Box<Stopped>>,
    crew: &mut ProcessPool<'_>,
    suite: &ChosenSuite,
    texts: u64,
    (progress, breaks): (&mut Progress, &mut CrashLog),
    count: &mut impl FnMut(u64, &[u8], Reply),
) -> Result<Ending, Box<Stopped>> {
    let Some(before) = late_text(&asked) else {
        return asked;
    };
    let rest = suite.texts_on_lines();
    let rest = rest.skip(usize::try_from(before).unwrap_or(usize::MAX));
    // A command that hangs after each answer gives one more.
    let mut first = None;
    let mut answered = 0;
    let done = crew.ask(
        rest,
        texts - before,
        progress,
        breaks,
        |number, text, answer| {
            answered = number;
            if number == 1 {
                first = Some((text.to_vec(), answer));
                return;
            }
            if let Some((text, answer)) = first.take() {
                count(number + before - 1, &text, answer);
            }
            count(number + before, text, answer);
        },
    );
    match done.and_then(|()| crew.finish()) {
        Ok(()) => {
            if let Some((text, answer)) = first {
                count(before + 1, &text, answer);
            }
            Ok(crew.ending())
        }
        // The first process says how it hung.
        Err(stopped) if answered <= 1 && !matches!(stopped.why, NoAnswer::Failure(_)) => asked,
        Err(mut stopped) => {
            stopped.answered += before;
            Err(stopped)
        }
    }
}

/// Starts the command and begins to write the texts of the suite to it. The writer makes the texts
/// a second time, because the answers can lag behind by any number of texts.
fn start(subject: Subject<'_>, suite: Arc<ChosenSuite>) -> Result<Process, Failure> {
    let timeout = Duration::from_secs(subject.timeout);
    Process::start(
        subject.command,
        subject.folder,
        timeout,
        subject.cutoff,
        move |writer| {
            suite
                .texts_on_lines()
                .try_for_each(|text| writer.write(&text))
        },
    )
}

/// Returns the number of texts that a line can hold, and of those that none can. If the run ends before they are counted,
/// all texts are in the first number.
pub(super) fn size(suite: &ChosenSuite, cutoff: &Cutoff) -> SuiteSize {
    let left_out = left_out(suite, cutoff).unwrap_or(0);
    SuiteSize {
        texts: suite.size() - left_out,
        left_out,
    }
}

/// Returns the number of texts that no line can hold; `None` if the run ends meanwhile.
fn left_out(suite: &ChosenSuite, cutoff: &Cutoff) -> Option<u64> {
    // Other suites hold neither CR nor LF, and can be long.
    if !suite.has_line_ends() {
        return Some(0);
    }
    let mut left_out = 0;
    for (number, text) in suite.texts().enumerate() {
        if number.is_multiple_of(LOOK) && cutoff.cause().is_some() {
            return None;
        }
        left_out += u64::from(!lines::fits(&text));
    }
    Some(left_out)
}
