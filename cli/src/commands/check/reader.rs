//! The thread that reads files, ahead of the thread that writes answers.

use std::ffi::OsString;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, SendError, Sender, bounded};
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
    next: Sender<Next<P>>,
}

/// The writer is gone.
struct Closed;

impl<T> From<SendError<T>> for Closed {
    fn from(_: SendError<T>) -> Self {
        Self
    }
}

/// Starts to read the files and to check them on at most `threads` threads. The channel ends with
/// the files.
pub(super) fn start<P: CheckedProduction + Send + Sync + 'static>(
    files: Vec<OsString>,
    report: TextReport<P>,
    threads: usize,
) -> Result<Receiver<Next<P>>, Failure> {
    let batches = AHEAD * threads;
    let (sender, receiver) = bounded(batches);
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
        next: sender,
    };
    thread::Builder::new()
        .spawn(move || {
            let mut sources = Source::all(&files).into_iter();
            // If the writer is gone, the rest need not be read.
            let _ = sources.try_for_each(|source| reader.read(source));
        })
        .map_err(|error| no_thread(&error))?;
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
        // Batches have their own buffers. This one is empty, because nothing was read.
        let reader = opened.reader.into_inner();
        let report = Arc::clone(&self.report);
        let mut batches = report.records.batches(source, reader, &self.buffers);
        loop {
            let batch = match batches.next_batch() {
                Ok(Some(batch)) => batch,
                Ok(None) => return Ok(self.next.send(Next::End)?),
                Err(failure) => return self.fail(failure),
            };
            let (sender, answers) = answers();
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
