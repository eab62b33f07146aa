//! The arguments of `trace`.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::arguments::detail::DetailName;
use crate::arguments::exit_status::EXIT_STATUS;
use crate::arguments::grammar::ProductionChoice;
use crate::arguments::number::number;

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
    pub(crate) production: ProductionChoice,

    /// Which productions to show
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: DetailName,

    /// Show at most N levels of productions
    #[arg(long, value_name = "N", value_parser = number::<NonZeroUsize>)]
    pub(crate) depth: Option<NonZeroUsize>,

    /// Show this production only; can be repeated
    #[arg(long, value_name = "RULE")]
    pub(crate) only: Vec<String>,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TraceFormat,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    pub(crate) whole: bool,

    /// The text; - reads standard input, without its last line end unless the production needs
    /// it
    pub(crate) text: OsString,
}

/// The output format of `trace`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// One line a step, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
    /// One object for each step, for programs
    Jsonl,
}
