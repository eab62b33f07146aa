//! A trace for programs.

use std::borrow::Cow;
use std::io::{self, Write};

use rfcbnf_engine::Production;
use rfcbnf_engine::trace::{Step, Trace};
use serde::Serialize;

use crate::json::{self, hex};
use crate::production::Name;
use crate::trace::StepSelection;

/// The selected steps of a trace, and its outcome.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(concrete(P = rfc1738::Rule), bound = ""))]
#[serde(bound = "P: Production")]
pub struct TraceRecord<'a, P> {
    input: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    hex: Option<String>,
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    rule: Name<P>,
    ok: bool,
    prefix: Option<usize>,
    /// The number of steps that a parser that backtracks exceeds. Then the steps are those of one that
    /// takes the right choice every time.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    exceeded: Option<usize>,
    /// The number of steps at the end that are left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    omitted: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    steps: Option<Vec<StepRecord<'a, P>>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(as = "crate::typescript::Step", concrete(P = rfc1738::Rule), bound = ""))]
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
        Self {
            steps: Some(lines(trace, selection).collect()),
            ..Self::without_steps(rule, trace)
        }
    }

    fn without_steps(rule: P, trace: &'a Trace<'_, P>) -> Self {
        Self {
            input: String::from_utf8_lossy(trace.text()),
            hex: hex(trace.text()),
            rule: Name(rule),
            ok: trace.derives_all(),
            prefix: trace.prefix(),
            exceeded: trace.exceeded(),
            omitted: None,
            steps: None,
        }
    }

    /// Leaves out all but the first steps.
    #[must_use]
    pub fn first(mut self, most: usize) -> Self {
        let steps = self.steps.get_or_insert_default();
        let omitted = steps.len().saturating_sub(most);
        steps.truncate(most);
        self.omitted = (omitted > 0).then_some(omitted);
        self
    }
}

/// Writes a line for each selected step, and last the record without steps.
///
/// ```
/// use rfc1738::{Detail, Rule, trace};
/// use rfc1738_views::trace::record::write_lines;
/// use rfc1738_views::trace::StepSelection;
///
/// let trace = trace(Rule::Port, "80", Detail::Rules);
/// let mut lines = Vec::new();
/// write_lines(&mut lines, Rule::Port, &trace, &StepSelection::default())?;
/// assert!(lines.starts_with(b"{\"step\":1,\"event\":\"try\",\"rule\":\"port\","));
/// assert!(lines.ends_with(b"{\"input\":\"80\",\"rule\":\"port\",\"ok\":true,\"prefix\":2}\n"));
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the output does.
pub fn write_lines<P: Production>(
    out: &mut impl Write,
    rule: P,
    trace: &Trace<'_, P>,
    selection: &StepSelection<'_, P>,
) -> io::Result<()> {
    lines(trace, selection).try_for_each(|line| json::write(out, &line))?;
    json::write(out, &TraceRecord::without_steps(rule, trace))
}

/// Returns the records of the selected steps.
fn lines<'a, P: Production>(
    trace: &'a Trace<'_, P>,
    selection: &StepSelection<'_, P>,
) -> impl Iterator<Item = StepRecord<'a, P>> {
    let steps = selection.of(trace);
    steps.map(|(step, what)| StepRecord { step, what })
}
