//! Files that are not finished, which an interrupt removes before it ends the program.
//!
//! Invariant: an interrupt waits while [`uninterrupted`] runs, so it sees each change whole or not
//! at all. No program can do that for a signal that kills it at once.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

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

/// Handles interrupts from now on, unless the command does so already or its caller ignores them. The exit status is
/// that of a program without a handler: 128 and the number of the signal.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler, an interrupt leaves the file behind under its hidden name. The handler of `ctrlc` does not
        // know the signal.
        let is_listening = ctrlc::try_set_handler(|| {
            if !KNOWS_SIGNALS.load(Ordering::Acquire) {
                end(INTERRUPTED);
            }
        });
        #[cfg(unix)]
        if is_listening.is_ok() {
            end_by_signals();
        }
        #[cfg(not(unix))]
        let _ = is_listening;
    });
}

/// Whether a thread waits for signals and knows their numbers.
static KNOWS_SIGNALS: AtomicBool = AtomicBool::new(false);

/// Ends the program when a signal arrives, with the exit status of the signal.
#[cfg(unix)]
fn end_by_signals() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else {
        return;
    };
    KNOWS_SIGNALS.store(true, Ordering::Release);
    std::thread::spawn(move || {
        for signal in signals.forever() {
            end(u8::try_from(signal).map_or(INTERRUPTED, |signal| SIGNAL + signal));
        }
    });
}
