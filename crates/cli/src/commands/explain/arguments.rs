//! The arguments of `explain`.

use clap::{Args, ValueEnum};

use crate::arguments::grammar::ProductionChoice;

const HELP: &str = "\
Shows the production as the grammar has it; its section, its heading, and the
comments and prose on it; the productions that it uses and that use it; the
characters that its texts begin with; its railroad diagram; a shortest example
for each of its first 32 choices; a typical example with its tree; and a text
one edit away from a valid one, with its error. All of this is computed from the
grammar, except for the prose and for typical URLs.

A grammar in FILE is read to the letter and has no prose; --readings applies
readings where they fit. The readings of RFC 1738 bring its prose with them.

Formats:
  human  A page.
  json   One object on one line:
         {\"rule\":…,\"production\":…,\"section\":…,\"heading\":…,
         \"comments\":[…],\"prose\":[{\"section\":…,\"text\":…}],\"readings\":[{\"id\":…,
         \"section\":…,\"decision\":…,\"why\":…}],\"uses\":[…],\"used_by\":[…],\"first\":…,
         \"empty\":…,\"diagram\":[…],\"shortest\":[…],\"example\":{\"text\":…,\"tree\":…},
         \"near_miss\":{\"text\":…,\"error\":…}}. \"section\" and \"heading\" can be null;
         \"first\" holds the characters, and \"empty\" says whether the empty text
         is derived. The tree and the error are those of `parse`.

Examples:
  rfc1738 explain httpurl
  rfc1738 explain hostname --format json
  rfc1738 explain date --grammar dates.bnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  explained
  2  wrong use, or a grammar that cannot be read or has errors";

/// The arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExplainFormat,

    /// The production to explain; the same as --rule
    #[arg(conflicts_with = "rule")]
    pub(crate) name: Option<String>,
}

/// The output format of `explain`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// A page, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}
