//! `rfc1738 trace`: what the productions do with a text, step by step.

pub(crate) mod arguments;

use rfc1738_views::json;
use rfc1738_views::production::CheckedProduction;
use rfc1738_views::trace::page;
use rfc1738_views::trace::record::{self, TraceRecord};
use rfc1738_views::trace::selection::StepSelection;

use crate::arguments::grammar::ProductionChoice;
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::text_argument::{EXPLAINED, TextArgument};
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{Output, flushed, plain_output};
use crate::output::undecided::write_undecided;
use arguments::{TraceArguments, TraceFormat};

/// Runs the production and shows the selected steps.
pub(crate) fn run(arguments: &TraceArguments) -> Result<Verdict, Failure> {
    let ProductionChoice { rule, grammar } = &arguments.production;
    let Some(chosen) = ChosenGrammar::of(grammar, Some(&arguments.text))? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let only = arguments.only.iter();
    let only = only.map(|name| chosen.production(Some(name)));
    chosen.run_with_unknown(name, &only.collect::<Result<Vec<_>, _>>()?, arguments)
}

impl ProductionTask for &TraceArguments {
    fn run<P: CheckedProduction>(self, rule: P, only: &[P]) -> Result<Verdict, Failure> {
        let text = TextArgument::read(&self.text, self.whole, EXPLAINED)?;
        let text = text.of(rule);
        let trace = match rule.trace(text, self.detail.into()) {
            Ok(trace) => trace,
            Err(undecided) => {
                let is_json = self.format != TraceFormat::Human;
                return write_undecided(is_json, rule, text, &undecided);
            }
        };
        let depth = self.depth;
        let selection = StepSelection { depth, only };
        match self.format {
            TraceFormat::Human => flushed(Output::new(), |out| {
                let palette = out.palette();
                page::write(out, palette, &trace, &selection)
            })?,
            TraceFormat::Json => flushed(plain_output(), |out| {
                json::write(out, &TraceRecord::new(rule, &trace, &selection))
            })?,
            TraceFormat::Jsonl => flushed(plain_output(), |out| {
                record::write_lines(out, rule, &trace, &selection)
            })?,
        }
        Ok(Verdict::of(trace.derives_all()))
    }
}
