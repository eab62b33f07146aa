//! Compares rfc1738 with other URL parsers, in tables and a picture.

use std::io::IsTerminal;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Parser;
use rfc1738_benchmarks::figures::{Measured, Unmeasured};
use rfc1738_benchmarks::programs::{Profile, run};
use rfc1738_benchmarks::results::Results;
use rfc1738_benchmarks::tables::{Section, Tables, URLS};
use rfc1738_benchmarks::{instructions, library, peers, picture, report, versions, wasm, weight};

/// The profiles of the tables, that of the goals first.
const PROFILES: [Profile; 2] = [Profile::Release, Profile::Lto];

/// Compares the speed of rfc1738 with that of other URL parsers
#[derive(Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
struct Arguments {
    /// The number of rounds for each parser
    #[arg(long, default_value_t = 41, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// Also measures everything that the next four flags name
    #[arg(long)]
    all: bool,

    /// Also counts instructions, which needs valgrind
    #[arg(long)]
    instructions: bool,

    /// Also measures the time to compile the library, and its static data
    #[arg(long)]
    library: bool,

    /// Also measures the library as a WebAssembly module, which needs node
    #[arg(long)]
    wasm: bool,

    /// Also measures what small programs weigh that use the library
    #[arg(long)]
    weight: bool,

    /// Draws the ratios into this file
    #[arg(long, value_name = "FILE")]
    picture: Option<PathBuf>,

    /// Replaces the tables of this processor in this file, such as docs/benchmarks.md
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let tables = Tables::open(arguments.tables.clone(), URLS)?;
    let results = measure(&arguments)?;
    let peers = peers::all();
    let parsers = report::parsers(&peers, &results.times[0]);
    let section = Section {
        processor: versions::processor(),
        tables: report::of_processor(&peers, arguments.rounds, &PROFILES, &results),
    };
    let processor = section.processor.clone();
    tables.write(&parsers, section)?;
    if let Some(file) = &arguments.picture {
        let picture = picture::ratios(&processor, &results.times[0])?;
        std::fs::write(file, picture)
            .with_context(|| format!("{} cannot be written", file.display()))?;
    }
    Ok(())
}

/// Measures what the arguments ask for.
fn measure(arguments: &Arguments) -> Result<Results> {
    let rounds = arguments.rounds.to_string();
    let times = PROFILES.map(|profile| {
        progress(&format!("times, {}", profile.name()));
        run(profile, "measure", &["--rounds", &rounds])
    });
    let asked = |flag| arguments.all || flag;
    Ok(Results {
        times: times.into_iter().collect::<Result<_>>()?,
        wasm: optional("--wasm", asked(arguments.wasm), || {
            wasm::measure(arguments.rounds)
        })?,
        weight: optional("--weight", asked(arguments.weight), weight::measure)?,
        allocations: run(Profile::Release, "allocations", &[])?,
        instructions: optional(
            "--instructions",
            asked(arguments.instructions),
            instructions::measure,
        )?,
        library: optional("--library", asked(arguments.library), || {
            library::measure().map(Ok)
        })?,
    })
}

/// Measures if the flag is set.
fn optional<T>(
    flag: &'static str,
    is_set: bool,
    measure: impl FnOnce() -> Result<Measured<T>>,
) -> Result<Measured<T>> {
    if !is_set {
        return Ok(Err(Unmeasured::NotAsked { flag }));
    }
    progress(flag.trim_start_matches('-'));
    measure()
}

/// Says on a terminal what is built and measured.
fn progress(what: &str) {
    if std::io::stderr().is_terminal() {
        eprintln!("building and measuring: {what}");
    }
}
