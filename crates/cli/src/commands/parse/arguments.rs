//! The arguments of `parse`.

use std::ffi::{OsStr, OsString};

use clap::{Args, ValueEnum};

use crate::arguments::deny::{DenyArguments, ids_help};
use crate::arguments::detail::DetailName;
use crate::arguments::exit_status::ADVICE_EXIT_STATUS;
use crate::arguments::grammar::ProductionChoice;
use crate::input::text_argument::{TEXT, TextArgument};
use crate::outcome::Failure;

const HELP: &str = "\
Shows the tree of a valid text on standard output, and explains an invalid text
on standard error. With --format json or jsonl both go to standard output. A
valid URL also gets advice from the prose of the RFC; a part of a URL, such as a
host, gets none.

A grammar in FILE is read to the letter and has no advice; --readings applies
readings where they fit.

Formats:
  tree  One line a node: production, span in bytes, text. A long text is cut
        unless its node is a leaf. Below 32 levels, a line has its level as a
        number, as in [33], and no branch. One line for each piece of advice
        follows; denied advice goes to standard error.
  json  One object on one line, with \"advice\" if there is any. \"ok\" is null if
        the text or its tree is not decided, and \"undecided\" says why. The tree
        nests as deep as it is; many readers of JSON refuse deep values.
  jsonl One object a line for each node: {\"rule\":\"port\",\"start\":16,\"end\":18,
        \"depth\":2}, and \"text\" if it is a leaf. The depth of the root is 0. An
        invalid text gets the object of json, and so does one that is not
        decided. Shows advice as sexp does.
  sexp  (production start end node…), one line a node. A leaf holds its text:
        (port 16 18 \"80\"). Shows no advice, except denied advice on standard
        error.

Examples:
  rfc1738 parse http://www.w3.org/pub/
  rfc1738 parse --rule port --detail characters 80
  rfc1738 parse --deny password ftp://me:secret@host.dom/
  rfc1738 parse --rule hsegment -- -x
  printf 'news:alt.test\\n' | rfc1738 parse --format json -
  rfc1738 parse --grammar dates.bnf 2024-02-29
  rfc1738 parse --grammar rfc6350.abnf --file me.vcf";

/// The arguments of `parse`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{}\n\n{ADVICE_EXIT_STATUS}", ids_help()))]
pub(crate) struct ParseArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    /// Which productions to show
    #[arg(long, value_enum, default_value_t)]
    pub(crate) detail: DetailName,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TreeFormat,

    /// Show denied advice only
    #[arg(long)]
    pub(crate) no_advice: bool,

    #[command(flatten)]
    pub(crate) deny: DenyArguments,

    /// Read standard input to its last octet, with its last line end
    #[arg(long)]
    pub(crate) whole: bool,

    /// Parse the text that is in FILE (- for standard input), to its last octet
    #[arg(
        id = "text_file",
        long = "file",
        value_name = "FILE",
        conflicts_with = "whole"
    )]
    pub(crate) file: Option<OsString>,

    /// The text; - reads standard input, without its last line end unless the production needs
    /// it
    #[arg(required_unless_present = "text_file", conflicts_with = "text_file")]
    pub(crate) text: Option<OsString>,
}

impl ParseArguments {
    /// Returns the text, or the file that has it. Either can be `-`.
    pub(super) fn input(&self) -> Option<&OsStr> {
        self.file.as_deref().or(self.text.as_deref())
    }

    /// Reads the text.
    pub(super) fn read_text(&self) -> Result<TextArgument<'_>, Failure> {
        if let Some(file) = &self.file {
            return TextArgument::of_file(file);
        }
        let text = self.text.as_deref().unwrap_or_default();
        TextArgument::read(text, self.whole, TEXT)
    }
}

/// The output format of `parse`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeFormat {
    /// With branches, for people
    #[default]
    Tree,
    /// One object, for programs
    Json,
    /// One object for each node, for programs
    Jsonl,
    /// Nested lists
    Sexp,
}

impl TreeFormat {
    /// Returns whether programs read it, so that errors are objects too.
    pub(super) fn is_json(self) -> bool {
        matches!(self, Self::Json | Self::Jsonl)
    }

    /// Returns whether it has room for advice.
    pub(super) fn shows_advice(self) -> bool {
        matches!(self, Self::Tree | Self::Json)
    }
}
