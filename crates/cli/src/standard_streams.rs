//! Whether the standard streams can be used.
//!
//! A command can be started with closed standard streams (`>&-`). Before `main` runs, the standard
//! library of Rust opens `/dev/null` in their place, and from then on nothing tells them from a
//! `/dev/null` of the user: other programs open it for reading and writing, too. So this module looks
//! at the streams before the standard library does. The package `ctor` calls [`look`] at that time.
//! The standard library also reports success if a stream is open for the other direction only
//! (`1</dev/null`), so such a stream counts as closed.
//!
//! On systems other than Unix, standard streams always count as open.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether each stream is unusable, by its descriptor.
static UNUSABLE: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

#[derive(Debug, Clone, Copy)]
pub(crate) enum StandardStream {
    Input,
    Output,
    Error,
}

impl StandardStream {
    /// Returns whether the stream was closed when the command started.
    pub(crate) fn is_unusable(self) -> bool {
        UNUSABLE[self as usize].load(Ordering::Relaxed)
    }

    /// Returns the error of a closed stream.
    #[cfg(unix)]
    #[expect(clippy::unused_self, reason = "the error depends on the system alone")]
    pub(crate) fn error(self) -> io::Error {
        rustix::io::Errno::BADF.into()
    }

    /// Returns the error of a closed stream.
    #[cfg(not(unix))]
    pub(crate) fn error(self) -> io::Error {
        io::Error::other(format!("standard stream {self:?} is closed"))
    }
}

/// Finds out which streams can be used. It runs before `main`, so it does no more than system calls.
#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn look() {
    use rustix::fs::{OFlags, fcntl_getfl};
    use rustix::stdio::{stderr, stdin, stdout};

    let streams = [
        (stdin(), OFlags::WRONLY),
        (stdout(), OFlags::RDONLY),
        (stderr(), OFlags::RDONLY),
    ];
    for (is_unusable, (stream, wrong)) in UNUSABLE.iter().zip(streams) {
        // The call fails if the stream is closed.
        let mode = fcntl_getfl(stream).map(|flags| flags & OFlags::ACCMODE);
        is_unusable.store(
            mode.is_ok_and(|mode| mode == wrong) || mode.is_err(),
            Ordering::Relaxed,
        );
    }
}
