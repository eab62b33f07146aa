//! Measures a WebAssembly module in node beside the native functions, and writes the times as JSON.
//!
//! The command of this package builds and runs this program.

use std::path::PathBuf;

use anyhow::Result;
use clap::Parser;
use rfc1738_benchmarks::wasm;

#[derive(Parser)]
struct Arguments {
    /// The number of rounds for each function
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// The file of the module
    #[arg(long, value_name = "FILE")]
    module: PathBuf,
}

fn main() -> Result<()> {
    let arguments = Arguments::parse();
    let results = wasm::in_turns(&arguments.module, arguments.rounds)?;
    Ok(serde_json::to_writer(std::io::stdout(), &results)?)
}
