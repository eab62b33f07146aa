//! The counts of the command `rfc1738`.

use std::io::BufWriter;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context as _, anyhow, ensure};
use serde_json::Value;

use crate::counts::Counts;
use crate::files::write_lines;

/// Counts the rows by `rfc1738 check --summary json`.
///
/// # Errors
///
/// Fails if the command cannot be run, or does not answer as it should.
pub fn count(rfc1738: &Path, rows: u64) -> anyhow::Result<Counts> {
    let mut check = Command::new(rfc1738)
        .args(["check", "--summary", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} cannot be started", rfc1738.display()))?;
    let input = check.stdin.take().context("it has an input")?;
    let writer = thread::spawn(move || write_lines(&mut BufWriter::new(input), rows));
    let output = check.wait_with_output()?;
    let written = writer.join();
    written.map_err(|_| anyhow!("the lines cannot be made"))??;
    // Status 1: some texts are invalid.
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "check: {}",
        output.status
    );
    let summary: Value = serde_json::from_slice(&output.stdout)?;
    let number = |value: &Value| value.as_u64().context("it is a number");
    let mut counts = Counts {
        valid: number(&summary["valid"])?,
        ..Counts::default()
    };
    for error in summary["invalid_by_error"]
        .as_array()
        .context("it is a list")?
    {
        let name = error["name"].as_str().context("it is a string")?;
        counts
            .errors
            .insert(name.to_owned(), number(&error["count"])?);
    }
    ensure!(
        number(&summary["texts"])? == counts.total(),
        "the counts have a sum"
    );
    Ok(counts)
}
