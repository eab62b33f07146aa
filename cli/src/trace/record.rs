//! The steps for programs.
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use std::borrow::Cow;

use rfc1738::Rule;
use rfc1738::trace::{Step, Trace};
use serde::Serialize;

use super::Selection;

/// What is said of a trace.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    input: Cow<'a, str>,
    rule: Rule,
    ok: bool,
    prefix: Option<usize>,
    steps: Vec<Numbered<'a>>,
}

#[derive(Serialize)]
struct Numbered<'a> {
    step: usize,
    #[serde(flatten)]
    what: &'a Step,
}

impl<'a> Record<'a> {
    /// The record of what is selected of a trace.
    pub(super) fn new(rule: Rule, trace: &'a Trace<'_>, selection: &'a Selection<'a>) -> Self {
        let steps = selection.of(trace);
        Self {
            input: String::from_utf8_lossy(trace.text()),
            rule,
            ok: trace.derives_all(),
            prefix: trace.prefix(),
            steps: steps.map(|(step, what)| Numbered { step, what }).collect(),
        }
    }
}
