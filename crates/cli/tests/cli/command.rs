//! Starts the built command without the environment variables that decide about colours.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
#[cfg(target_os = "linux")]
use std::process::Output;
use std::process::{Child, Stdio};
use std::sync::Mutex;
use std::thread::{self, ThreadId};

use assert_cmd::Command;
use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// The environment variables that decide about colours.
pub(crate) const COLOUR_VARIABLES: [&str; 4] = ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "CI"];

/// The thread, and thus the test, that wrote each file.
static WRITERS: Mutex<BTreeMap<String, ThreadId>> = Mutex::new(BTreeMap::new());

/// Returns the command with `arguments`. It runs in the folder that [`file`] writes to.
pub(crate) fn rfc1738(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin!("rfc1738"));
    for name in &COLOUR_VARIABLES {
        command.env_remove(name);
    }
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.args(arguments);
    command
}

/// Splits a line at spaces outside of apostrophes.
pub(crate) fn words(line: &str) -> Vec<&str> {
    let parts = line.split('\'').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split(' ').filter(|word| !word.is_empty()).collect(),
        _ => vec![part],
    });
    words.collect()
}

/// Returns the command with the arguments of `line`, which spaces separate outside of apostrophes.
pub(crate) fn typed(line: &str) -> Command {
    rfc1738(&words(line))
}

/// Runs the command with the arguments of `line`, and checks its exit status.
pub(crate) fn exits(line: &str, code: i32) -> Assert {
    typed(line).assert().code(code)
}

/// Does the same with `input` on standard input.
pub(crate) fn given(input: impl Into<Vec<u8>>, line: &str, code: i32) -> Assert {
    typed(line).write_stdin(input).assert().code(code)
}

/// Returns the standard output of a run.
pub(crate) fn stdout(run: &Assert) -> String {
    String::from_utf8(run.get_output().stdout.clone()).expect("the output is UTF-8")
}

/// Returns the standard error of a run.
pub(crate) fn stderr(run: &Assert) -> String {
    String::from_utf8(run.get_output().stderr.clone()).expect("the errors are UTF-8")
}

/// Returns the standard output and the standard error of a run.
pub(crate) fn outputs(run: &Assert) -> [String; 2] {
    [stdout(run), stderr(run)]
}

/// Returns the JSON object on each line of the standard output.
pub(crate) fn objects(run: &Assert) -> Vec<Value> {
    let lines = stdout(run);
    let objects = lines.lines().map(serde_json::from_str);
    objects
        .collect::<Result<_, _>>()
        .expect("each line is JSON")
}

/// Returns the JSON object on the standard output of a run.
pub(crate) fn object(run: &Assert) -> Value {
    serde_json::from_slice(&run.get_output().stdout).expect("the output is JSON")
}

/// Starts the command with pipes on all its streams.
pub(crate) fn running(arguments: &[&str]) -> Child {
    let mut command = std::process::Command::new(cargo_bin!("rfc1738"));
    command
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command.spawn().expect("the command starts")
}

/// Runs the script, in which `"$0" "$@"` is the command with the arguments of `line`.
#[cfg(target_os = "linux")]
pub(crate) fn run_in_shell(script: &str, line: &str) -> Output {
    std::process::Command::new("sh")
        .arg("-c")
        .arg(script)
        .arg(cargo_bin!("rfc1738"))
        .args(words(line))
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the shell runs")
}

/// Writes a file to the folder that the command runs in.
///
/// Tests run at the same time, so no two of them may write a file of the same name.
pub(crate) fn file(name: &str, octets: impl AsRef<[u8]>) -> PathBuf {
    let writer = *WRITERS
        .lock()
        .expect("no other test failed here")
        .entry(name.to_owned())
        .or_insert_with(|| thread::current().id());
    assert_eq!(
        writer,
        thread::current().id(),
        "another test writes {name} too"
    );
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, octets).expect("the file is written");
    path
}
