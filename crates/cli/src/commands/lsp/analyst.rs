//! The analysis of a document, in a thread of its own.
//!
//! Invariant: at most one analysis of a document runs. The next one ends it, and those that have not begun
//! are left out.

use std::sync::Arc;
use std::thread;

use crossbeam_channel::{Sender, unbounded};
use rfcbnf::analysis::{Analysis, analyse_until};
use rfcbnf::causes::SearchEnd;

use super::reading::ReadGrammar;

/// The thread that analyses a document. It ends when this value is dropped.
pub(super) struct Analyst {
    jobs: Sender<Job>,
    /// Ends the analysis that was asked for last.
    end: SearchEnd,
}

/// A version of a document to analyse.
struct Job {
    reading: Arc<ReadGrammar>,
    end: SearchEnd,
}

/// A version of a document and what was found.
pub(super) struct Analysed {
    /// The address of the document.
    pub(super) uri: String,
    /// What was analysed.
    pub(super) reading: Arc<ReadGrammar>,
    /// What was found, without that about imported productions.
    pub(super) analysis: Analysis,
}

impl Analyst {
    /// Starts the thread. It reports what it finds, and ends if the receiver is gone.
    pub(super) fn start(
        uri: String,
        depth: u32,
        report: impl Fn(Analysed) -> bool + Send + 'static,
    ) -> Self {
        let (sender, jobs) = unbounded::<Job>();
        thread::spawn(move || {
            while let Ok(mut job) = jobs.recv() {
                while let Ok(newer) = jobs.try_recv() {
                    job = newer;
                }
                let Job { reading, end } = job;
                let grammar = &reading.document.grammar;
                let Some(analysis) = analyse_until(grammar, depth, &end) else {
                    continue;
                };
                let analysis = analysis.without_imported(grammar);
                let uri = uri.clone();
                let is_heard = report(Analysed {
                    uri,
                    reading,
                    analysis,
                });
                if !is_heard {
                    return;
                }
            }
        });
        Self {
            jobs: sender,
            end: SearchEnd::default(),
        }
    }

    /// Ends the analysis that runs.
    pub(super) fn cancel(&self) {
        self.end.hurry();
    }

    /// Ends the analysis that runs, and begins another one.
    pub(super) fn analyse(&mut self, reading: Arc<ReadGrammar>) {
        self.cancel();
        self.end = SearchEnd::default();
        let end = self.end.clone();
        // The thread ends only with the process or with this value.
        let _ = self.jobs.send(Job { reading, end });
    }
}

impl Drop for Analyst {
    fn drop(&mut self) {
        self.cancel();
    }
}
