//! The command under test, and how its processes are run.

use std::ffi::{OsStr, OsString};

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
}
