//! `rfc1738 conformance run`, with recognisers written with POSIX tools.

mod against;
mod baselines;
mod breakdowns;
mod causes;
mod characters;
mod contradictions;
mod github;
mod jobs;
mod order;
mod processes;
mod quick;
mod reports;
mod restarts;
mod sarif;
mod several_reports;
mod time;
mod verdicts;

use std::fs;
use std::path::Path;

use crate::command::{file, rfc1738};
use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// Returns a recogniser that answers each line by a script over `$text` before it reads the next. The run
/// waits for one that reads or writes in blocks, as most tools do between pipes. A shell drops null characters, so
/// each control character and each octet beyond ASCII is a `y` for it.
macro_rules! at_once {
    ($script:literal) => {
        concat!(
            "LC_ALL=C sed -u 's/[^ -~]/y/g' | while IFS= read -r text; do ",
            $script,
            "; done"
        )
    };
}
pub(crate) use at_once;

/// A correct recogniser for `port`.
const PORT: &str = at_once!(
    "digits=${text%%[!0-9]*}
    if test -n \"$text\" && test \"$digits\" = \"$text\"; then echo accept; else echo reject ${#digits}; fi"
);

/// A recogniser for `port` that also accepts the empty text.
const EMPTY: &str = "LC_ALL=C sed -u -E -e 's/^[0-9]*$/accept/' -e t -e 's/.*/reject/'";

/// The library as a recogniser: runs the command `$0` on the production `$1`.
const LIBRARY: &str = r#""$0" check --format json --rule "$1" 2>&1 |
    sed 's/.*"ok":true.*/accept/; s/.*"ok":false,"error":{"offset":\([0-9]*\),.*/reject \1/'"#;

/// Returns `conformance run` without a search for causes, with these arguments and a shell script
/// as the recogniser.
fn run(arguments: &[&str], script: &str) -> Command {
    run_and_search(&[&["--no-causes"], arguments].concat(), script)
}

/// Returns the same with a search for causes.
fn run_and_search(arguments: &[&str], script: &str) -> Command {
    let mut command = rfc1738(&["conformance", "run"]);
    command.args(arguments).args(["--", "sh", "-c", script]);
    command.arg(cargo_bin!("rfc1738"));
    command
}

/// Returns the same with the library as the recogniser, between two scripts that spoil it.
fn run_spoilt(arguments: &[&str], rule: &str, before: &str, after: &str) -> Command {
    let script = format!("{before} | {LIBRARY} | {after}");
    let mut command = run(&[&["--rule", rule], arguments].concat(), &script);
    command.arg(rule);
    command
}

/// Returns the beginning of a script that runs `then` at every start but the first two. So a recogniser
/// answers the suite and the texts that are asked again, and fails in the search for causes. `name` is
/// that of a file.
fn later(name: &str, then: &str) -> String {
    after_starts(2, name, then)
}

/// Returns the beginning of a script that runs `then` at every start but the first ones.
fn after_starts(starts: usize, name: &str, then: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // An earlier run may have left it.
    let _ = fs::remove_file(&path);
    let path = path.display();
    format!("echo >>'{path}'; if test $(wc -l <'{path}') -gt {starts}; then {then}; fi")
}

/// Returns the reports of one run. It writes each to a file in the folder that the command runs in, whose name
/// begins with `name` and ends with the format. `run` makes the command of these arguments.
fn reports<const N: usize>(
    name: &str,
    formats: [&str; N],
    code: i32,
    run: impl FnOnce(&[&str]) -> Command,
) -> [String; N] {
    let files = formats.map(|format| file(&format!("{name}.{format}"), ""));
    let options = formats.map(|format| format!("--report={format}={name}.{format}"));
    let run = run(&options.each_ref().map(String::as_str))
        .assert()
        .code(code);
    if code < 2 {
        run.stderr("");
    }
    files.map(|path| fs::read_to_string(path).expect("UTF-8"))
}

/// Returns the cases of a suite as `conformance export` writes them.
fn cases(rule: &str) -> Vec<Value> {
    let export = rfc1738(&["conformance", "export", "--rule", rule]);
    let output = { export }.output().expect("the command runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// Returns the number of the first case that fulfils the condition, counted from 1.
fn number(cases: &[Value], holds: impl Fn(&str) -> bool) -> usize {
    let place = cases
        .iter()
        .position(|case| holds(case["input"].as_str().expect("a text")));
    place.expect("a case fulfils the condition") + 1
}

/// Returns the JSON on standard output.
fn record(command: &mut Command, code: i32) -> Value {
    let output = command.output().expect("the command runs");
    assert_eq!(output.status.code(), Some(code), "{output:?}");
    assert!(
        output
            .stdout
            .iter()
            .all(|octet| matches!(octet, b' '..=b'~' | b'\n')),
        "{output:?}"
    );
    serde_json::from_slice(&output.stdout).expect("an object")
}
