//! Runs every function and peer once over each corpus, so that callgrind counts the instructions.
//!
//! The command of this package builds this program and runs it under callgrind, which counts in
//! [`counted_pass`] only and begins a new count after each call. Standard output is a measurement with the
//! numbers of the passes in the places of the costs.

use std::hint::black_box;

use rfc1738_benchmarks::instructions::Pass;
use rfc1738_benchmarks::measurement::Measurement;
use rfc1738_benchmarks::timing::Contender;

fn main() -> serde_json::Result<()> {
    let mut passes = 0;
    let measurement = Measurement::take(&mut |contenders| {
        let passes = contenders.iter().map(|contender| {
            // The first run makes what a parser keeps for the next ones, such as a lazy automaton.
            (contender.work)();
            counted_pass(contender);
            passes += 1;
            Pass {
                number: passes,
                units: contender.units,
            }
        });
        passes.collect()
    });
    serde_json::to_writer(std::io::stdout(), &measurement)
}

/// Runs the work. callgrind finds this function by its name.
#[inline(never)]
fn counted_pass(contender: &Contender) {
    (contender.work)();
    // A tail call would leave this function before the work.
    black_box(contender);
}
