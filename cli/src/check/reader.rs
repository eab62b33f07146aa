//! The thread that reads, ahead of what is written.

use std::ffi::OsString;
use std::sync::Arc;
use std::{io, thread};

use crossbeam_channel::{Receiver, SendError, Sender, bounded};

use super::answers::{Answer, answers};
use super::batches::Batches;
use super::buffers::Buffers;
use super::report::Report;
use super::workers::{Work, Workers};
use crate::outcome::Failure;
use crate::source::Source;

/// How many batches there are for each worker: one in work and one that waits, so that no
/// worker has to.
const AHEAD: usize = 2;

/// What is to be done next by whoever writes.
pub(super) enum Next {
    /// A file begins. Its name is escaped, its length known where it is a regular one.
    File { name: Arc<str>, length: Option<u64> },
    /// Something is said of a batch, by the end of which so many octets of the file are passed.
    Batch {
        answers: Receiver<Answer>,
        passed: u64,
    },
    /// A file, or the rest of it, cannot be read, or nothing can be done at all.
    Failure(Failure),
}

struct Reader {
    buffers: Buffers,
    workers: Workers,
    next: Sender<Next>,
}

/// Nobody writes any longer.
struct Closed;

impl<T> From<SendError<T>> for Closed {
    fn from(_: SendError<T>) -> Self {
        Self
    }
}

/// Begins to read the files, and to have them checked by so many threads at most. The end of
/// what comes is the end of the files.
pub(super) fn start(
    files: Vec<OsString>,
    report: Report,
    threads: usize,
) -> Result<Receiver<Next>, Failure> {
    let batches = AHEAD * threads;
    let (sender, receiver) = bounded(batches);
    let mut reader = Reader {
        buffers: Buffers::new(batches + 1),
        workers: Workers::new(report, threads),
        next: sender,
    };
    thread::Builder::new()
        .spawn(move || {
            let mut sources = Source::all(&files).into_iter();
            // Once nobody writes, nothing is worth reading.
            let _ = sources.try_for_each(|source| reader.read(source));
        })
        .map_err(|error| no_thread(&error))?;
    Ok(receiver)
}

impl Reader {
    fn read(&mut self, source: Source) -> Result<(), Closed> {
        let opened = match source.open() {
            Ok(opened) => opened,
            Err(failure) => return self.fail(failure),
        };
        let name: Arc<str> = source.to_string().into();
        self.next.send(Next::File {
            name: Arc::clone(&name),
            length: opened.length,
        })?;
        // Nothing has been read, so nothing is lost with the buffer: batches have their own.
        let mut batches = Batches::new(opened.reader.into_inner(), &self.buffers);
        loop {
            let batch = match batches.next_batch() {
                Ok(Some(batch)) => batch,
                Ok(None) => return Ok(()),
                Err(error) => return self.fail(source.unreadable(&error)),
            };
            let (said, answers) = answers();
            let passed = batches.passed();
            let work = Work {
                source: Arc::clone(&name),
                batch,
                answers: said,
            };
            if let Err(error) = self.workers.hand_out(work) {
                return self.fail(no_thread(&error));
            }
            self.next.send(Next::Batch { answers, passed })?;
        }
    }

    fn fail(&self, failure: Failure) -> Result<(), Closed> {
        Ok(self.next.send(Next::Failure(failure))?)
    }
}

fn no_thread(error: &io::Error) -> Failure {
    Failure::Unstartable {
        name: "a thread".to_owned(),
        reason: error.to_string(),
    }
}
