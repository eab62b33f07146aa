//! Ends a run before it has asked everything: at an interrupt, or when `--time` is over.
//!
//! The run then shows what it knows. That takes some time: after a pause the search for causes hurries. If it still
//! computes after another one, another thread reports what the suite shows, and ends the program: so there is a
//! report, whatever the search does.
//!
//! Invariant: nothing here waits for a process, because a handler that waits cannot handle the
//! next interrupt.

use std::process::Child;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rfc1738_views::conformance::breakdown::RunEnd;
use rfcbnf::causes::SearchEnd;

use super::arguments::TimeLimit;
use super::pipes::PipeEvent;
use crate::outcome::UNREADABLE;
use crate::output::interruption;

/// The part of the time that a search keeps for showing what it found, and the greatest such time.
const SHARE: u32 = 4;
const MOST: Duration = Duration::from_secs(12);

/// The time after which a search that was told to end must hurry.
const HURRY: Duration = Duration::from_millis(1500);

/// The time after that in which a search must end. Another thread reports otherwise.
const GRACE: Duration = Duration::from_millis(2500);

/// Says whether the run has to end. Clones belong to the same run.
#[derive(Clone, Default)]
pub(in crate::commands::conformance) struct Cutoff {
    state: Arc<Mutex<State>>,
    /// Signals that the report begins, or is late.
    report: Arc<Condvar>,
    search: SearchEnd,
    /// When the searches have to end.
    deadline: Option<Instant>,
}

#[derive(Default)]
struct State {
    /// What ends the run.
    cause: Option<RunEnd>,
    /// What ends the search. It ends before the run, so that there is time to show what it found.
    search_cause: Option<RunEnd>,
    running: Vec<Running>,
    /// The ends of searches that have a share of the time.
    shares: Vec<SearchEnd>,
    reporter: Reporter,
    is_late: bool,
    is_abandoned: bool,
}

/// What reports.
#[derive(Default, PartialEq, Eq)]
enum Reporter {
    /// Nothing yet.
    #[default]
    None,
    /// What was asked to work.
    Work,
    /// What was asked to report instead, because the work takes too long.
    Instead,
}

/// A process that runs.
struct Running {
    events: SyncSender<PipeEvent>,
    process: u32,
}

impl Cutoff {
    /// Handles interrupts of this program from now on, and limits its time. A signal that the caller ignores, as
    /// `nohup` does with one, stays ignored. If no handler can be set, an interrupt ends the program, and the
    /// closed pipe ends the process under test.
    pub(in crate::commands::conformance) fn handled(time: Option<&TimeLimit>) -> Self {
        let kept = time.map(|time| (time.duration / SHARE).min(MOST));
        let asking = time
            .zip(kept)
            .map(|(time, kept)| time.duration.saturating_sub(kept));
        let deadline = asking.and_then(|asking| Instant::now().checked_add(asking));
        let cutoff = Self {
            search: deadline
                .zip(kept)
                .map_or_else(SearchEnd::default, |(deadline, kept)| {
                    SearchEnd::by(deadline).showing_for(kept)
                }),
            deadline,
            ..Self::default()
        };
        let handler = cutoff.clone();
        interruption::handle(move |status| {
            if !handler.end(RunEnd::Interrupt) {
                handler.end_program(status);
            }
        });
        if let Some(time) = time.cloned() {
            let timer = cutoff.clone();
            thread::spawn(move || {
                let kept = (time.duration / SHARE).min(MOST);
                thread::sleep(time.duration.saturating_sub(kept));
                timer.end_search(RunEnd::Time(time.text.clone()));
                thread::sleep(kept);
                timer.end(RunEnd::Time(time.text.clone()));
            });
        }
        cutoff
    }

    /// Returns what ends the run, if it has to end.
    pub(in crate::commands::conformance) fn cause(&self) -> Option<RunEnd> {
        self.state().cause.clone()
    }

    /// Returns what ends the search, if it has to end.
    pub(super) fn search_cause(&self) -> Option<RunEnd> {
        let state = self.state();
        state.cause.clone().or_else(|| state.search_cause.clone())
    }

    /// Returns what tells a search to end that gets this share of the time that is left. Whatever ends the run ends it.
    pub(super) fn share(&self, share: u32) -> SearchEnd {
        let left = self
            .deadline
            .map(|deadline| deadline.saturating_duration_since(Instant::now()));
        let end = left.map_or_else(SearchEnd::default, |left| {
            let asking = left / share;
            let kept = (asking / SHARE).min(MOST);
            let deadline = Instant::now() + asking.saturating_sub(kept);
            let end = SearchEnd::by(deadline).showing_for(kept);
            let timer = end.clone();
            thread::spawn(move || {
                thread::sleep(asking.saturating_sub(kept));
                timer.request();
                thread::sleep(kept);
                timer.hurry();
            });
            end
        });
        let mut state = self.state();
        if state.cause.is_some() || state.search_cause.is_some() {
            end.request();
        }
        state.shares.push(end.clone());
        end
    }

