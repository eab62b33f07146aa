//! The arguments of `generate`.

use clap::{Args, ValueEnum};

use super::separator::Separator;
use crate::arguments::grammar::ProductionChoice;
use crate::arguments::number::number;

const HELP: &str = "\
Writes one text a line, each text once. The same seed gives the same texts on
every platform. The output ends when there are no more texts: `digit` has 10. An
empty line is an empty text.

Names are short and repetitions have few rounds while that gives new texts; then
the texts follow in order of length. If the production recurses or is too large for
an automaton, all texts are random, and the output ends when a number of them in a
row are not new.

--cover    Writes a small set of texts that together use every production that
           the production leads to, every alternative, every option both present
           and absent, and every repetition with its fewest rounds and with
           more.
--invalid  Writes texts that are one edit away from a valid text: a character
           inserted, deleted or replaced, or two neighbors swapped. A tab and
           the error follow each text.

Texts can be octets that are not UTF-8. A line cannot hold a text that has LF in
it or ends in CR. Such texts are left out, others are written in their place, and
a note counts them. With --separator '\\0', which xargs -0 reads, only those with
that octet are left out.

Formats:
  txt    One text a line.
  jsonl  One object a line: {\"text\":…}, with --invalid also \"error\". A text that
         is not UTF-8 is {\"hex\":…}. No text is left out.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 generate -n 1000 | rfc1738 check
  rfc1738 generate --rule hostport --seed 7
  rfc1738 generate --rule ftpurl --cover
  rfc1738 generate --rule httpurl --invalid -n 100 | cut -f 1 | my-parser
  rfc1738 generate --grammar dates.bnf --rule date --cover
  rfc1738 generate --grammar rfc6350.abnf -n 3 --separator '\\n---\\n'";

const EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, a grammar that cannot be read or has errors, or output that
     cannot be written";

/// The arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    /// Write at most N texts [default: 10; with --cover, all]
    #[arg(short, value_name = "N", value_parser = number::<u64>)]
    pub(crate) number: Option<u64>,

    /// Seed of the random choices
    #[arg(long, value_name = "S", default_value_t = 0, value_parser = number::<u64>)]
    pub(crate) seed: u64,

    /// Write nearly valid texts and their errors
    #[arg(long)]
    pub(crate) invalid: bool,

    /// Write a small set of texts that uses every part of the grammar
    #[arg(long, conflicts_with = "invalid")]
    pub(crate) cover: bool,

    /// Write S after each text; \n, \r, \t, \0, \xHH and \\ are octets
    #[arg(long, value_name = "S", default_value_t, conflicts_with = "format")]
    pub(crate) separator: Separator,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: GenerateFormat,
}

/// The output format of `generate`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GenerateFormat {
    /// One text a line
    #[default]
    Txt,
    /// One object a text
    Jsonl,
}
