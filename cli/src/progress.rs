//! The progress bar of `check`.
//!
//! Invariant: between two steps, advancing costs one comparison.

use indicatif::{ProgressBar, ProgressStyle};

/// How many octets a file has to hold to be worth a bar.
const LONG: u64 = 16 * 1024 * 1024;

/// How many octets make a step.
const STEP: u64 = 1024 * 1024;

/// How far a file has been read. Shown on standard error if that is a terminal and the file
/// is long.
pub(crate) struct Progress {
    bar: Option<ProgressBar>,
    next: u64,
}

impl Progress {
    /// Nothing read yet. The name is escaped; the length is known of regular files.
    pub(crate) fn new(name: &str, length: Option<u64>) -> Self {
        let bar = length
            .filter(|length| *length >= LONG)
            .map(|length| bar(name, length));
        Self { bar, next: STEP }
    }

    /// So many octets have been read.
    pub(crate) fn advance(&mut self, passed: u64) {
        if passed < self.next {
            return;
        }
        self.next = passed + STEP;
        if let Some(bar) = &self.bar {
            bar.set_position(passed);
        }
    }

    /// Does something that may write to the terminal on which the bar is.
    pub(crate) fn aside<T>(&self, action: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(action),
            None => action(),
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A bar on standard error, which stays hidden where that is no terminal.
fn bar(name: &str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length).with_prefix(name.to_owned());
    let template = "{prefix} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left";
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
