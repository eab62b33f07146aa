//! A program that is asked which texts it accepts.
//!
//! Invariant: once a [`Recogniser`] is gone, its process is reaped, and on Unix all is gone that
//! it started, as far as that stayed in its process group.

use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio, exit};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::answer::Answer;
use super::pipes::{Event, Giver, Gone, Tail, hear};
use crate::escape::Escaped;
use crate::outcome::{Failure, INTERRUPTED};

/// How many events wait to be heard; then the threads wait.
const WAITING: usize = 1024;

/// How long a process that has closed its output may take to end, and its last words to arrive.
const GRACE: Duration = Duration::from_secs(1);

/// How often to look whether it has ended.
const LOOK: Duration = Duration::from_millis(5);

/// A running process that was given texts.
pub(crate) struct Recogniser {
    process: Child,
    status: Option<ExitStatus>,
    events: Receiver<Event>,
    errors: Option<Tail>,
    timeout: Duration,
    given: u64,
    has_closed: bool,
}

/// Why there is no answer.
#[derive(Debug)]
pub(crate) enum Silence {
    /// The output was closed.
    Closed,
    /// Within the time limit, no answer came and no text was taken.
    TimedOut,
    /// There is a line, but it is no answer.
    Nonsense(Vec<u8>),
    /// Somebody wants all of it to end.
    Interrupted,
}

/// How a recogniser ended.
pub(crate) struct Ending {
    /// How the process ended by itself. Where there is nothing, it had to be killed.
    pub(crate) status: Option<ExitStatus>,
    /// The number of texts that were written to it, counted from the first.
    pub(crate) given: u64,
    /// The last octets of its standard error.
    pub(crate) errors: Vec<u8>,
}

impl Recogniser {
    /// Starts the command and begins to give it the texts.
    pub(crate) fn start(
        (name, arguments): (&OsStr, &[OsString]),
        timeout: Duration,
        texts: impl FnOnce(&mut Giver) -> Result<(), Gone> + Send + 'static,
    ) -> Result<Self, Failure> {
        let (sender, events) = sync_channel(WAITING);
        // Before there is a process that an interrupt could leave behind.
        hear_interrupts(sender.clone());
        let mut recogniser = Self {
            process: spawn(name, arguments)?,
            status: None,
            events,
            errors: None,
            timeout,
            given: 0,
            has_closed: false,
        };
        let process = &mut recogniser.process;
        recogniser.errors = process.stderr.take().map(Tail::of);
        if let Some(input) = process.stdin.take() {
            Giver::start(input, sender.clone(), texts);
        }
        if let Some(output) = process.stdout.take() {
            hear(output, sender);
        }
        Ok(recogniser)
    }

    /// The answer to the next text. Waits for as long as texts are taken, and then up to the
    /// time limit.
    pub(crate) fn answer(&mut self) -> Result<Answer, Silence> {
        loop {
            match self.events.recv_timeout(self.timeout) {
                Ok(Event::Given(count)) => self.given = count,
                Ok(Event::Line(Ok(answer))) => return Ok(answer),
                Ok(Event::Line(Err(line))) => return Err(Silence::Nonsense(line)),
                Ok(Event::Interrupted) => return Err(Silence::Interrupted),
                Ok(Event::Closed) | Err(RecvTimeoutError::Disconnected) => {
                    self.has_closed = true;
                    return Err(Silence::Closed);
                }
                Err(RecvTimeoutError::Timeout) => return Err(Silence::TimedOut),
            }
        }
    }

    /// Ends the process. One that has closed its output may end by itself.
    pub(crate) fn end(mut self) -> Ending {
        let patience = if self.has_closed {
            GRACE
        } else {
            Duration::ZERO
        };
        let ended = self.ends_within(patience);
        self.kill();
        let errors = self.errors.as_ref().map(|errors| errors.within(GRACE));
        Ending {
            status: self.status.filter(|_| ended),
            given: self.given,
            errors: errors.unwrap_or_default(),
        }
    }

    fn ends_within(&mut self, patience: Duration) -> bool {
        let start = Instant::now();
        loop {
            if has_ended(&mut self.process) {
                return true;
            }
            if start.elapsed() >= patience {
                return false;
            }
            thread::sleep(LOOK);
        }
    }

    fn kill(&mut self) {
        if self.status.is_some() {
            return;
        }
        kill_group(&self.process);
        // The errors of both mean that it has ended.
        let _ = self.process.kill();
        self.status = self.process.wait().ok();
    }
}

impl Drop for Recogniser {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Passes interrupts on. Where that cannot be had, they end this program as they end any other,
/// and its closed input ends the recogniser.
fn hear_interrupts(events: SyncSender<Event>) {
    let _ = ctrlc::set_handler(move || {
        // When nobody hears it, the recogniser is gone already.
        if events.send(Event::Interrupted).is_err() {
            exit(i32::from(INTERRUPTED));
        }
    });
}

fn spawn(name: &OsStr, arguments: &[OsString]) -> Result<Child, Failure> {
    let mut command = Command::new(name);
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    // A group of its own, so that what it starts can be ended with it.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut command, 0);
    command.spawn().map_err(|error| {
        let name_shown = Escaped(name.as_encoded_bytes()).to_string();
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

/// Whether the process has ended. It is not reaped yet: until then, its group is its own.
#[cfg(unix)]
fn has_ended(process: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};

    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    waitid(WaitId::Pid(Pid::from_child(process)), options).is_ok_and(|status| status.is_some())
}

#[cfg(not(unix))]
fn has_ended(process: &mut Child) -> bool {
    process.try_wait().is_ok_and(|status| status.is_some())
}

/// Ends what the process started. It has not been reaped.
#[cfg(unix)]
fn kill_group(process: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};

    // The error means that there is nobody left.
    let _ = kill_process_group(Pid::from_child(process), Signal::KILL);
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}
