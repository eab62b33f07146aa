//! Compares rfc1738 with other URL parsers, in tables and a picture.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Parser;
use rfc1738_benchmarks::allocations::Allocations;
use rfc1738_benchmarks::measurement::Measurement;
use rfc1738_benchmarks::peers::Peer;
use rfc1738_benchmarks::programs::{Profile, run};
use rfc1738_benchmarks::tables::Template;
use rfc1738_benchmarks::{command, goals, peers, picture, report};

/// Compares the speed of rfc1738 with that of other URL parsers
#[derive(Parser)]
struct Arguments {
    /// The number of rounds for each parser
    #[arg(long, default_value_t = 41, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// Also measures `rfc1738 check` on a file of 5 million lines, some 350 MB
    #[arg(long)]
    command: bool,

    /// Draws the ratios into this file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// Replaces the tables in this file, such as docs/benchmarks.md
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let document = arguments
        .tables
        .as_deref()
        .map(Document::open)
        .transpose()?;
    let rounds = arguments.rounds.to_string();
    let mut measurements = Vec::new();
    for profile in [Profile::Release, Profile::Lto] {
        progress(&format!("building and measuring, {}", profile.name()));
        let taken: Measurement = run(profile, "measure", &["--rounds", &rounds])?;
        measurements.push((profile, taken));
    }
    let allocations: Allocations = run(Profile::Release, "allocations", &[])?;
    let command = if arguments.command {
        progress("building and measuring `rfc1738 check`");
        Some(command::measure()?)
    } else {
        None
    };
    let peers = peers::all();
    let block = block(
        &peers,
        arguments.rounds,
        &measurements,
        allocations,
        command,
    );
    writeln!(std::io::stdout(), "{block}").context("the tables cannot be written")?;
    if let Some(file) = &arguments.picture {
        write(file, &picture::ratios(&measurements[0].1)?)?;
    }
    if let Some(document) = document {
        write(document.file, &document.template.with_tables(&block))?;
    }
    Ok(())
}

/// A file with markers for the tables. The program opens it first, because measuring takes minutes.
struct Document<'a> {
    file: &'a Path,
    template: Template,
}

impl<'a> Document<'a> {
    fn open(file: &'a Path) -> Result<Self> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let template = Template::new(&text).with_context(|| file.display().to_string())?;
        Ok(Self { file, template })
    }
}

/// Returns the tables with the date and the machine of the measurement.
fn block(
    peers: &[Peer],
    rounds: u16,
    measurements: &[(Profile, Measurement)],
    allocations: Allocations,
    command: Option<f64>,
) -> String {
    let taken: Vec<Measurement> = measurements
        .iter()
        .map(|(_, taken)| taken.clone())
        .collect();
    let goals = goals::all(&taken, allocations, command);
    let lengths = taken[0].corpora.iter().map(|corpus| {
        format!(
            "{}: {} URLs of {} octets on average",
            corpus.name, corpus.urls, corpus.average_length
        )
    });
    format!(
        "Measured on {}, {}, {rounds} rounds; {}. Median time for a URL, and how many times that \
         of {}:\n\n{}\n\n{}\n\n{}",
        jiff::Zoned::now().date(),
        machine(),
        lengths.collect::<Vec<_>>().join("; "),
        peers::REFERENCE,
        report::times(measurements),
        report::languages(peers, &taken[0]),
        report::goals(&goals),
    )
}

/// Returns the processor, if the system names it, and the architecture.
fn machine() -> String {
    let processors = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = processors
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    model.map_or_else(
        || std::env::consts::ARCH.to_owned(),
        |(_, name)| format!("{name}, {}", std::env::consts::ARCH),
    )
}

fn write(file: &Path, text: &str) -> Result<()> {
    std::fs::write(file, text).with_context(|| format!("{} cannot be written", file.display()))
}

/// Reports progress on standard error.
fn progress(what: &str) {
    if std::io::stderr().is_terminal() {
        eprintln!("{what}");
    }
}
