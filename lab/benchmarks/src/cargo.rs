//! Calls cargo and reads its messages.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// What cargo built for one target of a package.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Artifact {
    /// The target.
    pub target: Target,
    /// The files, such as a library.
    pub filenames: Vec<PathBuf>,
    /// The program, if the target is one.
    pub executable: Option<PathBuf>,
    /// Whether it was up to date, so that cargo built nothing.
    pub fresh: bool,
}

/// A library or program of a package.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Target {
    /// Its name. That of a library is the name in Rust, with `_`.
    pub name: String,
}

/// Returns the manifest of this package.
#[must_use]
pub fn own_manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")
}

/// Returns the manifest of the library.
#[must_use]
pub fn library_manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml")
}

/// Returns a call of the running cargo.
#[must_use]
pub fn call(task: &str, manifest: &Path) -> Command {
    let mut command = unlocked_call(task, manifest);
    command.arg("--locked");
    command
}

/// Returns a call of the running cargo that may change `Cargo.lock`.
#[must_use]
pub fn unlocked_call(task: &str, manifest: &Path) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args([task, "--quiet", "--manifest-path"]);
    command.arg(manifest).stdin(Stdio::null());
    command
}

/// Returns a call that builds in the default `release` profile or in the one that `arguments` name.
#[must_use]
pub fn build_call(manifest: &Path, arguments: &[&str]) -> Command {
    let mut command = call("build", manifest);
    command.args(arguments);
    command.args(["--message-format", "json-render-diagnostics"]);
    command
}

/// Builds, and returns all artifacts in the order of their completion.
///
/// # Errors
///
/// Fails if cargo does not run or fails.
pub fn build(manifest: &Path, arguments: &[&str]) -> Result<Vec<Artifact>> {
    let mut command = build_call(manifest, arguments);
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.context("cargo does not run")?;
    let built = arguments.join(" ");
    ensure!(
        output.status.success(),
        "`cargo build {built}` failed: {}",
        output.status
    );
    Ok(artifacts(&output.stdout))
}

/// Builds, and returns the last program.
///
/// # Errors
///
/// Fails if cargo fails, or builds no program.
pub fn build_program(manifest: &Path, arguments: &[&str]) -> Result<PathBuf> {
    let artifacts = build(manifest, arguments)?;
    let mut programs = artifacts.into_iter().filter_map(|built| built.executable);
    programs.next_back().context("cargo names no program")
}

/// Returns the artifacts that messages of cargo name.
#[must_use]
pub fn artifacts(messages: &[u8]) -> Vec<Artifact> {
    let lines = messages.split(|octet| *octet == b'\n');
    lines
        .filter_map(|line| serde_json::from_slice(line).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_messages_on_artifacts_name_some() {
        let messages = br#"{"reason":"compiler-artifact","target":{"name":"b"},"filenames":["/a/b"],"executable":"/a/b","fresh":true}
{"reason":"compiler-artifact","target":{"name":"c"},"filenames":["/a/c.rlib"],"executable":null,"fresh":false}
{"reason":"build-finished","success":true}
"#;
        let artifact = |name: &str, file: &str, fresh: bool| Artifact {
            target: Target {
                name: name.to_owned(),
            },
            filenames: vec![PathBuf::from(file)],
            executable: fresh.then(|| PathBuf::from(file)),
            fresh,
        };
        let expected = [
            artifact("b", "/a/b", true),
            artifact("c", "/a/c.rlib", false),
        ];
        assert_eq!(artifacts(messages), expected);
    }
}
