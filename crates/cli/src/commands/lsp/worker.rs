//! What takes long about a document, in a thread of its own.
//!
//! Invariant: at most one job of a worker runs. The next one ends it, and those that have not begun are left out.

use std::thread;

use crossbeam_channel::{Sender, unbounded};
use rfcbnf::causes::SearchEnd;

/// A thread that does jobs of one kind. It ends when this value is dropped.
pub(super) struct Worker<J> {
    jobs: Sender<(J, SearchEnd)>,
    /// Ends the job that was given last.
    end: SearchEnd,
}

impl<J: Send + 'static> Worker<J> {
    /// Starts the thread. `run` does a job; it returns `None` if the job was ended, and whether anybody is there for the result
    /// otherwise.
    pub(super) fn start(
        mut run: impl FnMut(J, &SearchEnd) -> Option<bool> + Send + 'static,
    ) -> Self {
        let (sender, jobs) = unbounded::<(J, SearchEnd)>();
        thread::spawn(move || {
            while let Ok(mut job) = jobs.recv() {
                while let Ok(newer) = jobs.try_recv() {
                    job = newer;
                }
                let (job, end) = job;
                if !end.is_requested() && run(job, &end) == Some(false) {
                    return;
                }
            }
        });
        Self {
            jobs: sender,
            end: SearchEnd::default(),
        }
    }

    /// Ends the job that runs.
    pub(super) fn cancel(&self) {
        self.end.hurry();
    }

    /// Ends the job that runs, and begins another one.
    pub(super) fn begin(&mut self, job: J) {
        self.cancel();
        self.end = SearchEnd::default();
        // The thread ends only with the process or with this value.
        let _ = self.jobs.send((job, self.end.clone()));
    }
}

impl<J> Drop for Worker<J> {
    fn drop(&mut self) {
        self.end.hurry();
    }
}
