//! A trace for programs.

use std::borrow::Cow;

use rfcbnf_engine::Production;
use rfcbnf_engine::trace::{Step, Trace};
use serde::Serialize;

use crate::json::hex;
use crate::production::Name;
use crate::trace::selection::StepSelection;

/// The selected steps of a trace, and its outcome.
#[derive(Debug, Serialize)]
#[serde(bound = "P: Production")]
pub struct TraceRecord<'a, P> {
    input: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hex: Option<String>,
    rule: Name<P>,
    ok: bool,
    prefix: Option<usize>,
    /// The number of steps at the end that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    omitted: Option<usize>,
    steps: Vec<StepRecord<'a, P>>,
}

#[derive(Debug, Serialize)]
#[serde(bound = "P: Production")]
struct StepRecord<'a, P> {
    step: usize,
    #[serde(flatten)]
    what: &'a Step<P>,
}

impl<'a, P: Production> TraceRecord<'a, P> {
    /// Returns the record of a trace of the production.
    #[must_use]
    pub fn new(rule: P, trace: &'a Trace<'_, P>, selection: &StepSelection<'_, P>) -> Self {
        let steps = selection.of(trace);
        Self {
            input: String::from_utf8_lossy(trace.text()),
            hex: hex(trace.text()),
            rule: Name(rule),
            ok: trace.derives_all(),
            prefix: trace.prefix(),
            omitted: None,
            steps: steps
                .map(|(step, what)| StepRecord { step, what })
                .collect(),
        }
    }

    /// Leaves out all but the first steps.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        let omitted = self.steps.len().saturating_sub(most);
        self.steps.truncate(most);
        self.omitted = (omitted > 0).then_some(omitted);
        self
    }
}
