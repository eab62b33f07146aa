//! The arguments of `check`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

use clap::{Args, ValueEnum, value_parser};

use crate::arguments::deny::{DenyArguments, ids_help};
use crate::arguments::exit_status::ADVICE_EXIT_STATUS;
use crate::arguments::grammar::ProductionChoice;

const HELP: &str = "\
Checks each line as one text. A line ends with LF or CR LF; the last line may
lack its end. All other bytes belong to the text, and an empty line is an empty
text.

A grammar in FILE is read to the letter and has no advice; --readings applies
readings where they fit.

Formats:
  human  Standard output has FILE:LINE:COLUMN: found …, expected … for each
         invalid line, and FILE:LINE:COLUMN: ID: … for denied advice. Standard
         error has the number of lines by production and, with --advice, of each
         kind of advice.
  json   One object a line. \"line\" counts from 1 in each file. \"advice\" holds
         all advice with --advice, or denied advice:
         [{\"id\":…,\"severity\":…,\"start\":…, \"end\":…,\"section\":…,\"message\":…,
         \"reference\":…}].

Examples:
  rfc1738 check urls.txt
  rfc1738 check --rule hostport < hosts.txt
  rfc1738 check --advice --deny password --deny reserved-port urls.txt
  rfc1738 check --format json --tree urls.txt more-urls.txt
  rfc1738 check --grammar dates.bnf --rule date dates.txt";

/// The most threads. Far fewer read as fast as a disk does.
const MOST: u16 = 256;

/// The arguments of `check`.
#[derive(Debug, Args)]
#[command(after_help = format!("{HELP}\n\n{}\n\n{ADVICE_EXIT_STATUS}", ids_help()))]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) production: ProductionChoice,

    /// Output format
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: CheckFormat,

    /// Show the tree of each valid line
    #[arg(long)]
    pub(crate) tree: bool,

    /// Show the advice of the RFC on valid URLs
    #[arg(long)]
    pub(crate) advice: bool,

    #[command(flatten)]
    pub(crate) deny: DenyArguments,

    /// Use at most N threads [default: one a core]; the output is the same
    #[arg(long, short = 'j', value_name = "N", value_parser = value_parser!(u16).range(1..=MOST.into()))]
    threads: Option<u16>,

    /// The files, or - for standard input [default: standard input]
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<OsString>,
}

impl CheckArguments {
    /// Returns the number of threads that check lines.
    pub(super) fn threads(&self) -> usize {
        let cores = || available_parallelism().map_or(1, NonZeroUsize::get);
        self.threads
            .map_or_else(cores, usize::from)
            .min(MOST.into())
    }
}

/// The output format of `check`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// Invalid lines and a summary, for people
    #[default]
    Human,
    /// One object a line, for programs
    Json,
}
