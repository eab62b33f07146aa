//! Compares the recognizer for grammars that recurse with pest, and measures the growth of its time.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use rfc1738_benchmarks::recursive::measurement::{Amount, comparisons, growth};
use rfc1738_benchmarks::recursive::report;
use rfc1738_benchmarks::tables::{RECURSIVE, Section, Tables};
use rfc1738_benchmarks::versions;

/// Compares the recognizer for grammars that recurse with the parsers of pest
#[derive(Parser)]
struct Arguments {
    /// Takes short texts, and seconds
    #[arg(long)]
    quick: bool,

    /// Replaces the tables of this processor in this file, such as docs/benchmarks.md
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let tables = Tables::open(arguments.tables, RECURSIVE)?;
    let amount = if arguments.quick {
        Amount::QUICK
    } else {
        Amount::FULL
    };
    let comparisons = comparisons(amount);
    let corpora = report::corpora(&comparisons);
    let section = Section {
        processor: versions::processor(),
        tables: report::of_processor(amount.rounds, &comparisons, &growth(amount)),
    };
    tables.write(&corpora, section)
}
