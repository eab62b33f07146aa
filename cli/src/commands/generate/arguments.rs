//! The arguments of `generate`.

use clap::Args;

use crate::arguments::grammar::GrammarChoice;

const HELP: &str = "\
Each text stands on a line, and comes once. The same seed gives the same texts, on
every platform. Where there are no more texts it ends: `digit` has 10. An empty
line is an empty text.

Names are short and repetitions have few rounds as long as that gives new texts;
then all texts follow in the order of their lengths.

--cover  A small set of texts whose derivations together use every production and
         every alternative that the production leads to, with every optional part
         present and absent, and every repetition with as few rounds as there may
         be and with several.
--invalid  Texts that are not valid, though they differ from a valid one by one
         edit: a character is inserted, deleted or replaced, or two neighbours
         change places. Each is followed by a tab and the error it gets.

A grammar in FILE is read to the letter; --readings applies the readings of another
file to it, as far as they find what they decide.

Examples:
  rfc1738 generate -n 1000 | rfc1738 check
  rfc1738 generate --rule hostport --seed 7
  rfc1738 generate --rule ftpurl --cover
  rfc1738 generate --rule httpurl --invalid -n 100 | cut -f 1 | my-parser
  rfc1738 generate --grammar dates.bnf --rule date --cover";

const EXIT_STATUS: &str = "\
Exit status:
  0  written
  2  wrong use, a grammar that cannot be read or holds errors, or an output that
     cannot be written";

/// The arguments of `generate`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct GenerateArguments {
    /// The production that derives the texts [default: url; of another grammar, the one that no
    /// other uses]
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// How many texts to write at most [default: 10; with --cover, all]
    #[arg(short, value_name = "N")]
    pub(crate) number: Option<u64>,

    /// What the choices depend on
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(crate) seed: u64,

    /// Write texts that are nearly valid
    #[arg(long)]
    pub(crate) invalid: bool,

    /// Write few texts that use everything
    #[arg(long, conflicts_with = "invalid")]
    pub(crate) cover: bool,

    #[command(flatten)]
    pub(crate) grammar: GrammarChoice,
}
