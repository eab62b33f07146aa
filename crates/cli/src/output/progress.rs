//! The progress bars of `check`, `extract` and `conformance run`.
//!
//! Invariants: between two steps, a line costs one comparison. The bar is drawn at most ten times
//! a second, however much is written to the same terminal.

use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressStyle};

/// The least size of a file with a bar, in bytes.
const LONG: u64 = 16 * 1024 * 1024;

/// The size of a step, in bytes.
const STEP: u64 = 256 * 1024;

/// The template of the bar of a file.
const OF_FILE: &str = "{prefix} {wide_bar} {bytes}/{total_bytes} {bytes_per_sec} {eta} left";

/// The template of the bar of a suite.
const OF_SUITE: &str = "{prefix} {wide_bar} {pos}/{len} texts {per_sec} {elapsed}, {eta} left";

/// The template of the line of a search, whose length is unknown.
const OF_SEARCH: &str = "{prefix}: the search for causes asked {pos} texts in {msg}, {elapsed}";

/// The least time between two drawings of a bar.
const PAUSE: Duration = Duration::from_millis(100);

/// The progress of a file or a suite, on standard error if that is a terminal.
pub(crate) struct Progress {
    bar: Option<Bar>,
    step: u64,
    next: u64,
    /// The end of the stretches that are over.
    before: u64,
    /// The position in this stretch.
    position: u64,
}

struct Bar {
    /// Can clear the bar without drawing it again.
    screen: MultiProgress,
    indicator: ProgressBar,
    is_drawn: bool,
    /// The time of the last drawing.
    since: Option<Instant>,
}

impl Progress {
    /// Returns the progress of a file, with a bar if the file is long. The name is escaped; the
    /// length is known if the file is regular.
    pub(crate) fn of_file(name: &str, length: Option<u64>) -> Self {
        let bar = length
            .filter(|length| *length >= LONG)
            .map(|length| Bar::new(OF_FILE, name, length));
        Self {
            bar,
            step: STEP,
            next: STEP,
            before: 0,
            position: 0,
        }
    }

    /// Returns the progress of a command through a suite. The name is escaped. Each answer is a
    /// step, because an answer can take any time.
    pub(crate) fn of_suite(name: &str, texts: u64) -> Self {
        Self {
            bar: Some(Bar::new(OF_SUITE, name, texts)),
            step: 1,
            next: 1,
            before: 0,
            position: 0,
        }
    }

    /// Returns the progress of a search for causes. The name is escaped. The time goes on while the
    /// search computes.
    pub(crate) fn of_search(name: &str) -> Self {
        let bar = Bar::new(OF_SEARCH, name, 0);
        bar.indicator.enable_steady_tick(PAUSE);
        Self {
            bar: Some(bar),
            step: 1,
            next: 1,
            before: 0,
            position: 0,
        }
    }

    /// Counts the next positions from where the last stretch ended.
    pub(crate) fn begin_stretch(&mut self) {
        self.before += self.position;
        self.position = 0;
        self.next = self.step;
    }

    /// Shows what goes on beside the position.
    pub(crate) fn say(&mut self, message: String) {
        if let Some(bar) = &self.bar {
            bar.indicator.set_message(message);
        }
    }

    /// Whether the bar is to be drawn at this position: a number of bytes or of texts.
    pub(crate) fn is_due(&mut self, position: u64) -> bool {
        self.position = position;
        if position < self.next {
            return false;
        }
        self.next = position + self.step;
        self.bar.as_ref().is_some_and(Bar::is_due)
    }

    /// Draws the bar. Output to the same terminal must be flushed.
    pub(crate) fn draw(&mut self, position: u64) {
        if let Some(bar) = &mut self.bar {
            bar.draw(self.before + position);
        }
    }

    /// Clears the bar until it is drawn again, so that output can be written to the terminal.
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

    fn draw(&mut self, position: u64) {
        self.indicator.set_position(position);
        self.is_drawn = true;
        self.since = Some(Instant::now());
    }
}

/// Returns a bar on standard error. It stays hidden if that is not a terminal.
fn bar(template: &str, name: &str, length: u64) -> ProgressBar {
    let bar = ProgressBar::new(length).with_prefix(name.to_owned());
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