    /// Returns what tells the search for causes to end.
    pub(super) fn search(&self) -> &SearchEnd {
        &self.search
    }

    /// Works, and then returns what is to be reported. If the work takes too long after the end of the run, `instead`
    /// reports, and the program ends.
    pub(super) fn work_in_time<T>(
        &self,
        work: impl FnOnce() -> T,
        instead: impl FnOnce() + Send,
    ) -> T {
        thread::scope(|scope| {
            scope.spawn(|| {
                if self.is_work_late() {
                    instead();
                    self.end_program(UNREADABLE);
                }
            });
            // Dropped at a panic, too: the thread would wait for ever.
            let _done = Done(self);
            work()
        })
    }

    /// Waits until the work is done. Returns false then, and true if it is late.
    fn is_work_late(&self) -> bool {
        let mut state = self.state();
        while state.reporter == Reporter::None {
            if state.is_late {
                state.reporter = Reporter::Instead;
                return true;
            }
            state = self
                .report
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        false
    }

    /// Ends the processes that run, because their answers are not needed any more. Each says that it was
    /// abandoned.
    pub(super) fn abandon(&self) {
        let mut state = self.state();
        state.is_abandoned = true;
        state.wake();
    }

    /// Returns whether answers are not needed any more.
    pub(super) fn is_abandoned(&self) -> bool {
        self.state().is_abandoned
    }

    /// Starts a process that writes these events. The end of the run is one of them.
    pub(super) fn start<E>(
        &self,
        events: &SyncSender<PipeEvent>,
        spawn: impl FnOnce() -> Result<Child, E>,
    ) -> Result<Child, E> {
        // Held meanwhile: the end of the program must not leave the process behind.
        let mut state = self.state();
        let child = spawn()?;
        state.running.push(Running {
            events: events.clone(),
            process: child.id(),
        });
        Ok(child)
    }

    /// Ends and reaps the process with that number. From then on another process may have it.
    pub(super) fn reap<T>(&self, process: u32, reap: impl FnOnce() -> T) -> T {
        let mut state = self.state();
        state.running.retain(|running| running.process != process);
        reap()
    }

    /// Ends the search. It shows what it found, and asks nothing more.
    fn end_search(&self, cause: RunEnd) {
        let mut state = self.state();
        state.search_cause = Some(cause);
        state.shares.iter().for_each(SearchEnd::request);
        self.search.request();
    }

    /// Ends the run. Returns whether nothing else has ended it before.
    fn end(&self, cause: RunEnd) -> bool {
        let mut state = self.state();
        if state.cause.is_some() {
            return false;
        }
        state.cause = Some(cause);
        state.shares.iter().for_each(SearchEnd::request);
        self.search.request();
        state.wake();
        let ended = self.clone();
        thread::spawn(move || {
            thread::sleep(HURRY);
            ended.search.hurry();
            ended.state().shares.iter().for_each(SearchEnd::hurry);
            thread::sleep(GRACE);
            ended.state().is_late = true;
            ended.report.notify_all();
        });
        true
    }

    /// Ends the processes and the program.
    fn end_program(&self, status: u8) -> ! {
        // Held until the program ends, so that no other process starts.
        let state = self.state();
        for running in &state.running {
            kill_group(running.process);
        }
        interruption::end(status)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Says when it is dropped that the work is done. If something else reports already, it waits for the end of the program.
struct Done<'a>(&'a Cutoff);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        if state.reporter == Reporter::None {
            state.reporter = Reporter::Work;
            self.0.report.notify_all();
        }
        while state.reporter == Reporter::Instead {
            state = self
                .0
                .report
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    /// Wakes what waits for events of the processes.
    fn wake(&self) {
        for running in &self.running {
            // A full channel wakes its receiver too, which asks for the end before each event.
            let _ = running.events.try_send(PipeEvent::Ended);
        }
    }
}

/// Ends the group of the process with that number, which has not been reaped.
#[cfg(unix)]
pub(super) fn kill_group(process: u32) {
    use rustix::process::{Pid, Signal, kill_process_group};

    let group = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        // The call fails if no process is left.
        let _ = kill_process_group(group, Signal::KILL);
    }
}

/// Tells the process with that number, which has not been reaped, to end.
#[cfg(unix)]
pub(super) fn interrupt(process: u32) {
    use rustix::process::{Pid, Signal, kill_process};

    let process = i32::try_from(process).ok().and_then(Pid::from_raw);
    if let Some(process) = process {
        // The call fails if the process has ended.
        let _ = kill_process(process, Signal::INT);
    }
}

/// Elsewhere, an interrupt reaches all processes of the console.
#[cfg(not(unix))]
pub(super) fn interrupt(_: u32) {}

#[cfg(not(unix))]
pub(super) fn kill_group(_: u32) {}
