//! Runs the built command, away from what the environment says about colours.

#![allow(dead_code, reason = "each test file uses a part of it")]

use std::fs;
use std::path::PathBuf;
use std::process::{Child, Stdio};

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

/// The variables that decide about colours.
const VARIABLES: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"];

/// The command with these arguments.
pub(crate) fn rfc1738(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("rfc1738"));
    for name in &VARIABLES {
        command.env_remove(name);
    }
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.args(arguments);
    command
}

/// The command, running, with pipes on all its streams.
pub(crate) fn running(arguments: &[&str]) -> Child {
    let mut command = std::process::Command::new(cargo_bin!("rfc1738"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// A file in the directory that the command runs in. Each test takes names of its own.
pub(crate) fn file(name: &str, octets: impl AsRef<[u8]>) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, octets).expect("the file is written");
    path
}
