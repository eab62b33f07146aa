//! A trace for programs.

use std::borrow::Cow;

use rfc1738::Rule;
use rfc1738::trace::{Step, Trace};
use serde::Serialize;

use crate::trace::selection::StepSelection;

/// The selected steps of a trace, and its outcome.
#[derive(Debug, Serialize)]
pub struct TraceRecord<'a> {
    input: Cow<'a, str>,
    rule: Rule,
    ok: bool,
    prefix: Option<usize>,
    steps: Vec<StepRecord<'a>>,
}

#[derive(Debug, Serialize)]
struct StepRecord<'a> {
    step: usize,
    #[serde(flatten)]
    what: &'a Step,
}

impl<'a> TraceRecord<'a> {
    /// Returns the record of a trace of the production.
    #[must_use]
    pub fn new(rule: Rule, trace: &'a Trace<'_>, selection: &StepSelection<'_>) -> Self {
        let steps = selection.of(trace);
        Self {
            input: String::from_utf8_lossy(trace.text()),
            rule,
            ok: trace.derives_all(),
            prefix: trace.prefix(),
            steps: steps
                .map(|(step, what)| StepRecord { step, what })
                .collect(),
        }
    }
}
