//! The arguments of `conformance shrink`.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroU64;

use clap::Args;

use crate::arguments::grammar::ProductionChoice;
use crate::arguments::number::number;

const USAGE: &str = "rfc1738 conformance shrink [OPTIONS] TEXT -- COMMAND [ARG]...";

const HELP: &str = "\
Takes parts out of TEXT as long as COMMAND and the grammar disagree about the rest
in the same direction: COMMAND accepts what the production does not derive, or
rejects what it derives. Then puts a more readable octet in the place of each, as
long as they disagree. Shows the small text and both verdicts. No octet can be
taken from it alone.

COMMAND gets one text a line, and answers each with `accept` or `reject`, as in
`conformance run`. It is started once for each set of texts, and gets the end of
its input after them. A text that has LF in it or ends in CR is not tried. If TEXT
is UTF-8, all texts are.

A grammar in FILE is read to the letter; --readings applies readings where they
fit.

Examples:
  rfc1738 conformance shrink http://example.org:/ -- ./my-parser
  rfc1738 conformance shrink --rule port 12345x -- ./my-parser
  rfc1738 conformance shrink --grammar dates.bnf 1-Jan-70 -- python3 parser.py";

const EXIT_STATUS: &str = "\
Exit status:
  0  COMMAND and the grammar agree about TEXT
  1  they disagree, and the small text is shown
  2  wrong use, TEXT is undecided, or COMMAND did not answer every text";

/// The arguments of `conformance shrink`.
#[derive(Debug, Args)]
#[command(override_usage = USAGE, after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct ShrinkArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    /// Stop if COMMAND neither answers nor reads for this long
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = number::<NonZeroU64>)]
    pub(crate) timeout: NonZeroU64,

    /// The text; - reads standard input, without its last line end
    pub(crate) text: OsString,

    /// The program to run, with its arguments
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

impl ShrinkArguments {
    /// Returns the name of the command and its arguments.
    pub(crate) fn command(&self) -> (&OsStr, &[OsString]) {
        match self.command.as_slice() {
            [name, arguments @ ..] => (name, arguments),
            [] => (OsStr::new(""), &[]),
        }
    }
}
