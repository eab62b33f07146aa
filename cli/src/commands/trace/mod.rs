//! `rfc1738 trace`: what the productions do with a text, step by step.

pub(crate) mod arguments;

use rfc1738_views::json;
use rfc1738_views::trace::page;
use rfc1738_views::trace::record::TraceRecord;
use rfc1738_views::trace::selection::StepSelection;

use crate::input::source::text_argument;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};
use arguments::{TraceArguments, TraceFormat};

/// Runs the production and shows the selected steps.
pub(crate) fn run(arguments: &TraceArguments) -> Result<Verdict, Failure> {
    let text = text_argument(&arguments.text)?;
    let trace = rfc1738::trace(arguments.rule, &*text, arguments.detail.into());
    let selection = StepSelection {
        depth: arguments.depth,
        only: &arguments.only,
    };
    match arguments.format {
        TraceFormat::Human => flushed(Output::new(), |out| {
            let palette = out.palette();
            page::write(out, palette, &trace, &selection)
        })?,
        TraceFormat::Json => flushed(plain_output(), |out| {
            json::write(out, &TraceRecord::new(arguments.rule, &trace, &selection))
        })?,
    }
    Ok(Verdict::of(trace.derives_all()))
}
