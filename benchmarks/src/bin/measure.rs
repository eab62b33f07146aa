//! Measures in the profile of its build, and writes the results as JSON.
//!
//! The command of this package builds and runs this program.

use clap::Parser;
use rfc1738_benchmarks::measurement::Measurement;

#[derive(Parser)]
struct Arguments {
    /// The number of rounds for each parser
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,
}

fn main() -> serde_json::Result<()> {
    let rounds = Arguments::parse().rounds;
    let measurement = Measurement::take(rounds.into());
    serde_json::to_writer(std::io::stdout(), &measurement)
}
