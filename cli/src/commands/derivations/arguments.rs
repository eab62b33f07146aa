//! The arguments of `derivations`.

use std::ffi::OsString;
use std::num::NonZeroUsize;

use clap::{Args, ValueEnum};

use crate::arguments::detail::DetailName;
use crate::arguments::exit_status::EXIT_STATUS;
use crate::arguments::grammar::GrammarChoice;

const HELP: &str = "\
A text can be derived in more than one way. The first derivation is the tree
that `parse` shows; the others follow in order of priority: alternatives as
written, the optional present before absent, repetitions as long as possible.
A text without a derivation is rejected as `parse` does it.

A grammar in FILE is read to the letter; --readings applies the readings of another
file to it, as far as they find what they decide. So this is also how to parse a
text by a grammar of your own.

Formats:
  human  The trees, and above each but the first where it parts from the first;
         how many there are on standard error.
  json   One object on one line: `count` is the number of `trees` in it, and
         `complete` says whether there are no others. Where there is none, the
         object of `parse`; for a grammar in FILE, the error has offset, found,
         next and can_end only.

Examples:
  rfc1738 derivations --rule gopherurl gopher://h/0a%09b%09c
  rfc1738 derivations --rule genericurl --most 2 x://user@host/path
  rfc1738 derivations --rule port --detail characters --format json 80
  rfc1738 derivations --grammar dates.bnf 2024-02-29";

/// The arguments of `derivations`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct DerivationsArguments {
    /// The production that derives the text [default: url; of another grammar, the one that no
    /// other uses]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// Whether to show the productions for single characters
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: DetailName,

    /// How many to show at most
    #[arg(long, value_name = "N", default_value = "16")]
    pub(crate) most: NonZeroUsize,

    /// How to show them
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DerivationsFormat,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,

    /// The text; - for all of standard input without the line end that closes it
    pub(crate) text: OsString,
}

/// How `derivations` shows trees.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DerivationsFormat {
    /// With branches, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}
