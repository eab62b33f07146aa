//! Measures times in the profile of its build, and writes them as JSON.
//!
//! The command of this package builds and runs this program.

use clap::Parser;
use rfc1738_benchmarks::measurement::Measurement;
use rfc1738_benchmarks::timing::interleaved;

#[derive(Parser)]
struct Arguments {
    /// The number of rounds for each parser
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
}

fn main() -> serde_json::Result<()> {
    let rounds = Arguments::parse().rounds;
    let measurement = Measurement::take(&mut |contenders| interleaved(rounds.into(), contenders));
    serde_json::to_writer(std::io::stdout(), &measurement)
}
