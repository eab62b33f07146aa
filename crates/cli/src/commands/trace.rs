//! `rfc1738 trace`: what the productions do with a text, step by step.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};
use rfc1738_views::json;
use rfc1738_views::production::CheckedProduction;
use rfc1738_views::trace::record::{self, TraceRecord};
use rfc1738_views::trace::{StepSelection, page};

use crate::arguments::{DetailName, EXIT_STATUS, ProductionChoice, number};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::text_argument::{EXPLAINED, TextArgument};
use crate::outcome::{Failure, Verdict, write_undecided};
use crate::output::streams::{Output, flushed, plain_output};

const HELP: &str = "\
Writes a line for each step: its number; the text, with a bar behind the
consumed part; and the event, indented by the productions that are open:

  hostname?          a production is tried; (trial) marks a lookahead, whose
                     winner runs again
  takes \"a.\"         characters are consumed
  wants a-z 0-9      none of these characters follows
  gives back \"b\"     the parser backtracks to an earlier offset
  hostname \"a.b\"     the production matches
  hostname fails     the production does not match here, or not otherwise
  hostname? (again)  the parser goes back into a match, to find another one

Of a production that recurses, the steps are those of a parser that tries every
alternative in order. If a production begins with itself, it may never end; if it
backtracks too much, its steps are not shown. A line says so, and the steps of a
parser that takes the right choice every time follow.

A star marks the steps that lead to the tree of `parse`. Below 32 open productions,
their number in brackets, as in [33], takes the place of more indentation.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Formats:
  human  One line a step.
  json   One object on one line: {\"input\":…,\"rule\":…,\"ok\":…,\"prefix\":…,\"steps\":
         [{\"step\":1,\"event\":\"try\",\"rule\":…,\"start\":0,\"depth\":0,\"trial\":false,
         \"kept\":true},…]}. The events are try, match, fail, take, miss,
         give_back, redo and endless, with the \"circle\" of productions;
         \"prefix\" is the length of the longest prefix that is derived, and
         \"exceeded\" the number of steps that a parser that backtracks exceeds,
         if only the right choices are shown. A text that is not decided gets the
         object of `parse`.
  jsonl  One object a line for each step. The last line is the object of json
         without \"steps\".

Examples:
  rfc1738 trace --rule hostname a.b
  rfc1738 trace --depth 3 ftp://me@host/
  rfc1738 trace --only login --only user --only hostport ftp://host/
  rfc1738 trace --grammar dates.bnf 2024-02-29";

/// The arguments of `trace`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct TraceArguments {
    #[command(flatten)]
    production: ProductionChoice,

    /// Which productions to show
    #[arg(long, value_enum, default_value_t)]
    detail: DetailName,

    /// Show at most N levels of productions
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>)]
    depth: Option<NonZeroUsize>,

    /// Show this production only; can be repeated
    #[arg(long, value_name = "RULE")]
    only: Vec<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    format: TraceFormat,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    whole: bool,

    /// The text; - reads standard input, without its last line end unless the production needs
    /// it
    text: OsString,
}

/// The output format of `trace`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum TraceFormat {
    /// One line a step, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// One object for each step, for programs
    Jsonl,
}

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
