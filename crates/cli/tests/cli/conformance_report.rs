//! `rfc1738 conformance report`: what a run wrote, in other formats.

use std::fs;
use std::path::PathBuf;

use assert_cmd::assert::Assert;
use serde_json::{Value, json};

use crate::command::{exits, file, stderr, stdout, typed};
use crate::conformance_run::at_once;

const FORMATS: [&str; 6] = ["human", "json", "junit", "html", "github", "sarif"];

/// A parser that accepts the empty text and 9 at most once, and that crashes on 77.
const FAULTY: &str = at_once!(
    "case $text in 77) exit 3 ;; *9*9* | *[!0-9]*) echo reject 0 ;; *) echo accept ;; esac"
);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Runs a parser, and returns the reports in all formats and the exit status. The file of the report
/// in JSON has the name.
fn reports_of_run(name: &str, line: &str, script: &str, code: i32) -> [String; 6] {
    let path = |format: &str| match format {
        "json" => name.to_owned(),
        format => format!("{name}.{format}"),
    };
    let mut command = typed(&format!("conformance run {line}"));
    for format in FORMATS {
        command.arg(format!("--report={format}={}", path(format)));
    }
    command.args(["--", "sh", "-c", script]).assert().code(code);
    FORMATS.map(|format| {
        let report = fs::read_to_string(folder().join(path(format)));
        report.expect("the report was written")
    })
}

/// Runs `conformance report`.
fn report(line: &str, code: i32) -> Assert {
    exits(&format!("conformance report {line}"), code)
}

/// Asserts that a run and `again` write the same reports.
#[track_caller]
fn assert_same(name: &str, line: &str, again: &str, script: &str, code: i32) {
    let reports = reports_of_run(name, line, script, code);
    for (format, of_run) in FORMATS.into_iter().zip(reports) {
        report(&format!("{again} --report {format} {name}"), code).stdout(of_run);
    }
}

#[test]
fn reports_written_later_are_those_of_the_run() {
    file(
        "report.toml",
        "[[cause]]\nid = \"port\"\nreason = \"as in RFC 3986\"\n",
    );
    let line = "--rule port --restart --baseline report.toml";
    assert_same("saved.json", line, "", FAULTY, 1);
}

#[test]
fn a_run_that_broke_down_is_reported_later() {
    assert_same("broken.json", "--rule port", "", "read a; echo accept", 2);
}

#[test]
fn a_run_without_a_search_is_reported_later() {
    let line = "--rule port --no-causes --restart --most 3";
    assert_same("counted.json", line, "", FAULTY, 1);
}

#[test]
fn a_run_on_another_grammar_needs_that_grammar_again() {
    file("report.bnf", "port = 1*digit\ndigit = \"7\" | \"9\"\n");
    let own = "--grammar report.bnf";
    let empty = "LC_ALL=C sed -u -E -e 's/^[79]*$/accept/' -e t -e 's/.*/reject/'";
    assert_same("own.json", own, own, empty, 1);
    report("own.json", 2).stderr(
        "error: own.json: the run is about the grammar report.bnf; name it with --grammar\n",
    );
    file("other.bnf", "host = \"h\"\n");
    let error = stderr(&report("--grammar other.bnf own.json", 2));
    assert!(error.contains("there is no production `port`"), "{error}");
}

#[test]
fn a_comparison_of_two_programs_is_reported_later() {
    let line = "conformance run --rule port --report=json=two.json --questions 500 \
                --against 'sed -u s/.*/reject/' -- sh -c";
    let run = typed(line).arg(FAULTY).assert().code(1);
    report("two.json", 1).stdout(stdout(&run));
    let written = fs::read_to_string(folder().join("two.json")).expect("it was written");
    report("--report json two.json", 1).stdout(written);
    report("--report html two.json", 2)
        .stderr("error: a run with --against has the reports human and json\n");
}

#[test]
fn offsets_outside_their_texts_are_refused() {
    let [_, text, ..] = reports_of_run("sound.json", "--rule port --restart", FAULTY, 1);
    let sound: Value = serde_json::from_str(&text).expect("JSON");
    for (pointer, value) in [
        ("/saved/form", json!(0)),
        ("/saved/explanation/causes/0/cause/offset", json!(100)),
        ("/saved/explanation/causes/0/cause/span/start", json!(100)),
        ("/saved/explanation/causes/0/cause/span/end", json!(100)),
        ("/saved/tally/counts/0/1/offsets_equal", json!(1_000_000)),
        ("/saved/tally/counts/0/1/true_accepts", json!(u64::MAX)),
    ] {
        let mut changed = sound.clone();
        *changed.pointer_mut(pointer).expect(pointer) = value;
        file("unsound.json", changed.to_string());
        let error = stderr(&report("unsound.json", 2));
        assert!(error.contains("of this version"), "{pointer}: {error}");
    }
}
