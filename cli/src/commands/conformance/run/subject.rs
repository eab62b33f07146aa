//! The command under test, and how its processes are run.

use std::ffi::{OsStr, OsString};
use std::time::Duration;

use crate::commands::conformance::run::cutoff::Cutoff;

/// The command under test.
#[derive(Clone, Copy)]
pub(super) struct Subject<'a> {
    /// The name of the command and its arguments.
    pub(super) command: (&'a OsStr, &'a [OsString]),
    /// The time limit of `--timeout`, in seconds.
    pub(super) timeout: u64,
    pub(super) cutoff: &'a Cutoff,
    /// Whether a process that breaks down is started again, with the texts after the one that it broke
    /// on.
    pub(super) restarts: bool,
    /// How long a set of texts waits for an answer before its input is closed.
    pub(super) patience: Duration,
}

/// The time that a command needs to start, and to answer a text, is far below.
pub(super) const PATIENCE: Duration = Duration::from_millis(300);

/// The greatest patience: the first set of a command that buffers its answers waits so long.
const MOST_PATIENCE: Duration = Duration::from_secs(3);

impl Subject<'_> {
    /// Waits longer for a command whose first answer came after this time. One that takes a second to
    /// start would be taken for one that buffers its answers, and started again for each set.
    pub(super) fn with_first_answer(self, time: Option<Duration>) -> Self {
        let patience = time.map_or(PATIENCE, |time| 3 * time);
        Self {
            patience: patience.clamp(PATIENCE, MOST_PATIENCE),
            ..self
        }
    }
}
