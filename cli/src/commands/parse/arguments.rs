//! The arguments of `parse`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};
use rfc1738::Rule;

use crate::arguments::deny::{DenyArguments, ids_help};
use crate::arguments::detail::DetailName;
use crate::arguments::exit_status::ADVICE_EXIT_STATUS;
use crate::arguments::rule::RuleParser;

const HELP: &str = "\
A valid text is shown as a tree on standard output. A rejection is explained on
standard error, or with --format json is an object on standard output. Advice is
what the prose of the RFC says about a URL that is valid: there is none on texts
that are parsed as a part of a URL, such as a host.

Formats:
  tree  A line for each node: production, span in octets, text. The text of an
        inner node is cut where it is long; that of a leaf never is. Below, a
        line for each piece of advice; what is denied is on standard error.
  json  One object on one line, with \"advice\" where there is any.
  sexp  (production start end node…), a line for each node; a node without
        others in it holds its text: (port 16 18 \"80\"). No advice, except
        for what is denied, on standard error.

Examples:
  rfc1738 parse http://www.w3.org/pub/
  rfc1738 parse --rule port --detail characters 80
  rfc1738 parse --deny password ftp://me:secret@host.dom/
  rfc1738 parse --rule hsegment -- -x
  printf 'news:alt.test\\n' | rfc1738 parse --format json -";

/// The arguments of `parse`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{}\n\n{ADVICE_EXIT_STATUS}", ids_help()))]
pub(crate) struct ParseArguments {
    /// The production to parse the text as
    #[arg(long, value_name = "NAME", value_parser = RuleParser, default_value = "url")]
    pub(crate) rule: Rule,

    /// Whether to show the productions for single characters
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: DetailName,

    /// How to show the tree
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TreeFormat,

    /// Show no advice but that which is denied
    #[arg(long)]
    pub(crate) no_advice: bool,

    #[command(flatten)]
    pub(crate) deny: DenyArguments,

    /// The text; - for all of standard input without the line end that closes it
    pub(crate) text: OsString,
}

/// How `parse` shows a tree.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// With branches, for people
    #[default]
    Tree,
    /// One object, for programs
    Json,
    /// Nested lists
    Sexp,
}
