//! The arguments of `explain`.

use clap::{Args, ValueEnum};

use crate::arguments::grammar::GrammarChoice;

const HELP: &str = "\
The production as the grammar has it; its section, its heading, and what comments
and prose say of it; what it uses and what uses it; the characters that its texts
begin with; its railroad diagram; shortest examples, one for each of its choices,
of which the first 32 are gone through; a typical example with its tree; and a text that one edit keeps from being derived,
with its error. All of it is computed from the grammar but for the prose, and for
examples of RFC 1738 that look like the URLs that people meet.

A grammar in FILE is read to the letter, and there is no prose to it; --readings
applies the readings of another file to it, as far as they find what they decide.

Formats:
  human  A page.
  json   One object on one line: {\"rule\":…,\"production\":…,\"section\":…,\"heading\":…,
         \"comments\":[…],\"prose\":[{\"section\":…,\"text\":…}],\"readings\":[{\"id\":…,
         \"section\":…,\"decision\":…,\"why\":…}],\"uses\":[…],\"used_by\":[…],\"first\":…,
         \"empty\":…,\"diagram\":[…],\"shortest\":[…],\"example\":{\"text\":…,\"tree\":…},
         \"near_miss\":{\"text\":…,\"error\":…}}. \"section\" and \"heading\" are null where
         there is none; \"first\" holds the characters, and \"empty\" says whether the
         empty text is derived. The tree and the error are those of `parse`; for a
         grammar in FILE, the error has offset, found, next and can_end only.

Examples:
  rfc1738 explain httpurl
  rfc1738 explain hostname --format json
  rfc1738 explain date --grammar dates.bnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  explained
  2  wrong use, or a grammar that cannot be read or holds errors";

/// The arguments of `explain`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    /// How to show it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: ExplainFormat,

    /// The production
    pub(crate) rule: String,
}

/// How `explain` shows a production.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExplainFormat {
    /// A page, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}
