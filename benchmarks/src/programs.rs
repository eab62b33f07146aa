//! The programs that measure, built and run by cargo, each in a process of its own.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;

/// A profile of cargo.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Profile {
    /// `release`, as it is without being changed.
    Release,
    /// The same with `lto = "fat"` and one unit of code generation.
    Lto,
}

impl Profile {
    /// What the profile is called in the tables.
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

/// The directory of this package.
#[must_use]
pub fn directory() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Builds a program of this package, runs it, and reads the JSON that it writes.
///
/// # Errors
///
/// Where it cannot be built, fails, or writes something else.
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
/// Where it cannot be built.
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

/// The program that a message of cargo names.
fn executable(message: &[u8]) -> Option<PathBuf> {
    let message: serde_json::Value = serde_json::from_slice(message).ok()?;
    message.get("executable")?.as_str().map(PathBuf::from)
}

/// A call of the cargo that runs this, up to the path of a manifest.
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
