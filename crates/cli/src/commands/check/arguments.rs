//! The arguments of `check`.

use std::ffi::OsString;
use std::num::NonZeroU16;

use clap::{Args, ValueEnum};
use rfc1738::Rule;

use crate::advice::{DenyArguments, ids_help};
use crate::arguments::{ADVICE_EXIT_STATUS, ProductionChoice, RepairArguments, number_to};
use crate::input::records::{CsvColumn, LazyAutomaton, RecordFormat};
use crate::outcome::Failure;
use crate::workers::processors;

const HELP: &str = "\
Checks each line as one text. A line ends with LF or CR LF; the last line may
lack its end. All other bytes belong to the text, and an empty line is an empty
text.

With --csv, --tsv or --jsonl, the texts are in records, and a record that cannot
be read is an error with its place; the rest is checked. Values may be quoted, and
tabs separate the fields of TSV. Empty lines are no records. A column has a name in
the header or a number from 1. The path request.url is the field url of the object
in the field request. Null is no text and is only counted.

With --whole, each file is one text, to its last octet: a mail, a vCard, the head
of an HTTP response. An error has its line and column in the file. A file of more
than 64 MiB is undecided.

Of a text of more than 1 MiB, only the beginning is shown. It is decided all the
same if it is a line, up to 64 MiB if its production has no automaton because it
recurses or is too large. A longer one is undecided.

A grammar in FILE is read to the letter and has no advice; --readings applies
readings where they fit.

With --fix, each line whose first fix is certain is fixed, and everything else is
copied octet by octet. A fix is certain if it only encodes unsafe characters, or
removes blanks, brackets, quotation marks or \"URL:\" around the text. Files are
replaced, each as a whole or not at all; standard input goes to standard output,
and the lines that are left invalid to standard error. Counts and exit status are
those after the fixes.

With --fix=nearest, each line of a grammar in FILE is fixed that has exactly one
nearest valid text: only one takes so few edits of characters. URLs are never
replaced by the nearest one.

