//! The progress bars of `check`, `extract` and `conformance run`.
//!
//! Invariants: between two steps, a line costs one comparison; the bar is drawn at most ten
//! times a second, however much is written to the same terminal.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// How many octets a file has to hold to be worth a bar.
const LONG: u64 = 16 * 1024 * 1024;

/// How many octets make a step.
const STEP: u64 = 256 * 1024;

/// What the bar of a file shows.
const OF_FILE: &str = "{prefix} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left";

/// What the bar of a suite shows.
const OF_SUITE: &str = "{prefix} {wide_bar} {pos}/{len} texts {per_sec} {eta} left";

/// How long a bar stays as it is.
const PAUSE: Duration = Duration::from_millis(100);

/// How far something has come. Shown on standard error if that is a terminal.
pub(crate) struct Progress {
    bar: Option<Bar>,
    step: u64,
    next: u64,
}

struct Bar {
    /// What can take a bar away without drawing it anew.
    screen: MultiProgress,
    indicator: ProgressBar,
    is_drawn: bool,
    /// When it was last drawn.
    since: Option<Instant>,
}

impl Progress {
    /// Nothing read yet of a file. Shown if the file is long. The name is escaped; the length is
    /// known of regular files.
    pub(crate) fn of_file(name: &str, length: Option<u64>) -> Self {
        let bar = length
            .filter(|length| *length >= LONG)
            .map(|length| Bar::new(OF_FILE, name, length));
        Self {
            bar,
            step: STEP,
            next: STEP,
        }
    }

    /// No text of a suite answered yet by the command of that name, which is escaped. Each
    /// answer is a step: how long one takes is the command's affair.
    pub(crate) fn of_suite(name: &str, texts: u64) -> Self {
        Self {
            bar: Some(Bar::new(OF_SUITE, name, texts)),
            step: 1,
            next: 1,
        }
    }

    /// Whether the bar is to be drawn, now that so many octets have been read, or so many texts
    /// answered.
    pub(crate) fn is_due(&mut self, passed: u64) -> bool {
        if passed < self.next {
            return false;
        }
        self.next = passed + self.step;
        self.bar.as_ref().is_some_and(Bar::is_due)
    }

    /// Draws the bar. What is to be written to the same terminal has been.
    pub(crate) fn draw(&mut self, passed: u64) {
        if let Some(bar) = &mut self.bar {
            bar.draw(passed);
        }
    }

    /// Takes the bar off the terminal until it is drawn again, so that something else can be
    /// written there in between.
    pub(crate) fn make_way(&mut self) {
        if let Some(bar) = self.bar.as_mut().filter(|bar| bar.is_drawn) {
            bar.is_drawn = false;
            // A terminal that cannot be written to shows no bar.
            let _ = bar.screen.clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.indicator.finish_and_clear();
        }
    }
}

impl Bar {
    fn new(template: &str, name: &str, length: u64) -> Self {
        let screen = MultiProgress::new();
        let indicator = screen.add(bar(template, name, length));
        Self {
            screen,
            indicator,
            is_drawn: false,
            since: None,
        }
    }

    fn is_due(&self) -> bool {
        self.since.is_none_or(|since| since.elapsed() >= PAUSE)
    }

    fn draw(&mut self, passed: u64) {
        self.indicator.set_position(passed);
        self.is_drawn = true;
        self.since = Some(Instant::now());
    }
}

/// A bar on standard error, which stays hidden where that is no terminal.
fn bar(template: &str, name: &str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length).with_prefix(name.to_owned());
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
