//! The arguments of `check`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use clap::{Args, ValueEnum, value_parser};
use rfc1738::Rule;

use crate::arguments::deny::{DenyArguments, ids_help};
use crate::arguments::exit_status::ADVICE_EXIT_STATUS;
use crate::arguments::rule::RuleParser;

const HELP: &str = "\
A line ends with LF or with CR LF; the last may lack its end. All other octets
belong to the text, and an empty line is an empty text.

Formats:
  human  FILE:LINE:COLUMN: found …, expected … for each invalid line on standard
         output, and FILE:LINE:COLUMN: ID: … for what is denied; a count of
         lines and productions, and with --advice of ids, on standard error.
  json   One object for each line on standard output. Lines are counted anew in
         each file. \"advice\" holds what the RFC advises, with --advice, or what
         is denied: [{\"id\":…,\"severity\":…,\"start\":…,\"end\":…,\"section\":…,
         \"message\":…}].

Examples:
  rfc1738 check urls.txt
  rfc1738 check --rule hostport < hosts.txt
  rfc1738 check --advice --deny password --deny reserved-port urls.txt
  rfc1738 check --format json --tree urls.txt more-urls.txt";

/// How many threads can be asked for. Far fewer read as fast as a disk does.
const MOST: u16 = 256;

/// The arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{}\n\n{ADVICE_EXIT_STATUS}", ids_help()))]
pub(crate) struct CheckArguments {
    /// The production to check each line against
    #[arg(long, value_name = "NAME", value_parser = RuleParser, default_value = "url")]
    pub(crate) rule: Rule,

    /// How to report
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,

    /// Show the tree of each valid line
    #[arg(long)]
    pub(crate) tree: bool,

    /// Tell what the RFC advises on valid URLs
    #[arg(long)]
    pub(crate) advice: bool,

    #[command(flatten)]
    pub(crate) deny: DenyArguments,

    /// Check at most N batches of lines at the same time, by default one on each core; the output
    /// is the same
    #[arg(long, short = 'j', value_name = "N", value_parser = value_parser!(u16).range(1..=MOST.into()))]
    threads: Option<u16>,

    /// The files; - or none for standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
}

impl CheckArguments {
    /// How many threads are to check lines.
    pub(super) fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads
            .map_or_else(cores, usize::from)
            .min(MOST.into())
    }
}

/// How `check` reports.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// The invalid lines and a summary
    #[default]
    Human,
    /// An object for each line
    Json,
}
