//! Builds the measuring programs with cargo and runs each in a process of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;

/// A profile of cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// The default `release` profile.
    Release,
    /// `release` with `lto = "fat"` and one codegen unit.
    Lto,
}

impl Profile {
    /// Returns the name of the profile in the tables.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Lto => "LTO",
        }
    }

    fn for_cargo(self) -> &'static str {
        match self {
            Self::Release => "release",
            Self::Lto => "lto",
        }
    }
}

/// Returns the folder of this package.
#[must_use]
pub fn directory() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Builds a program of this package, runs it, and parses its JSON output.
///
/// # Errors
///
/// Fails if the program cannot be built, fails, or writes anything else.
pub fn run<T: DeserializeOwned>(profile: Profile, program: &str, arguments: &[&str]) -> Result<T> {
    let output = cargo("run")
        .arg(directory().join("Cargo.toml"))
        .args(["--profile", profile.for_cargo(), "--bin", program, "--"])
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .context("cargo does not run")?;
    ensure!(
        output.status.success(),
        "`{program}` failed: {}",
        output.status
    );
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("`{program}` wrote something that is no measurement"))
}

/// Builds the command `rfc1738` and returns the path of the program.
///
/// # Errors
///
/// Fails if the command cannot be built.
pub fn build_command() -> Result<PathBuf> {
    let workspace = directory().join("../Cargo.toml");
    let output = cargo("build")
        .arg(workspace)
        .args(["--release", "--bin", "rfc1738", "--message-format", "json"])
        .stderr(Stdio::inherit())
        .output()
        .context("cargo does not run")?;
    ensure!(
        output.status.success(),
        "`rfc1738` cannot be built: {}",
        output.status
    );
    let mut executables = output
        .stdout
        .split(|octet| *octet == b'\n')
        .filter_map(executable);
    executables.next_back().context("cargo names no program")
}

/// Returns the program that a message of cargo names.
fn executable(message: &[u8]) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_slice(message).ok()?;
    message.get("executable")?.as_str().map(PathBuf::from)
}

/// Returns a call of the running cargo, up to the path of a manifest.
fn cargo(task: &str) -> Command {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let mut command = Command::new(cargo);
    command.args([task, "--quiet", "--locked", "--manifest-path"]);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_program_is_taken_from_the_messages_that_name_one() {
        assert_eq!(
            executable(br#"{"executable":"/a/b"}"#),
            Some(PathBuf::from("/a/b"))
        );
        assert_eq!(executable(br#"{"executable":null}"#), None);
        assert_eq!(executable(b""), None);
    }
}
