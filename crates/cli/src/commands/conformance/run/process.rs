//! A process of the command under test, which answers texts.
//!
//! Invariant: dropping a [`Process`] reaps its process. On Unix it also ends every process in
//! its process group.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use rfc1738_views::conformance::answer::Reply;
use rfc1738_views::conformance::breakdown::{Ending, Exit};
use rfcbnf_engine::escape::Printable;

use super::cutoff::{Cutoff, kill_group};
use super::no_answer::NoAnswer;
use super::pipes::{PipeEvent, Tail, TextWriter, read_answers};
use crate::outcome::Failure;

/// The most events in the channel. The threads of the pipes wait when it is full.
const WAITING: usize = 1024;

/// The time that a process may take to end after it closed its output, and its standard error to
/// arrive.
const GRACE: Duration = Duration::from_secs(1);

/// The time between two checks whether the process has ended.
const LOOK: Duration = Duration::from_millis(5);

/// A running process that answers texts.
pub(super) struct Process {
    child: Child,
    status: Option<ExitStatus>,
    events: Receiver<PipeEvent>,
    errors: Option<Tail>,
    timeout: Duration,
    given: u64,
    has_closed: bool,
    /// Whether an answer that the end of the output cuts counts only if the process succeeded.
    doubts_cut_answers: bool,
    cutoff: Cutoff,
}

impl Process {
    /// Starts the command and begins to write the texts to it.
    pub(super) fn start(
        (name, arguments): (&OsStr, &[OsString]),
        folder: Option<&Path>,
        timeout: Duration,
        cutoff: &Cutoff,
        texts: impl FnOnce(&mut TextWriter) -> io::Result<()> + Send + 'static,
    ) -> Result<Self, Failure> {
        let (sender, events) = sync_channel(WAITING);
        let mut process = Self {
            child: cutoff.start(&sender, || spawn(name, arguments, folder))?,
            status: None,
            events,
            errors: None,
            timeout,
            given: 0,
            has_closed: false,
            doubts_cut_answers: false,
            cutoff: cutoff.clone(),
        };
        let child = &mut process.child;
        process.errors = child.stderr.take().map(Tail::of);
        if let Some(input) = child.stdin.take() {
            TextWriter::start(input, sender.clone(), texts);
        }
        if let Some(output) = child.stdout.take() {
            read_answers(output, sender);
        }
        Ok(process)
    }

    /// Lets an answer that the end of the output cuts count only if the process succeeded: the output of
    /// a process that crashes can end anywhere.
    pub(super) fn doubt_cut_answers(&mut self) {
        self.doubts_cut_answers = true;
    }

    /// Returns the answer to the next text. Waits while the process reads texts, and then up to
    /// the time limit.
    pub(super) fn answer(&mut self) -> Result<Reply, NoAnswer> {
        self.answer_within(self.timeout)
    }

    /// Returns the answer to the next text, as [`Self::answer`] does, within another time limit.
    pub(super) fn answer_within(&mut self, limit: Duration) -> Result<Reply, NoAnswer> {
        loop {
            if let Some(cause) = self.cutoff.cause() {
                return Err(NoAnswer::Ended(cause));
            }
            if self.cutoff.is_abandoned() {
                return Err(NoAnswer::Abandoned);
            }
            match self.events.recv_timeout(limit) {
                Ok(PipeEvent::Given(count)) => self.given = count,
                Ok(PipeEvent::Line(Ok(answer))) => return Ok(answer),
                Ok(PipeEvent::Line(Err(line))) => return Err(NoAnswer::Nonsense(line)),
                Ok(PipeEvent::Ended) => {}
                Ok(PipeEvent::Cut(line)) => {
                    self.has_closed = true;
                    if self.doubts_cut_answers && !self.succeeds_within(GRACE) {
                        return Err(NoAnswer::Closed);
                    }
                    return line.map_err(NoAnswer::Nonsense);
                }
                Ok(PipeEvent::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    self.has_closed = true;
                    return Err(NoAnswer::Closed);
                }
                Err(RecvTimeoutError::Timeout) => return Err(NoAnswer::TimedOut),
            }
        }
    }

    /// Ends the process. A process that closed its output may end by itself.
    pub(super) fn end(mut self) -> Ending {
        let patience = if self.has_closed {
            GRACE
        } else {
            Duration::ZERO
        };
        let ended = self.ends_within(patience);
        self.kill();
        let errors = self.errors.as_ref().map(|errors| errors.within(GRACE));
        Ending {
            exit: self.status.filter(|_| ended).map(exit),
            given: self.given,
            errors: errors.unwrap_or_default(),
        }
    }

    fn ends_within(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        loop {
            if has_ended(&mut self.child) {
                return true;
            }
            if start.elapsed() >= patience {
                return false;
            }
            thread::sleep(LOOK);
        }
    }

    fn succeeds_within(&mut self, patience: Duration) -> bool {
        self.ends_within(patience) && has_succeeded(&mut self.child)
    }

    fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        let child = &mut self.child;
        self.status = self.cutoff.reap(child.id(), || {
            kill_group(child.id());
            // Both calls fail only if the process has ended.
            let _ = child.kill();
            child.wait().ok()
        });
    }

    /// Reads the end of the output, after every text is answered. Fails if there is another line.
    pub(super) fn read_end(&mut self) -> Result<(), NoAnswer> {
        match self.answer() {
            Ok(answer) => Err(NoAnswer::Surplus(answer.to_string().into_bytes())),
            Err(NoAnswer::Nonsense(line)) => Err(NoAnswer::Surplus(line)),
            // However the command ends.
            Err(_) => Ok(()),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

fn spawn(name: &OsStr, arguments: &[OsString], folder: Option<&Path>) -> Result<Child, Failure> {
    let mut command = Command::new(name);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    if let Some(folder) = folder {
        command.current_dir(folder);
    }
    // A process group of its own, so that its children end with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| {
        let name_shown = Printable(name.as_encoded_bytes()).to_string();
        let is_here = error.kind() == ErrorKind::NotFound
            && Path::new(name).components().count() == 1
            && Path::new(name).is_file();
        let help = if is_here {
            format!("; for the file in this directory, write ./{name_shown}")
        } else {
            String::new()
        };
        Failure::Unstartable {
            reason: format!("{error}{help}"),
            name: name_shown,
        }
    })
}

/// Describes the exit of the process.
fn exit(status: ExitStatus) -> Exit {
    Exit {
        description: status.to_string().replacen(": ", " ", 1),
        code: status.code(),
        signal: signal(status),
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}

/// Whether the process has ended. It is not reaped: until then no other group has its id.
#[cfg(unix)]
fn has_ended(process: &mut Child) -> bool {
    unreaped(process).is_some()
}

#[cfg(unix)]
fn has_succeeded(process: &mut Child) -> bool {
    unreaped(process).and_then(|status| status.exit_status()) == Some(0)
}

/// Returns the status of the process if it has ended, and does not reap it.
#[cfg(unix)]
fn unreaped(process: &Child) -> Option<rustix::process::WaitIdStatus> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(Pid::from_child(process)), options).ok()?
}

#[cfg(not(unix))]
fn has_ended(process: &mut Child) -> bool {
    process.try_wait().is_ok_and(|status| status.is_some())
}

#[cfg(not(unix))]
fn has_succeeded(process: &mut Child) -> bool {
    let ended = process.try_wait().ok().flatten();
    ended.is_some_and(|status| status.success())
}
