//! The thread that reads files, ahead of the thread that writes answers. Short files are read on the
//! latter.

use std::ffi::OsString;
use std::fs;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, SendError, Sender, bounded, unbounded};
use rfc1738_views::production::CheckedProduction;

use super::answers::{Answer, Answers, answers};
use super::report::TextReport;
use crate::input::records::{Batch, Buffers};
use crate::input::source::{Source, SourceName};
use crate::outcome::Failure;
use crate::workers::{Workers, no_thread};

/// The number of batches for each worker: one in work, and one that waits for it.
const AHEAD: usize = 2;

/// The next thing for the writer to do.
pub(super) enum Next<P> {
    /// A file begins. Its length is known if it is a regular file.
    File {
        name: Arc<SourceName>,
        length: Option<u64>,
    },
    /// A batch has answers. It ends at this position of the file, in bytes.
    Batch {
        answers: Receiver<Answer<P>>,
        position: u64,
    },
    /// The file has been read to its end.
    End,
    /// A file, or the rest of it, cannot be read, or no thread can be started.
    Failure(Failure),
}

/// A batch, and the channel for its answers.
struct Work<P> {
    source: Arc<SourceName>,
    batch: Batch,
    answers: Answers<P>,
}

struct Reader<P> {
    report: Arc<TextReport<P>>,
    buffers: Buffers,
    workers: Workers<Work<P>>,
    /// Whether the writer has this thread, and waits until everything is read.
    is_alone: bool,
    next: Sender<Next<P>>,
}

/// The writer is gone.
struct Closed;

impl<T> From<SendError<T>> for Closed {
    fn from(_: SendError<T>) -> Self {
        Self
    }
}

/// The most octets of files that are read and checked on one thread: to start another takes as long as
/// to check a thousand lines.
const SHORT: u64 = 4096;

/// Returns whether the arguments name regular files of a few octets. To read them takes no waiting.
fn are_short(files: &[OsString]) -> bool {
    let length = |file: &OsString| {
        let metadata = fs::metadata(file).ok().filter(|_| file != "-")?;
        // A file that the kernel makes up says that it is empty.
        let length = metadata.is_file().then_some(metadata.len())?;
        (length > 0).then_some(length)
    };
    let mut lengths = files.iter().map(length);
    let sum = lengths.try_fold(0_u64, |sum, length| sum.checked_add(length?));
    !files.is_empty() && sum.is_some_and(|sum| sum <= SHORT)
}

/// Starts to read the files and to check them on at most `threads()` threads, or does so before it
/// returns if they are short. The channel ends with the files.
pub(super) fn start<P: CheckedProduction + Send + Sync + 'static>(
    files: Vec<OsString>,
    report: TextReport<P>,
    threads: impl FnOnce() -> usize,
) -> Result<Receiver<Next<P>>, Failure> {
    let is_alone = are_short(&files);
    let threads = if is_alone { 0 } else { threads() };
    let batches = AHEAD * threads;
    let (sender, receiver) = if is_alone {
        unbounded()
    } else {
        bounded(batches)
    };
    let report = Arc::new(report);
    let judge = Arc::clone(&report);
    let check = move |work: Work<P>| {
        // If the answers have no receiver, the command is about to end.
        let _ = judge.batch(&work.source, &work.batch, work.answers);
    };
    let mut reader = Reader {
        buffers: Buffers::new(batches + 1),
        workers: Workers::new(threads, check),
        report,
        is_alone,
        next: sender,
    };
    let mut read = move || {
        let mut sources = Source::all(&files).into_iter();
        // If the writer is gone, the rest need not be read.
        let _ = sources.try_for_each(|source| reader.read(source));
    };
    if is_alone {
        read();
    } else {
        let started = thread::Builder::new().spawn(read);
        started.map_err(|error| no_thread(&error))?;
    }
    Ok(receiver)
}

impl<P: CheckedProduction + Send + Sync + 'static> Reader<P> {
    fn read(&mut self, source: Source) -> Result<(), Closed> {
        let opened = match source.open() {
            Ok(opened) => opened,
            Err(failure) => return self.fail(failure),
        };
        let name = Arc::new(source.name());
        self.next.send(Next::File {
            name: Arc::clone(&name),
            length: opened.length,
        })?;
        let report = Arc::clone(&self.report);
        let records = &report.records;
        let mut batches = records.batches(source, opened.reader, &self.buffers);
        loop {
            let batch = match batches.next_batch() {
                Ok(Some(batch)) => batch,
                Ok(None) => return Ok(self.next.send(Next::End)?),
                Err(failure) => return self.fail(failure),
            };
            let (sender, answers) = answers(!self.is_alone);
            let position = batches.position();
            let work = Work {
                source: Arc::clone(&name),
                batch,
                answers: sender,
            };
            if let Err(failure) = self.workers.hand_out(work) {
                return self.fail(failure);
            }
            self.next.send(Next::Batch { answers, position })?;
        }
    }

    fn fail(&self, failure: Failure) -> Result<(), Closed> {
        Ok(self.next.send(Next::Failure(failure))?)
    }
}
