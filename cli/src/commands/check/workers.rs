//! The threads that check batches.
//!
//! Invariant: workers take batches in the order in which they are handed out. So the batch to be
//! written next never waits for a later one.

use std::io;
use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Receiver, Sender, unbounded};

use rfc1738_views::production::CheckedProduction;

use super::answers::Answers;
use super::report::TextReport;
use crate::input::records::Batch;
use crate::input::source::SourceName;

/// The threads. A thread starts when a batch waits for it.
pub(super) struct Workers<P> {
    report: Arc<TextReport<P>>,
    /// The reader bounds the number of batches in this channel.
    waiting: Sender<Work<P>>,
    taken: Receiver<Work<P>>,
    hired: usize,
    most: usize,
}

/// A batch, and the channel for its answers.
pub(super) struct Work<P> {
    pub(super) source: Arc<SourceName>,
    pub(super) batch: Batch,
    pub(super) answers: Answers<P>,
}

impl<P: CheckedProduction + Send + Sync + 'static> Workers<P> {
    /// Returns at most `most` threads, at least one. They end when this is dropped.
    pub(super) fn new(report: Arc<TextReport<P>>, most: usize) -> Self {
        let (waiting, taken) = unbounded();
        Self {
            report,
            waiting,
            taken,
            hired: 0,
            most,
        }
    }

    /// Hands the work to the next free thread. Fails if no thread at all can be started.
    pub(super) fn hand_out(&mut self, work: Work<P>) -> io::Result<()> {
        let is_short = self.hired == 0 || !self.waiting.is_empty();
        if is_short && self.hired < self.most {
            self.hire()?;
        }
        // `self` holds a receiver, so the channel is open.
        let _ = self.waiting.send(work);
        Ok(())
    }

    fn hire(&mut self) -> io::Result<()> {
        let (report, taken) = (Arc::clone(&self.report), self.taken.clone());
        match thread::Builder::new().spawn(move || run(&report, &taken)) {
            Ok(_) => self.hired += 1,
            // Go on with the threads that started.
            Err(_) if self.hired > 0 => self.most = self.hired,
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

fn run<P: CheckedProduction>(report: &TextReport<P>, taken: &Receiver<Work<P>>) {
    for work in taken {
        // If the answers have no receiver, the command is about to end.
        let _ = report.batch(&work.source, &work.batch, work.answers);
    }
}
