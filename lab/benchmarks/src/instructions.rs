//! Counts instructions, which do not depend on what else the machine does.
//!
//! The program `passes` runs under callgrind of valgrind.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::figures::{Measured, Unmeasured};
use crate::measurement::Measurement;
use crate::programs::{self, Profile};
use crate::timing::Series;
use crate::versions;

/// The program that counts.
pub const VALGRIND: &str = "valgrind";

/// A pattern for the name of the function in which callgrind counts. callgrind 3.19 matches no pattern that
/// ends in `*`.
const FUNCTION: &str = "*counted_pass";

/// A pass over a corpus, which callgrind counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pass {
    /// Its number. The first pass has the number 1.
    pub number: usize,
    /// The number of units, such as URLs.
    pub units: usize,
}

/// Returns the instructions per unit in the release profile.
///
/// # Errors
///
/// Fails if the program cannot be built, or if valgrind fails.
pub fn measure() -> Result<Measured<Measurement>> {
    if versions::of_tool(VALGRIND).is_none() {
        return Ok(Err(Unmeasured::Missing {
            tool: VALGRIND,
            install: "apt-get install valgrind",
        }));
    }
    let program = programs::build(Profile::Release, "passes")?;
    let folder = tempfile::tempdir().context("there is no place for the counts")?;
    let file = folder.path().join("counts");
    let option = |name: &str, value: &str| format!("--{name}={value}");
    let mut command = Command::new(VALGRIND);
    command
        .args(["--quiet", "--tool=callgrind"])
        .arg(option("toggle-collect", FUNCTION))
        .arg(option("dump-after", FUNCTION))
        .arg(option("callgrind-out-file", &file.display().to_string()))
        .arg(program);
    let passes: Measurement<Pass> = programs::output(&mut command)?;
    let counts = counts(&file, last(&passes))?;
    Ok(Ok(
        passes.map(|pass| per_unit(counts[pass.number - 1], pass.units))
    ))
}

/// Returns the number of passes.
fn last(passes: &Measurement<Pass>) -> usize {
    let mut last = 0;
    passes.clone().map(|pass| last = last.max(pass.number));
    last
}

#[allow(clippy::cast_precision_loss, reason = "counts are far below 2^52")]
fn per_unit(count: u64, units: usize) -> Series {
    Series::from(vec![count as f64 / units as f64])
}

/// Reads the count of each pass. callgrind appends the number of the pass to the name of the file.
fn counts(file: &Path, passes: usize) -> Result<Vec<u64>> {
    let counts = (1..=passes).map(|number| {
        let file = file.with_extension(number.to_string());
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("callgrind wrote no count for pass {number}"))?;
        total(&text).with_context(|| format!("callgrind wrote no total for pass {number}"))
    });
    counts.collect()
}

/// Returns the instructions in one output of callgrind.
fn total(output: &str) -> Option<u64> {
    let field = |name: &str| output.lines().find_map(|line| line.strip_prefix(name));
    // `Ir` are instructions. Other events follow it.
    field("events: ")?.starts_with("Ir").then_some(())?;
    field("totals: ")?.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_total_of_an_output_is_its_first_event() {
        let output = "# callgrind format\nevents: Ir Dr\nfn=(1) a\n3 41 1\n\ntotals: 42 1\n";
        assert_eq!(total(output), Some(42));
    }

    #[test]
    fn an_output_without_instructions_has_no_total() {
        assert_eq!(total("events: Dr\ntotals: 42\n"), None);
        assert_eq!(total("events: Ir\n"), None);
    }

    #[test]
    fn every_pass_needs_a_count() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("counts");
        std::fs::write(folder.path().join("counts.1"), "events: Ir\ntotals: 7\n").unwrap();
        assert_eq!(counts(&file, 1).unwrap(), [7]);
        assert_eq!(
            counts(&file, 2).unwrap_err().to_string(),
            "callgrind wrote no count for pass 2"
        );
    }
}
