//! The threads that check batches.
//!
//! Invariant: batches are taken up in the order in which they are handed out, so that the
//! batch that is to be written next never waits for another.

use std::io;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use super::answers::Answers;
use super::batches::Batch;
use super::report::Report;

/// The threads, as far as there has been a use for them.
pub(super) struct Workers {
    report: Arc<Report>,
    /// Holds no more than whoever hands out work lets it.
    waiting: Sender<Work>,
    taken: Receiver<Work>,
    hired: usize,
    most: usize,
}

/// A batch, and where to say what is to be said of it.
pub(super) struct Work {
    /// The name of the source, escaped.
    pub(super) source: Arc<str>,
    pub(super) batch: Batch,
    pub(super) answers: Answers,
}

impl Workers {
    /// So many threads at most, at least one. They end when this is dropped.
    pub(super) fn new(report: Report, most: usize) -> Self {
        let (waiting, taken) = unbounded();
        Self {
            report: Arc::new(report),
            waiting,
            taken,
            hired: 0,
            most,
        }
    }

    /// Has the work done by whoever is free next. Fails where not even one thread can be started.
    pub(super) fn hand_out(&mut self, work: Work) -> io::Result<()> {
        let is_short = self.hired == 0 || !self.waiting.is_empty();
        if is_short && self.hired < self.most {
            self.hire()?;
        }
        // Somebody who can take it is here.
        let _ = self.waiting.send(work);
        Ok(())
    }

    fn hire(&mut self) -> io::Result<()> {
        let (report, taken) = (Arc::clone(&self.report), self.taken.clone());
        match thread::Builder::new().spawn(move || run(&report, &taken)) {
            Ok(_) => self.hired += 1,
            // Those that there are will do.
            Err(_) if self.hired > 0 => self.most = self.hired,
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

fn run(report: &Report, taken: &Receiver<Work>) {
    for work in taken {
        // Where nobody takes the answers any longer, the command is about to end.
        let _ = report.batch(&work.source, &work.batch, work.answers);
    }
}
