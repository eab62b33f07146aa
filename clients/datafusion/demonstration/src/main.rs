//! The command `rfc1738-demonstration`.

use std::env;
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;

use anyhow::{Context as _, ensure};
use clap::{Parser, Subcommand};
use rfc1738_demonstration::{command, files, growth, measure, report};

/// Make millions of URLs with planted faults, and measure queries over them.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Write the URLs to Parquet files
    Parquet {
        /// Number of URLs
        #[arg(long, default_value_t = 10_000_000)]
        rows: u64,
        /// The folder of the files
        folder: PathBuf,
    },
    /// Write the URLs as lines
    Lines {
        /// Number of URLs
        #[arg(long, default_value_t = 10_000_000)]
        rows: u64,
    },
    /// Measure the functions, and queries from 1 to 10 million rows, and print the tables of docs/sql.md
    Measure {
        /// The greatest number of URLs
        #[arg(long, default_value_t = 10_000_000)]
        rows: u64,
        /// The folder for the files, which stay there; a temporary one by default
        #[arg(long)]
        folder: Option<PathBuf>,
        /// The command rfc1738, whose counts have to be the same
        #[arg(long, value_name = "COMMAND")]
        check: Option<PathBuf>,
        /// The page to write the tables to
        #[arg(long, value_name = "FILE")]
        page: Option<PathBuf>,
    },
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Parquet { rows, folder } => files::write_parquet(&folder, rows),
        Command::Lines { rows } => {
            let mut out = BufWriter::new(io::stdout().lock());
            files::write_lines(&mut out, rows)?;
            Ok(out.flush()?)
        }
        Command::Measure {
            rows,
            folder,
            check,
            page,
        } => measure_all(rows, folder, check, page),
    }
}

fn measure_all(
    rows: u64,
    folder: Option<PathBuf>,
    check: Option<PathBuf>,
    page: Option<PathBuf>,
) -> anyhow::Result<()> {
    let temporary = tempfile::tempdir()?;
    let folder = folder.unwrap_or_else(|| temporary.path().into());
    let program = env::current_exe()?;
    let binaries = program.parent().context("a program is in a folder")?;
    eprintln!("measures the functions");
    let measured = rows.min(1_000_000);
    let figures = measure::measure(measured)?;
    let filters = measure::measure_filters(&folder.join("filters"), measured)?;
    let numbers: Vec<u64> = [10, 5, 2, 1]
        .iter()
        .rev()
        .map(|part| rows / 10 * part)
        .collect();
    let mut runs = Vec::new();
    let counts = growth::run(&folder, &numbers, binaries, |run| {
        eprintln!("{} rows, {:?}: {:.2?}", run.rows, run.place, run.time);
        runs.push(run);
    })?;
    if let Some(rfc1738) = check {
        let expected = command::count(&rfc1738, numbers[numbers.len() - 1])?;
        ensure!(
            counts == expected,
            "{counts:?} differ from {expected:?}, those of the command"
        );
        eprintln!(
            "all {} counts are those of rfc1738 check",
            counts.errors.len() + 1
        );
    }
    let tables = report::tables(&figures, &filters, &runs);
    print!("{tables}");
    page.map_or(Ok(()), |page| report::write(&page, &tables))
}
