//! Files that are not finished, which an interrupt removes before it ends the program.
//!
//! Invariant: an interrupt waits while [`uninterrupted`] runs, so it sees each change whole or not
//! at all. No program can do that for a signal that kills it at once.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, Once, PoisonError};
#[cfg(unix)]
use std::thread;

use crate::outcome::INTERRUPTED;

/// What a shell adds to the number of a signal for the exit status.
#[cfg(unix)]
const SIGNAL: u8 = 128;

/// The files and folders that are not finished.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A file or folder that is not finished. When it is dropped, an interrupt leaves it alone.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// Makes a file or folder. An interrupt removes it from then on.
    pub(super) fn make<T: AsRef<Path>>(
        create: impl FnOnce() -> io::Result<T>,
    ) -> io::Result<(T, Self)> {
        listen();
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        let made = create()?;
        let path = made.as_ref().to_owned();
        unfinished.insert(path.clone());
        Ok((made, Self(path)))
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
        unfinished.remove(&self.0);
    }
}

/// Runs a function that no interrupt divides. It may not make or drop an [`Unfinished`].
pub(super) fn uninterrupted<T>(run: impl FnOnce() -> T) -> T {
    let _held = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    run()
}

/// Ends the program with this exit status. Removes the files that are not finished.
pub(crate) fn end(status: u8) -> ! {
    // Held until the program ends, so that nothing is made or finished meanwhile.
    let unfinished = UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner);
    for path in &*unfinished {
        // The program ends, so a file that stays cannot be reported.
        let _ = if path.is_dir() {
            fs::remove_dir_all(path)
        } else {
            fs::remove_file(path)
        };
    }
    process::exit(i32::from(status))
}

/// Handles interrupts from now on, unless the command does so already. The exit status is that of a program without a
/// handler. Without a handler, an interrupt leaves the file behind under its hidden name.
fn listen() {
    handle(|status| end(status));
}

/// Calls a function at each interrupt from now on, unless the command has a handler already, with the exit status of a
/// program without one: 128 and the number of the signal. A signal that the caller ignores stays ignored.
pub(crate) fn handle(handler: impl Fn(u8) + Send + Sync + 'static) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        #[cfg(unix)]
        handle_signals(handler);
        #[cfg(not(unix))]
        let _ = ctrlc::try_set_handler(move || handler(INTERRUPTED));
    });
}

#[cfg(unix)]
fn handle_signals(handler: impl Fn(u8) + Send + 'static) {
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heeded()) else {
        return;
    };
    thread::spawn(move || {
        for signal in signals.forever() {
            handler(u8::try_from(signal).map_or(INTERRUPTED, |signal| SIGNAL + signal));
        }
    });
}

/// Returns the signals that end the program. `nohup` ignores SIGHUP, and a shell ignores SIGINT for what it runs
/// in the background.
#[cfg(target_os = "linux")]
fn heeded() -> Vec<i32> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0);
    let is_heeded = |signal: &i32| ignored >> (signal - 1) & 1 == 0;
    [SIGHUP, SIGINT, SIGTERM]
        .into_iter()
        .filter(is_heeded)
        .collect()
}

/// Returns the signals that end the program. The system does not say which of them the caller ignores, and SIGHUP is
/// what `nohup` ignores.
#[cfg(all(unix, not(target_os = "linux")))]
fn heeded() -> Vec<i32> {
    vec![signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM]
}
