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

use crate::outcome::INTERRUPTED;

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

/// Handles interrupts from now on, unless the command does so already or its caller ignores them.
fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Without a handler, an interrupt leaves the file behind under its hidden name.
        let _ = ctrlc::try_set_handler(|| end(INTERRUPTED));
    });
}
