//! The result of `conformance run`, which each report shows in its way.

use rfcbnf::causes::Conclusion;
use serde::Serialize;

use crate::conformance::breakdown::Breakdown;
use crate::conformance::causes::Explanation;
use crate::conformance::tally::Tally;

/// Everything that a run found.
#[derive(Debug, Clone, Copy)]
pub struct RunResult<'a, P> {
    /// The name of the command, escaped.
    pub command: &'a str,
    /// The counts and the shortest disagreements.
    pub tally: &'a Tally<P>,
    /// The number of extra states of the suite.
    pub extra_states: u8,
    /// Whether the suite is a quick one, which is not complete.
    pub quick: bool,
    /// The number of texts.
    pub size: SuiteSize,
    /// Why the run over the suite ended early.
    pub breakdown: Option<&'a Breakdown>,
    /// What the search for causes found; `None` if there was no search.
    pub explanation: Option<&'a Explanation>,
}

/// The number of texts of a run.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct SuiteSize {
    /// The texts that the recognizer is asked about.
    pub texts: u64,
    /// The texts of the suite that no line can hold.
    pub left_out: u64,
}

impl<'a, P> RunResult<'a, P> {
    /// Returns why the recognizer did not answer every text, of the suite or of the search.
    #[must_use]
    pub fn failure(&self) -> Option<&'a Breakdown> {
        let stopped = self.explanation.and_then(|explanation| {
            if let Conclusion::Stopped(breakdown) = &explanation.conclusion {
                Some(breakdown)
            } else {
                None
            }
        });
        self.breakdown.or(stopped)
    }
}
