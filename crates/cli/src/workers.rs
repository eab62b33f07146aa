//! Threads that do the work of a command.
//!
//! Invariant: workers take work in the order in which it is handed out. So the work whose result is
//! needed next never waits for later work.

use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::thread::{self, available_parallelism};

use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::outcome::Failure;

/// The threads. A thread starts when work waits for it.
pub(crate) struct Workers<W> {
    run: Arc<dyn Fn(W) + Send + Sync>,
    /// The caller bounds the amount in this channel.
    waiting: Sender<W>,
    taken: Receiver<W>,
    hired: usize,
    most: usize,
}

impl<W: Send + 'static> Workers<W> {
    /// Returns at most `most` threads that call `run` with each piece of work. They end when this is
    /// dropped. If `most` is 0, the caller's own thread does the work when it hands it out.
    pub(crate) fn new(most: usize, run: impl Fn(W) + Send + Sync + 'static) -> Self {
        let (waiting, taken) = unbounded();
        Self {
            run: Arc::new(run),
            waiting,
            taken,
            hired: 0,
            most,
        }
    }

    /// Hands the work to the next free thread. Fails if no thread at all can be started.
    pub(crate) fn hand_out(&mut self, work: W) -> Result<(), Failure> {
        if self.most == 0 {
            (self.run)(work);
            return Ok(());
        }
        let is_short = self.hired == 0 || !self.waiting.is_empty();
        if is_short && self.hired < self.most {
            self.hire().map_err(|error| no_thread(&error))?;
        }
        // `self` holds a receiver, so the channel is open.
        let _ = self.waiting.send(work);
        Ok(())
    }

    fn hire(&mut self) -> io::Result<()> {
        let (run, taken) = (Arc::clone(&self.run), self.taken.clone());
        match thread::Builder::new().spawn(move || taken.into_iter().for_each(&*run)) {
            Ok(_) => self.hired += 1,
            // Go on with the threads that started.
            Err(_) if self.hired > 0 => self.most = self.hired,
            Err(error) => return Err(error),
        }
        Ok(())
    }
}

/// Returns the number of processors that the command can use.
pub(crate) fn processors() -> usize {
    available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Returns the failure to start a thread.
pub(crate) fn no_thread(error: &io::Error) -> Failure {
    Failure::Unstartable {
        name: "a thread".to_owned(),
        reason: error.to_string(),
    }
}
