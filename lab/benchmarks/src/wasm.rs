//! The library as a WebAssembly module in node.

use std::hint::black_box;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::cargo;
use crate::corpus::Corpus;
use crate::figures::{Measured, Unmeasured};
use crate::peers::{self, IS_VALID, TREE, URL};
use crate::programs::{self, Profile};
use crate::timing::{Contender, Series, interleaved};
use crate::versions;

/// The program that runs the module.
pub const NODE: &str = "node";

/// The target of the module.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The exports of the module, and the peers that do the same natively.
pub const FUNCTIONS: [(&str, &str); 3] = [("is_valid", IS_VALID), ("url", URL), ("parse", TREE)];

/// The times of one function on one corpus, in nanoseconds per URL.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Wasm {
    /// The name of the corpus.
    pub corpus: String,
    /// The name of the peer.
    pub peer: String,
    /// The times of the module in node.
    pub node: Series,
    /// The times of the peer in the same rounds.
    pub native: Series,
}

/// Builds the module and measures it in `rounds` rounds, in the release profile.
///
/// # Errors
///
/// Fails if the module cannot be built, or if node fails.
pub fn measure(rounds: u16) -> Result<Measured<Vec<Wasm>>> {
    if let Err(missing) = tools()? {
        return Ok(Err(missing));
    }
    let module = build()?.display().to_string();
    let arguments = ["--rounds", &rounds.to_string(), "--module", &module];
    Ok(Ok(programs::run(Profile::Release, "node", &arguments)?))
}

/// Measures the functions of a module in node and natively, in turns.
///
/// # Errors
///
/// Fails if node fails.
///
/// # Panics
///
/// Panics if `rounds` is zero.
pub fn in_turns(module: &Path, rounds: u16) -> Result<Vec<Wasm>> {
    let peers = peers::all();
    let mut results = Vec::new();
    for corpus in Corpus::all() {
        let contenders: Vec<Contender> = FUNCTIONS
            .iter()
            .map(|(_, name)| {
                let peer = peers.iter().find(|peer| peer.name == *name);
                let peer = peer.expect("the peer exists");
                let urls = &corpus.urls;
                Contender::new(urls.len(), move || {
                    black_box(peer.accepted(urls));
                })
            })
            .collect();
        let mut node = Node::start(module, &corpus.urls)?;
        let mut times = vec![(Vec::new(), Vec::new()); FUNCTIONS.len()];
        for _ in 0..rounds {
            let turns = node.turn()?;
            let native = interleaved(1, &contenders);
            for ((times, node), native) in times.iter_mut().zip(turns).zip(native) {
                times.0.push(node);
                times.1.push(native.median());
            }
        }
        node.stop()?;
        let times = times.into_iter().zip(FUNCTIONS);
        results.extend(times.map(|((node, native), (_, peer))| Wasm {
            corpus: corpus.name.to_owned(),
            peer: peer.to_owned(),
            node: Series::from(node),
            native: Series::from(native),
        }));
    }
    Ok(results)
}

/// The first input of `wasm/measure.mjs`.
#[derive(Serialize)]
struct Task<'u> {
    functions: [&'static str; FUNCTIONS.len()],
    urls: &'u [String],
}

/// A running `wasm/measure.mjs`.
struct Node {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Node {
    /// Starts node, and waits until it has optimized the module.
    fn start(module: &Path, urls: &[String]) -> Result<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("wasm/measure.mjs");
        let mut command = Command::new(NODE);
        command.arg(script).arg(module);
        let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = pipes.spawn().context("node does not run")?;
        let input = process.stdin.take().context("node has no input")?;
        let output = process.stdout.take().context("node has no output")?;
        let output = BufReader::new(output).lines();
        let mut node = Self {
            process,
            input,
            output,
        };
        let functions = FUNCTIONS.map(|(export, _)| export);
        let loaded: usize = node.ask(&Task { functions, urls })?;
        ensure!(loaded == urls.len(), "node has {loaded} URLs");
        Ok(node)
    }

    /// Returns the nanoseconds per URL of each function.
    fn turn(&mut self) -> Result<[f64; FUNCTIONS.len()]> {
        self.ask(&"turn")
    }

    /// Writes a line and reads the answer.
    fn ask<A: DeserializeOwned>(&mut self, question: &impl Serialize) -> Result<A> {
        let question = serde_json::to_string(question)?;
        writeln!(self.input, "{question}").context("node stopped")?;
        let answer = self.output.next().context("node stopped")?;
        let answer = answer.context("node wrote no text")?;
        serde_json::from_str(&answer).with_context(|| format!("node wrote {answer}"))
    }

    fn stop(self) -> Result<()> {
        let Self {
            mut process, input, ..
        } = self;
        drop(input);
        let status = process.wait().context("node does not stop")?;
        ensure!(status.success(), "node failed: {status}");
        Ok(())
    }
}

/// Checks that node and the standard library for the target are installed.
fn tools() -> Result<Measured<()>> {
    let missing = |tool, install| Ok(Err(Unmeasured::Missing { tool, install }));
    if versions::of_tool(NODE).is_none() {
        return missing(NODE, "apt-get install nodejs");
    }
    target()
}

/// Checks that the standard library for the target is installed.
///
/// # Errors
///
/// Fails if rustc does not run.
pub fn target() -> Result<Measured<()>> {
    let mut rustc = Command::new("rustc");
    let rustc = rustc.args(["--print", "target-libdir", "--target", TARGET]);
    let output = rustc.output().context("rustc does not run")?;
    let libraries = String::from_utf8_lossy(&output.stdout);
    if !Path::new(libraries.trim()).is_dir() {
        let install = "rustup target add wasm32-unknown-unknown";
        return Ok(Err(Unmeasured::Missing {
            tool: TARGET,
            install,
        }));
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
