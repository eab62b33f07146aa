//! The command under test, and how its processes are run.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use crate::commands::conformance::run::cutoff::Cutoff;

/// The command under test.
#[derive(Clone, Copy)]
pub(in crate::commands::conformance) struct Subject<'a> {
    /// The name of the command and its arguments.
    pub(super) command: (&'a OsStr, &'a [OsString]),
    /// The folder that it runs in; `None` for that of this program.
    pub(super) folder: Option<&'a Path>,
    /// The name of the command in messages, escaped.
    pub(in crate::commands::conformance) name: &'a str,
    /// The time limit of `--timeout`, in seconds.
    pub(super) timeout: u64,
    pub(super) cutoff: &'a Cutoff,
    /// The most texts on which processes may break, each started again with the texts after it. `None` if
    /// no process is started again.
    pub(super) most_breaks: Option<u64>,
    /// How long a set of texts waits for an answer before its input is closed.
    pub(super) patience: Duration,
    /// What was seen of the command so far, by all processes.
    pub(super) stalls: &'a BufferingDetector,
}

/// The number of sets in a row that waited in vain for answers.
///
/// A command that buffers its answers lets every set wait. So after a few of them, the input of each is
/// closed at once.
///
/// It also counts the texts that hung when they were asked again, and those that were answered then.
#[derive(Default)]
pub(in crate::commands::conformance) struct BufferingDetector {
    sets: AtomicUsize,
    hangs: AtomicUsize,
    late: AtomicUsize,
}

/// The number of texts that must hang twice before one is believed to hang at once.
const HANGS: usize = 3;

/// The number of such sets after which a command counts as one that buffers its answers.
const STALLS: usize = 3;

/// The time that a command needs to start, and to answer a text, is far below.
const PATIENCE: Duration = Duration::from_millis(300);

/// The least patience with a command that is known to start in a fraction of that.
const LEAST_PATIENCE: Duration = Duration::from_millis(100);

/// The greatest patience: the first sets of a command that buffers its answers wait so long.
const MOST_PATIENCE: Duration = Duration::from_secs(3);

impl BufferingDetector {
    /// Counts a set whose answers stayed away until its input was closed.
    pub(super) fn count(&self) {
        self.sets.fetch_add(1, Ordering::Relaxed);
    }

    /// Notes that a set was answered while its input was open.
    pub(super) fn end(&self) {
        self.sets.store(0, Ordering::Relaxed);
    }

    /// Returns whether the last set was answered while its input was open, or is the first.
    fn is_zero(&self) -> bool {
        self.sets.load(Ordering::Relaxed) == 0
    }

    /// Returns whether the command writes its answers when its input ends.
    pub(super) fn show_buffering(&self) -> bool {
        self.sets.load(Ordering::Relaxed) >= STALLS
    }

    /// Counts a text on which the command hung twice.
    pub(super) fn count_hang(&self) {
        self.hangs.fetch_add(1, Ordering::Relaxed);
    }

    /// Counts a text that was answered when it was asked again with more time.
    pub(super) fn count_late(&self) {
        self.late.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns the number of texts that were answered when they were asked again with more time.
    pub(super) fn late(&self) -> usize {
        self.late.load(Ordering::Relaxed)
    }

    /// Returns whether a text that exceeds the time limit counts as one that hangs if the machine is quick.
    pub(super) fn show_hangs(&self) -> bool {
        self.late() == 0 && self.hangs.load(Ordering::Relaxed) >= HANGS
    }
}

impl<'a> Subject<'a> {
    /// Returns a command that is not started again if it breaks.
    pub(in crate::commands::conformance) fn new(
        (command, name): ((&'a OsStr, &'a [OsString]), &'a str),
        timeout: u64,
        cutoff: &'a Cutoff,
        stalls: &'a BufferingDetector,
    ) -> Self {
        Self {
            command,
            folder: None,
            name,
            timeout,
            cutoff,
            most_breaks: None,
            patience: PATIENCE,
            stalls,
        }
    }

    /// Runs the command in a folder, and starts it again if it breaks, up to `most_breaks` times.
    pub(in crate::commands::conformance) fn within(
        self,
        folder: Option<&'a Path>,
        most_breaks: u64,
    ) -> Self {
        Self {
            folder,
            most_breaks: Some(most_breaks),
            ..self
        }
    }

    /// Waits longer for a command whose first answer came after this time. One that takes a second to
    /// start would be taken for one that buffers its answers, and started again for each set.
    pub(super) fn with_first_answer(self, time: Option<Duration>) -> Self {
        let patience = time.map_or(PATIENCE, |time| 3 * time);
        Self {
            patience: patience.clamp(LEAST_PATIENCE, MOST_PATIENCE),
            ..self
        }
    }

    /// Returns how long the next set waits: less if the one before has waited in vain.
    pub(super) fn patience_now(&self) -> Duration {
        if self.stalls.is_zero() {
            return self.patience;
        }
        (self.patience / 3).max(LEAST_PATIENCE)
    }
}
