//! Compares the command with other programs on long files.

use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::Result;
use clap::Parser;
use rfc1738_benchmarks::commands::{self, Amount, measure};
use rfc1738_benchmarks::tables::{COMMANDS, Section, Tables};
use rfc1738_benchmarks::versions;

/// Compares the command with other programs on long files, which takes some 2 GB on the disk
#[derive(Parser)]
struct Arguments {
    /// Takes short files, and seconds
    #[arg(long)]
    quick: bool,

    /// Measures the rows whose names hold this text
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with = "tables",
        default_value = ""
    )]
    only: String,

    /// Replaces the tables of this processor in this file, such as docs/benchmarks.md
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let tables = Tables::open(arguments.tables, COMMANDS)?;
    let amount = if arguments.quick {
        Amount::QUICK
    } else {
        Amount::FULL
    };
    let cores = available_parallelism().map_or(1, usize::from);
    let section = Section {
        processor: versions::processor(),
        tables: commands::of_processor(amount, cores, &measure(amount, &arguments.only)?),
    };
    tables.write(&commands::remarks(), section)
}
