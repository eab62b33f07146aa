//! Runs cargo on sources that a test wrote.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs a subcommand of cargo in a folder, and fails with its output if cargo fails.
///
/// Cargo shares the target folder with this test's own build, so the packages of others are not built twice.
pub(crate) fn cargo(folder: &Path, subcommand: &str, arguments: &[&str]) {
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") || name == "CARGO_MANIFEST_DIR" {
            cargo.env_remove(name);
        }
    }
    cargo
        .current_dir(folder)
        .args([subcommand, "--quiet", "--offline"])
        .env("CARGO_TARGET_DIR", target())
        .env("CARGO_INCREMENTAL", "0")
        .env("INSTA_UPDATE", "no")
        .env("RUSTDOCFLAGS", "--deny warnings");
    // To optimise them takes longer than the tests do without.
    for package in ["rfc1738", "rfcbnf", "rfcbnf-engine"] {
        cargo.args([
            "--config",
            &format!("profile.dev.package.{package}.opt-level=0"),
        ]);
    }
    let output = output_of(cargo.args(arguments));
    let [out, error] = [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    assert!(output.status.success(), "cargo {subcommand}:\n{out}{error}");
}

/// Returns the target folder of this test's own build.
pub(crate) fn target() -> &'static Path {
    let parent = Path::new(env!("CARGO_TARGET_TMPDIR")).parent();
    parent.expect("it is in the target folder")
}

/// Returns a folder among the temporary ones of the build.
pub(crate) fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns the top of the repository.
pub(crate) fn project() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

pub(crate) fn output_of(command: &mut Command) -> Output {
    command.output().expect("the program can be started")
}
