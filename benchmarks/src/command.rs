//! `rfc1738 check` on a long file, compared with `is_valid` on the same lines in memory.

use std::fs::File;
use std::hint::black_box;
use std::io::{BufWriter, Write};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use rfc1738::{Rule, is_valid};

use crate::cargo;
use crate::corpus::Corpus;
use crate::timing::Series;

/// The number of lines.
pub const LINES: usize = 5_000_000;

/// The number of measurements of each.
const ROUNDS: usize = 5;

/// Returns the ratio of the time of the command to that of one core for the lines in memory.
///
/// # Errors
///
/// Fails if the command cannot be built or fails, or if the file cannot be written.
pub fn measure() -> Result<f64> {
    let arguments = ["--release", "--bin", "rfc1738"];
    let program = cargo::build_program(&cargo::library_manifest(), &arguments)?;
    let file = tempfile::NamedTempFile::new().context("there is no place for a file")?;
    let corpus = Corpus::logs();
    write(file.as_file(), &corpus).context("the file cannot be written")?;
    let text = std::fs::read_to_string(file.path()).context("the file cannot be read")?;
    let lines: Vec<&str> = text.lines().collect();

    let (mut command, mut memory) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let status = Command::new(&program)
            .arg("check")
            .arg(file.path())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .context("`rfc1738 check` does not run")?;
        command.push(start.elapsed().as_secs_f64());
        ensure!(status.success(), "`rfc1738 check` failed: {status}");

        let start = Instant::now();
        let valid = lines
            .iter()
            .filter(|line| is_valid(Rule::Url, black_box(line)));
        ensure!(valid.count() == LINES, "a line is not valid");
        memory.push(start.elapsed().as_secs_f64());
    }
    Ok(Series::from(command).ratio(&Series::from(memory)))
}

fn write(file: &File, corpus: &Corpus) -> std::io::Result<()> {
    let mut file = BufWriter::new(file);
    for line in corpus.urls.iter().cycle().take(LINES) {
        writeln!(file, "{line}")?;
    }
    file.flush()
}
