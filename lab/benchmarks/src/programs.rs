//! Builds the measuring programs and runs each in a process of its own.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use serde::de::DeserializeOwned;

use crate::cargo;

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

/// Builds a program of this package.
///
/// # Errors
///
/// Fails if the program cannot be built.
pub fn build(profile: Profile, program: &str) -> Result<PathBuf> {
    let arguments = ["--profile", profile.for_cargo(), "--bin", program];
    cargo::build_program(&cargo::own_manifest(), &arguments)
}

/// Builds a program of this package, runs it, and parses its JSON output.
///
/// # Errors
///
/// Fails if the program cannot be built, fails, or writes anything else.
pub fn run<T: DeserializeOwned>(profile: Profile, program: &str, arguments: &[&str]) -> Result<T> {
    let mut command = Command::new(build(profile, program)?);
    output(command.args(arguments).stdin(Stdio::null()))
}

/// Runs a command and parses its JSON output.
///
/// # Errors
///
/// Fails if the command does not run, fails, or writes anything else.
pub fn output<T: DeserializeOwned>(command: &mut Command) -> Result<T> {
    let name = command.get_program().display().to_string();
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| format!("`{name}` does not run"))?;
    ensure!(
        output.status.success(),
        "`{name}` failed: {}",
        output.status
    );
    serde_json::from_slice(&output.stdout)
        .with_context(|| format!("`{name}` wrote something that is no measurement"))
}
