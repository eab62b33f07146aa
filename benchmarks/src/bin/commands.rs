//! Compares the command with other programs on long files.

use std::io::Write;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::{Context, Result};
use clap::Parser;
use rfc1738_benchmarks::commands::report;
use rfc1738_benchmarks::commands::rows::{Amount, measure};
use rfc1738_benchmarks::processor;
use rfc1738_benchmarks::tables::{COMMANDS, Document, Section};

/// Compares the command with other programs on long files, which takes some 2 GB on the disk
#[derive(Parser)]
struct Arguments {
    /// Takes short files, and seconds
    #[arg(long)]
    quick: bool,

    /// Replaces the tables of this processor in this file, such as docs/benchmarks.md
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let file = arguments.tables.as_deref();
    // A wrong file is an error before the measurements, which take minutes.
    let document = file
        .map(|file| Document::open(file, COMMANDS))
        .transpose()?;
    let amount = if arguments.quick {
        Amount::QUICK
    } else {
        Amount::FULL
    };
    let cores = available_parallelism().map_or(1, usize::from);
    let section = Section {
        processor: processor::name(),
        tables: report::of_processor(amount, cores, &measure(amount)?),
    };
    let (remarks, tables) = (report::remarks(), section.to_markdown());
    write!(std::io::stdout(), "{remarks}\n\n{tables}").context("the tables cannot be written")?;
    if let Some((document, file)) = document.zip(file) {
        document.write(file, &remarks, section)?;
    }
    Ok(())
}
