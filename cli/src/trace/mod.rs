//! `rfc1738 trace`: what the productions do with a text, step by step.

pub(crate) mod arguments;
mod page;
mod record;

use rfc1738::trace::{Event, Step};

use crate::json;
use crate::outcome::{Failure, Verdict};
use crate::source::text_argument;
use crate::streams::{self, Output, flushed};
use arguments::{TraceArguments, TraceFormat};

/// Shows the steps.
pub(crate) fn run(arguments: &TraceArguments) -> Result<Verdict, Failure> {
    let text = text_argument(&arguments.text)?;
    let trace = rfc1738::trace(arguments.rule, &*text, arguments.detail.into());
    let selection = Selection::new(arguments);
    match arguments.format {
        TraceFormat::Human => flushed(Output::new(), |out| page::write(out, &trace, &selection))?,
        TraceFormat::Json => flushed(streams::plain_output(), |out| {
            json::write(
                out,
                &record::Record::new(arguments.rule, &trace, &selection),
            )
        })?,
    }
    Ok(Verdict::of(trace.derives_all()))
}

/// Which steps are shown.
struct Selection<'a>(&'a TraceArguments);

impl<'a> Selection<'a> {
    fn new(arguments: &'a TraceArguments) -> Self {
        Self(arguments)
    }

    /// The steps that are shown, each with its number among all, counted from 1.
    fn of<'t>(
        &'a self,
        trace: &'t rfc1738::trace::Trace<'_>,
    ) -> impl Iterator<Item = (usize, &'t Step)> {
        (1..)
            .zip(trace.steps())
            .filter(|(_, step)| self.shows(step))
    }

    fn shows(&self, step: &Step) -> bool {
        let is_deep = self.0.depth.is_some_and(|most| step.depth() >= most.get());
        let rule = match step.event() {
            Event::Try { rule, .. } | Event::Match { rule, .. } | Event::Fail { rule, .. } => {
                Some(rule)
            }
            _ => None,
        };
        let is_other =
            !self.0.only.is_empty() && !rule.is_some_and(|rule| self.0.only.contains(rule));
        !is_deep && !is_other
    }
}
