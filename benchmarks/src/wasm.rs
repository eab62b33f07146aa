//! The library as a WebAssembly module in node.

use std::collections::BTreeMap;
use std::io::{Seek, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use crate::cargo;
use crate::corpus::Corpus;
use crate::peers::{IS_VALID, TREE, URL};
use crate::programs;
use crate::timing::Series;
use crate::unmeasured::{Measured, Unmeasured};
use crate::versions;

/// The program that runs the module.
pub const NODE: &str = "node";

const TARGET: &str = "wasm32-unknown-unknown";

/// The exports of the module, and the peers that do the same natively.
pub const FUNCTIONS: [(&str, &str); 3] = [("is_valid", IS_VALID), ("url", URL), ("parse", TREE)];

/// The nanoseconds per URL in node, by corpus and export.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(transparent)]
pub struct Wasm(BTreeMap<String, BTreeMap<String, Series>>);

impl Wasm {
    /// Returns the times of an export on a corpus.
    ///
    /// # Panics
    ///
    /// Panics if they were not measured.
    #[must_use]
    pub fn times(&self, corpus: &str, export: &str) -> &Series {
        &self.0[corpus][export]
    }
}

/// The input of `wasm/measure.mjs`.
#[derive(Serialize)]
struct Input {
    rounds: u16,
    functions: [&'static str; FUNCTIONS.len()],
    corpora: BTreeMap<&'static str, Vec<String>>,
}

/// Builds the module and measures it in `rounds` rounds.
///
/// # Errors
///
/// Fails if the module cannot be built, or if node fails.
pub fn measure(rounds: u16) -> Result<Measured<Wasm>> {
    if let Err(missing) = tools()? {
        return Ok(Err(missing));
    }
    let module = build()?;
    let input = Input {
        rounds,
        functions: FUNCTIONS.map(|(export, _)| export),
        corpora: Corpus::all()
            .into_iter()
            .map(|corpus| (corpus.name, corpus.urls))
            .collect(),
    };
    let mut file = tempfile::tempfile().context("there is no place for the corpora")?;
    serde_json::to_writer(&mut file, &input).context("the corpora cannot be written")?;
    file.flush().and_then(|()| file.rewind())?;
    let mut command = Command::new(NODE);
    command.arg(directory().join("measure.mjs")).arg(module);
    Ok(Ok(programs::output(command.stdin(file))?))
}

fn directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm")
}

/// Checks that there is node and a standard library for the target.
fn tools() -> Result<Measured<()>> {
    let missing = |tool, install| Ok(Err(Unmeasured::Missing { tool, install }));
    if versions::of_tool(NODE).is_none() {
        return missing(NODE, "apt-get install nodejs");
    }
    let mut rustc = Command::new("rustc");
    let rustc = rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let output = rustc.output().context("rustc does not run")?;
    let libraries = String::from_utf8_lossy(&output.stdout);
    if !Path::new(libraries.trim()).is_dir() {
        return missing(TARGET, "rustup target add wasm32-unknown-unknown");
    }
    Ok(Ok(()))
}

/// Builds the module and returns its file.
fn build() -> Result<PathBuf> {
    let package = "rfc1738-wasm-benchmark";
    let arguments = ["--release", "--package", package, "--target", TARGET];
    let built = cargo::build(&cargo::own_manifest(), &arguments)?;
    let modules = built.into_iter().flat_map(|artifact| artifact.filenames);
    let mut modules = modules.filter(|file| file.extension().is_some_and(|end| end == "wasm"));
    let module = modules.next().context("cargo built no module")?;
    ensure!(modules.next().is_none(), "cargo built several modules");
    Ok(module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_found_by_corpus_and_export() {
        let wasm: Wasm = serde_json::from_str(r#"{"logs":{"url":[1.0,3.0,2.0]}}"#).unwrap();
        assert!((wasm.times("logs", "url").median() - 2.0).abs() < 1e-9);
    }
}