With --repairs N, a line for each edit of the first N nearest texts follows an
error, FILE:LINE:COLUMN: repair 1 of 3: replace \"x\" with \"y\"; expected …, or
FILE:LINE:COLUMN: repair undecided: …. In JSON, \"repairs\" of the error are
[{\"text\":…,\"distance\":…,\"edits\":[{\"start\":…,\"end\":…,\"text\":…}]}],
\"repairs_count\" says how many texts are as near (null if more than 1000), and
\"repairs_undecided\" why they are not known.

Formats:
  human  Standard output has one line for each invalid text, FILE:LINE:COLUMN:
         found …, expected …; NOTE [ID]; write FIX, and FILE:LINE:COLUMN: ID: …
         for denied advice. FILE:LINE: undecided: … is a text that is not decided.
         Of a long fix, only the surroundings of the change are shown. If a record
         holds the text with escapes, the offset in the text stands for the
         column. Standard error has the number of texts by production and, with
         --advice, of each kind of advice.
  json   One object a line. \"line\" counts from 1 in each file. \"advice\" holds
         all advice with --advice, or denied advice:
         [{\"id\":…,\"severity\":…,\"start\":…, \"end\":…,\"section\":…,\"message\":…,
         \"reference\":…}]. \"file\" is the name of the file, \"record\" and \"field\"
         say which record and field hold the text, and \"position\" is that of an
         error in the file, if the field has no escapes. \"length\" is the number of
         octets in the whole text, if \"input\" is only its beginning. \"ok\" is null
         if the text is not decided: {\"ok\":null,\"undecided\":{\"reason\":…}}.

Summaries:
  human, json and csv count texts by production, error, scheme and file, each
  with a first example. A summary is written to standard output when all files
  are checked, instead of the texts; with --format, after them. In JSON, it is
  one object with \"type\":\"summary\", which texts do not have.

Examples:
  rfc1738 check urls.txt
  rfc1738 check --rule hostport < hosts.txt
  rfc1738 check --fix urls.txt
  rfc1738 check --advice --deny password --deny reserved-port urls.txt
  rfc1738 check --format json --tree urls.txt more-urls.txt
  rfc1738 check --summary json --csv url access.csv
  rfc1738 check --format json --errors-only --jsonl request.url access.jsonl
  rfc1738 check --grammar dates.bnf --rule date dates.txt
  rfc1738 check --grammar rfc6350.abnf --whole cards/*.vcf";

/// What `check` adds to the exit statuses.
const QUIET_STATUS: &str = "\
A text that is not decided, or a record that cannot be read, makes the status 2,
also beside invalid texts. With --quiet, the command ends at the first text that
is invalid or not decided, as grep does, and looks no further.";

/// The most threads. Far fewer read as fast as a disk does.
const MOST: u16 = 256;

/// What `--fix` cannot be used with: records whose octets are not at hand, and other results.
const FIX_CONFLICTS: [&str; 8] = [
    "csv", "tsv", "jsonl", "whole", "format", "summary", "tree", "quiet",
];

/// The arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{}\n\n{ADVICE_EXIT_STATUS}\n\n{QUIET_STATUS}", ids_help()))]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    #[command(flatten)]
    pub(crate) records: RecordArguments,

    #[command(flatten)]
    pub(crate) output: OutputArguments,

    /// Show the tree of each valid text
    #[arg(long)]
    pub(crate) tree: bool,

    /// Show the advice of the RFC on valid URLs
    #[arg(long)]
    pub(crate) advice: bool,

    #[command(flatten)]
    pub(crate) deny: DenyArguments,

    #[command(flatten)]
    pub(crate) repairs: RepairArguments,

    /// Fix the lines whose fix is certain, or those with one nearest text: in the files, or from
    /// standard input to standard output [default of --fix alone: certain]
    #[arg(
        long,
        value_name = "KIND",
        value_enum,
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "certain",
        conflicts_with_all = FIX_CONFLICTS
    )]
    pub(crate) fix: Option<FixKind>,

    /// Use at most N threads [default: one a core]; the output is the same
    #[arg(long, short = 'j', value_name = "N", value_parser = thread_count)]
    threads: Option<NonZeroU16>,

    /// The files, or - for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
}

impl CheckArguments {
    /// Whether standard input is read.
    pub(super) fn reads_input(&self) -> bool {
        self.files.is_empty() || self.files.iter().any(|file| file == "-")
    }

    /// Fails if fixes are asked for that texts of the production do not have. `rule` is the production if it is one of
    /// RFC 1738, and `has_scheme` says whether its texts are URLs.
    pub(super) fn refuse_fixes(&self, rule: Option<Rule>, has_scheme: bool) -> Result<(), Failure> {
        match self.fix {
            Some(FixKind::Certain) if rule.is_none() => Err(wrong_use(
                "certain fixes come from the prose of RFC 1738, and another grammar has none: omit --grammar, \
                 omit --fix, or take the nearest texts with --fix=nearest",
            )),
            Some(FixKind::Nearest) if rule.is_some() => Err(wrong_use(
                "the fixes of RFC 1738 come from its prose, and the nearest URL can lead elsewhere: write --fix, \
                 or see the nearest texts with --repairs",
            )),
            Some(FixKind::Nearest) if has_scheme => Err(wrong_use(
                "the nearest URL can lead elsewhere, so no URL is replaced by it: see the nearest texts with \
                 --repairs",
            )),
            _ => Ok(()),
        }
    }

    /// Returns the number of threads that check texts.
    pub(super) fn threads(&self) -> usize {
        self.threads
            .map_or_else(processors, |count| count.get().into())
            .min(MOST.into())
    }
}

/// Which lines `--fix` fixes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum FixKind {
    /// Those with a certain fix of the prose of RFC 1738
    Certain,
    /// Those of another grammar with exactly one nearest valid text; not URLs
    Nearest,
}

/// What to write.
#[derive(Debug, Args)]
pub(crate) struct OutputArguments {
    /// Output format [default: human]
    #[arg(long, value_enum)]
    pub(crate) format: Option<CheckFormat>,

    /// Write a summary of all texts to standard output, in this format
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) summary: Option<SummaryFormat>,

    /// Leave out valid texts without denied advice
    #[arg(long)]
    pub(crate) errors_only: bool,

    /// Write nothing, and stop at the first text that is not valid: the exit status is the answer
    #[arg(long, short, conflicts_with_all = ["format", "summary", "tree", "errors_only"])]
    pub(crate) quiet: bool,
}

impl OutputArguments {
    /// Returns the format of texts; `None` if only a summary is written, or nothing.
    pub(super) fn text_format(&self) -> Option<CheckFormat> {
        let is_silent = self.quiet || self.summary.is_some();
        self.format.or((!is_silent).then_some(CheckFormat::Human))
    }

    /// Fails if texts and summary have formats that no program could read together.
    pub(super) fn refuse_mixture(&self) -> Result<(), Failure> {
        match (self.format, self.summary) {
            (None, _)
            | (_, None)
            | (Some(CheckFormat::Human), Some(SummaryFormat::Human))
            | (Some(CheckFormat::Json), Some(SummaryFormat::Json)) => Ok(()),
            _ => Err(wrong_use(
                "--format and --summary write to the same output: give both the same format, or \
                 omit --format for the summary alone",
            )),
        }
    }
}

/// Where the texts are in a file.
#[derive(Debug, Args)]
#[group(multiple = false)]
struct TextArguments {
    /// Check the column of this name or number of CSV
    #[arg(long, value_name = "COLUMN")]
    csv: Option<String>,

    /// Check the column of this name or number of a table with tabs
    #[arg(long, value_name = "COLUMN")]
    tsv: Option<String>,

    /// Check the field of each line of JSON; dots separate the names in a path
    #[arg(long, value_name = "FIELD")]
    jsonl: Option<String>,

    /// Check each file as one text, to its last octet
    #[arg(long)]
    whole: bool,
}

/// How the files hold texts.
#[derive(Debug, Args)]
pub(crate) struct RecordArguments {
    #[command(flatten)]
    texts: TextArguments,

    /// The first record of CSV or TSV is no header; the column has a number
    #[arg(long, conflicts_with = "jsonl")]
    no_header: bool,
}

impl RecordArguments {
    /// Returns how the files hold texts. The automaton decides about lines of any length.
    pub(crate) fn format(&self, automaton: LazyAutomaton) -> Result<RecordFormat, Failure> {
        let TextArguments {
            csv,
            tsv,
            jsonl,
            whole,
        } = &self.texts;
        if let Some(field) = jsonl {
            return Ok(RecordFormat::JsonLines(field.clone()));
        }
        if *whole && !self.no_header {
            return Ok(RecordFormat::Whole);
        }
        let table = csv.as_ref().map(|name| (b',', name));
        let table = table.or(tsv.as_ref().map(|name| (b'\t', name)));
        let has_header = !self.no_header;
        let Some((delimiter, name)) = table else {
            if !has_header {
                return Err(wrong_use("--no-header is for --csv and --tsv"));
            }
            return Ok(RecordFormat::Lines(automaton));
        };
        if !has_header && !name.parse().is_ok_and(|number: u64| number > 0) {
            return Err(wrong_use("without a header, a column has a number from 1"));
        }
        Ok(RecordFormat::Csv(CsvColumn {
            delimiter,
            name: name.clone(),
            has_header,
        }))
    }
}

fn thread_count(text: &str) -> Result<NonZeroU16, String> {
    number_to(text, MOST.into())
}

fn wrong_use(reason: &str) -> Failure {
    Failure::WrongUse(reason.to_owned())
}

/// The output format of `check`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Invalid texts and a summary, for people
    #[default]
    Human,
    /// One object a line, for programs
    Json,
}

/// The format of the summary.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SummaryFormat {
    /// Columns, for people
    Human,
    /// One object on one line
    Json,
    /// A table with a record for each count
    Csv,
}
