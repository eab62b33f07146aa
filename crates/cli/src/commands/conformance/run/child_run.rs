//! A process of this program that makes a run of its own.
//!
//! Invariant: at the end of this run, the process is told to end, so that it reports what it knows. If this program
//! ends at once, the process is killed.

use std::io::{self, Read as _};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::sync_channel;
use std::thread;

use super::cutoff::{Cutoff, interrupt};
use super::pipes::PipeEvent;

/// The most octets of standard error that are kept.
const ERRORS: u64 = 64 * 1024;

/// Runs the command until it ends. Returns how, and what it wrote to standard error.
pub(in crate::commands::conformance) fn run(
    command: &mut Command,
    cutoff: &Cutoff,
) -> io::Result<(ExitStatus, Vec<u8>)> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    // An interrupt from the terminal reaches this program alone, which passes it on once.
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    let (sender, events) = sync_channel(2);
    let mut child = cutoff.start(&sender, || command.spawn())?;
    let errors = child.stderr.take().map(|stderr| {
        thread::spawn(move || {
            let mut errors = Vec::new();
            let mut stderr = stderr;
            // What cannot be read is not shown.
            let _ = stderr.by_ref().take(ERRORS).read_to_end(&mut errors);
            let _ = io::copy(&mut stderr, &mut io::sink());
            // Nobody waits any more if the channel is closed.
            let _ = sender.send(PipeEvent::Closed);
            errors
        })
    });
    // An end of this run before the start has no event. A second interrupt would end the process without a report.
    let mut is_told = cutoff.cause().is_some();
    if is_told {
        interrupt(child.id());
    }
    while let Ok(PipeEvent::Ended) = events.recv() {
        if !is_told {
            interrupt(child.id());
        }
        is_told = true;
    }
    let errors = errors.and_then(|errors| errors.join().ok());
    let status = cutoff.reap(child.id(), || child.wait())?;
    Ok((status, errors.unwrap_or_default()))
}
