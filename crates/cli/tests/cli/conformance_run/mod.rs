//! `rfc1738 conformance run`, with parsers written with POSIX tools.

mod baselines;
mod causes;
mod parts;
mod processes;
mod reports;
mod time;

use std::fs;
use std::path::Path;

use crate::command::{file, object, objects, typed};
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;

/// Returns a parser that answers each line by a script over `$text` before it reads the next. The run
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

/// A correct parser for `port`.
const PORT: &str = at_once!(
    "digits=${text%%[!0-9]*}
    if test -n \"$text\" && test \"$digits\" = \"$text\"; then echo accept; else echo reject ${#digits}; fi"
);

/// A parser for `port` that also accepts the empty text.
const EMPTY: &str = "LC_ALL=C sed -u -E -e 's/^[0-9]*$/accept/' -e t -e 's/.*/reject/'";

/// The library as a parser: runs the command `$0` on the production `$1`.
const LIBRARY: &str = r#""$0" check --format json --rule "$1" 2>&1 |
    sed 's/.*"ok":true.*/accept/; s/.*"ok":false,"error":{"offset":\([0-9]*\),.*/reject \1/'"#;

/// Returns `conformance run` with the arguments of a line and a shell script as the parser.
fn with_script(line: &str, script: &str) -> Command {
    let mut command = typed(&format!("conformance run {line}"));
    command.args(["--", "sh", "-c", script]);
    command.arg(cargo_bin!("rfc1738"));
    command
}

/// Runs it, and checks its exit status.
fn run_and_search(line: &str, script: &str, code: i32) -> Assert {
    with_script(line, script).assert().code(code)
}

/// Does the same without a search for causes.
fn run(line: &str, script: &str, code: i32) -> Assert {
    run_and_search(&format!("--no-causes {line}"), script, code)
}

/// Does the same with the library as the parser, between two scripts that spoil it.
fn run_spoilt(line: &str, rule: &str, before: &str, after: &str, code: i32) -> Assert {
    let script = format!("{before} | {LIBRARY} | {after}");
    let mut command = with_script(&format!("--no-causes --rule {rule} {line}"), &script);
    command.arg(rule).assert().code(code)
}

/// Returns the beginning of a script that runs `then` at every start but the first two. So a parser
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

/// Returns the beginning of a script that runs `then` at the start with this number.
fn at_start(start: usize, name: &str, then: &str) -> String {
    let others = after_starts(0, name, "");
    others.replace(" -gt 0; then ", &format!(" -eq {start}; then {then}"))
}

/// Returns the reports of one run. It writes each to a file in the folder that the command runs in, whose name
/// begins with `name` and ends with the format. `run` runs the command with these options.
fn reports<const N: usize>(
    name: &str,
    formats: [&str; N],
    run: impl FnOnce(&str) -> Assert,
) -> [String; N] {
    let files = formats.map(|format| file(&format!("{name}.{format}"), ""));
    let options = formats.map(|format| format!("--report={format}={name}.{format}"));
    let run = run(&options.join(" "));
    if run.get_output().status.code() < Some(2) {
        run.stderr("");
    }
    files.map(|path| fs::read_to_string(path).expect("UTF-8"))
}

/// Returns the cases of a suite as `conformance export` writes them.
fn cases(rule: &str) -> Vec<Value> {
    objects(&typed(&format!("conformance export --rule {rule}")).assert())
}

/// Returns the number of the first case that fulfils the condition, counted from 1.
fn number(cases: &[Value], holds: impl Fn(&str) -> bool) -> usize {
    let place = cases
        .iter()
        .position(|case| holds(case["input"].as_str().expect("a text")));
    place.expect("a case fulfils the condition") + 1
}

/// Returns the JSON on standard output, which is in printable ASCII.
fn record(run: &Assert) -> Value {
    let is_plain = |octet: &u8| matches!(octet, b' '..=b'~' | b'\n');
    assert!(run.get_output().stdout.iter().all(is_plain), "{run}");
    object(run)
}
