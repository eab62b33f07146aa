//! The arguments of `grammar diff`.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

const HELP: &str = "\
Two productions of one name are equal where they derive the same texts, however
they are written. Where they are not, a shortest text is shown that only one of
the files derives. A production differs by itself where its two bodies still
derive different texts when what they use is read alike; otherwise it differs
because of others, which are named.

Files are read to the letter; --readings applies the readings of a file to both,
as far as they find what they decide. To compare RFC 1738 as it is printed, take
those of this project: grammar/readings.toml.

Formats:
  human  What differs, causes first, what is equal, and a count.
  json   One object on one line: {\"a\":…,\"b\":…,\"equal\":…,\"productions\":[…]}.
         A production has \"rule\" and \"result\": equal, differs, only_a or
         only_b. Where it differs, \"only_a\" and \"only_b\" hold a text or
         null, \"origin\" is body, exclusion (by readings) or others, and
         \"causes\" names these others.

Examples:
  rfc1738 grammar diff rfc1738.bnf my-transcription.bnf
  rfc1738 grammar diff --rule hostport --format json a.bnf b.bnf
  rfc1738 grammar diff --readings grammar/readings.toml a.bnf - < b.bnf";

const EXIT_STATUS: &str = "\
Exit status:
  0  nothing differs
  1  something does
  2  wrong use, or a file that cannot be read or holds errors";

/// The arguments of `grammar diff`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{EXIT_STATUS}"))]
pub(crate) struct DiffArguments {
    /// Compare one production only
    #[arg(long, value_name = "NAME")]
    pub(crate) rule: Option<String>,

    /// How to report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DiffFormat,

    /// Readings to apply to both files
    #[arg(long, value_name = "FILE")]
    pub(crate) readings: Option<OsString>,

    /// A file in the notation of RFC 822 as RFC 1738 uses it; - for standard input
    #[arg(value_name = "A")]
    pub(crate) a: OsString,

    /// The file to compare it with; - for standard input
    #[arg(value_name = "B")]
    pub(crate) b: OsString,
}

/// How `grammar diff` reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// What differs and what is equal, for people
    #[default]
    Human,
    /// One object, for programs
    Json,
}
