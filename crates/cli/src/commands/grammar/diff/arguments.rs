//! The arguments of `grammar diff`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::arguments::notation::NotationName;
use crate::input::depth::DepthChoice;

const HELP: &str = "\
Compares the productions of two files by name, or those of RFC 1738 and of one
file. Two productions are equal if they derive the same texts, however they are
written. If they differ, shows a text that only one of the files derives: a
shortest one, unless it says otherwise. A production differs by itself if its two bodies derive different texts
even where the productions that they use are the same; otherwise it differs
because of others, which are named. Where that is not decided, it says so.

Recursive productions are equal if their bodies are, up to names.
Otherwise the texts of each to the depth of --depth, the shortest first, are asked of
the other one. If none differs, the comparison says how far it went.

With --pairs, compares productions that correspond and have different names, and
shows a table. For each pair, the file has a table in TOML:
  [[pair]]
  a = \"port\"
  b = \"number\"
  why = \"Both are digits.\"

Files are read to the letter; --readings applies readings to them where they
fit. RFC 1738 as printed needs its readings: --readings rfc1738.

Formats:
  human  The productions that differ, causes first, the equal ones, and a count.
  json   One object on one line: {\"a\":…,\"b\":…,\"equal\":…,\"productions\":[…]}.
         A production has \"rule\" and \"result\": equal, differs, only_a, only_b,
         undecided (with the \"depth\" and the \"length\" of all texts that were
         compared) or abstained (with \"side\" and \"why\"). One that differs has
         \"only_a\" and \"only_b\", each a text or null, \"origin\" (body,
         exclusion by readings, encoding of numbers above 7F, others, or
         undecided), and \"causes\", the names of these others; \"depth\", if
         the texts are the shortest to that depth, and \"random\", if there can
         be shorter ones, with \"irreducible\", if no part of them can be left
         out; \"characters_a\" and \"characters_b\" are all texts of one
         character that only one derives. \"respelled\" has literals that differ in case
         only, and \"same_as\" a production of the other file that derives the same
         texts. With --pairs: {\"a\":…,\"b\":…,\"equal\":…,\"pairs\":[…],\"without_a\":[…],…}.

Examples:
  rfc1738 grammar diff --readings rfc1738 my-transcription.bnf
  rfc1738 grammar diff --rule hostport --format json a.bnf b.bnf
  rfc1738 grammar diff --readings my-readings.toml a.bnf - < b.bnf
  rfc1738 grammar diff --pairs pairs.toml rfc3986.abnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  no production differs
  1  a production differs
  2  no production differs and some are undecided or could not be compared, wrong
     use, or a file that cannot be read";

/// The arguments of `grammar diff`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct DiffArguments {
    /// Compare this production only
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// Compare the productions that FILE pairs
    #[arg(long, value_name = "FILE", conflicts_with = "rule")]
    pub(crate) pairs: Option<OsString>,

    #[command(flatten)]
    pub(crate) depth: DepthChoice,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DiffFormat,

    /// The notation of the files [default: detected]
    #[arg(long, value_enum, value_name = "NOTATION")]
    pub(crate) notation: Option<NotationName>,

    /// Take what either grammar does not define from GRAMMAR: a file, or the number of an RFC, such as
    /// rfc3986; can be repeated
    #[arg(long = "import", value_name = "GRAMMAR")]
    pub(crate) imports: Vec<OsString>,

    /// Apply the readings in FILE to the files; rfc1738 names those of RFC 1738
    #[arg(long, value_name = "FILE")]
    pub(crate) readings: Option<OsString>,

    /// A grammar file (- for standard input), in a notation that --notation lists; without B,
    /// the grammar of RFC 1738 is compared with it
    #[arg(value_name = "A")]
    pub(crate) a: OsString,

    /// The grammar file to compare it with (- for standard input)
    #[arg(value_name = "B")]
    pub(crate) b: Option<OsString>,
}

/// The output format of `grammar diff`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// The productions that differ, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}
