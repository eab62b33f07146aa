//! `rfc1738 conformance report`: what a run wrote, in other formats.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::command::{file, rfc1738, stdout, typed};
use crate::conformance_run::at_once;

const FORMATS: [&str; 6] = ["human", "json", "junit", "html", "github", "sarif"];

/// A recogniser that accepts the empty text and 9 at most once, and that crashes on 77.
const FAULTY: &str = at_once!(
    "case $text in 77) exit 3 ;; *9*9* | *[!0-9]*) echo reject 0 ;; *) echo accept ;; esac"
);

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Runs a recogniser, and returns the reports in all formats and the exit status. The file of the report
/// in JSON has the name.
fn reports_of_run(name: &str, arguments: &[&str], script: &str) -> (Vec<String>, Option<i32>) {
    let path = |format: &str| match format {
        "json" => name.to_owned(),
        format => format!("{name}.{format}"),
    };
    let mut command = rfc1738(&["conformance", "run"]);
    command.current_dir(folder()).args(arguments);
    for format in FORMATS {
        command.arg(format!("--report={format}={}", path(format)));
    }
    let output = command.args(["--", "sh", "-c", script]).output();
    let reports = FORMATS.map(|format| {
        let report = fs::read_to_string(folder().join(path(format)));
        report.expect("the report was written")
    });
    (reports.into(), output.expect("it runs").status.code())
}

/// Returns standard output and the exit status of `conformance report`.
fn report(arguments: &[&str]) -> (String, Option<i32>) {
    let mut command = rfc1738(&["conformance", "report"]);
    let output = command.current_dir(folder()).args(arguments).output();
    let output = output.expect("it runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    (text, output.status.code())
}

/// Returns the one error.
fn refusal(arguments: &[&str]) -> String {
    let mut command = rfc1738(&["conformance", "report"]);
    let run = command
        .current_dir(folder())
        .args(arguments)
        .assert()
        .code(2);
    let error = String::from_utf8(run.get_output().stderr.clone());
    error.expect("UTF-8")
}

#[track_caller]
fn assert_same(name: &str, arguments: &[&str], again: &[&str], script: &str, expected: i32) {
    let (reports, code) = reports_of_run(name, arguments, script);
    assert_eq!(code, Some(expected));
    for (format, of_run) in FORMATS.into_iter().zip(reports) {
        let (later, code) = report(&[again, &["--report", format, name]].concat());
        assert_eq!(later, of_run, "{format}");
        assert_eq!(code, Some(expected), "{format}");
    }
}

#[test]
fn reports_written_later_are_those_of_the_run() {
    let baseline = file(
        "report.toml",
        "[[cause]]\nid = \"port\"\nreason = \"as in RFC 3986\"\n",
    );
    let baseline = baseline.to_str().expect("UTF-8");
    let arguments = ["--rule", "port", "--restart", "--baseline", baseline];
    assert_same("saved.json", &arguments, &[], FAULTY, 1);
}

#[test]
fn a_run_that_broke_down_is_reported_later() {
    assert_same(
        "broken.json",
        &["--rule", "port"],
        &[],
        "read a; echo accept",
        2,
    );
}

#[test]
fn a_run_without_a_search_is_reported_later() {
    let arguments = ["--rule", "port", "--no-causes", "--restart", "--most", "3"];
    assert_same("counted.json", &arguments, &[], FAULTY, 1);
}

#[test]
fn a_run_on_another_grammar_needs_that_grammar_again() {
    let grammar = file("report.bnf", "port = 1*digit\ndigit = \"7\" | \"9\"\n");
    let grammar = grammar.to_str().expect("UTF-8");
    let own = ["--grammar", grammar];
    let empty = "LC_ALL=C sed -u -E -e 's/^[79]*$/accept/' -e t -e 's/.*/reject/'";
    assert_same("own.json", &own, &own, empty, 1);
    let error = refusal(&["own.json"]);
    assert_eq!(
        error,
        format!(
            "error: own.json: the run is about the grammar {grammar}; name it with --grammar\n"
        )
    );
    let other = file("other.bnf", "host = \"h\"\n");
    let error = refusal(&["--grammar", other.to_str().expect("UTF-8"), "own.json"]);
    assert!(error.contains("there is no production `port`"), "{error}");
}

#[test]
fn a_comparison_of_two_programs_is_reported_later() {
    let mut command = typed("conformance run --rule port --report=json=two.json");
    command.args(["--questions", "500", "--against", "sed -u s/.*/reject/"]);
    command.args(["--", "sh", "-c", FAULTY]);
    let run = command.current_dir(folder()).assert().code(1);
    let shown = stdout(&run);
    assert_eq!(report(&["two.json"]), (shown, Some(1)));
    let written = fs::read_to_string(folder().join("two.json")).expect("it was written");
    assert_eq!(
        report(&["--report", "json", "two.json"]),
        (written, Some(1))
    );
    let error = refusal(&["--report", "html", "two.json"]);
    assert_eq!(
        error,
        "error: a run with --against has the reports human and json\n"
    );
}

#[test]
fn what_is_no_report_of_a_run_is_refused() {
    let this =
        "no report of `conformance run --report json` of this version; run the program again";
    for (content, reason) in [
        (
            "{\"rule\":\"port\"",
            "not a report of `conformance run --report json`: EOF while parsing an object at line 1 \
             column 14",
        ),
        ("{\"rule\":\"port\"}", this),
        ("{\"saved\":null}", this),
    ] {
        let file = file("no-report.json", content);
        let name = file.to_str().expect("UTF-8");
        assert_eq!(refusal(&[name]), format!("error: {name}: {reason}\n"));
    }
}

#[test]
fn offsets_outside_their_texts_are_refused() {
    reports_of_run("sound.json", &["--rule", "port", "--restart"], FAULTY);
    let text = fs::read_to_string(folder().join("sound.json")).expect("it was written");
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
        let file = file("unsound.json", changed.to_string());
        let error = refusal(&[file.to_str().expect("UTF-8")]);
        assert!(error.contains("of this version"), "{pointer}: {error}");
    }
}

#[test]
fn a_report_does_not_replace_the_run() {
    let file = file("kept.json", "{}");
    let name = file.to_str().expect("UTF-8");
    reports_of_run(name, &["--rule", "digits"], "yes accept | head -1000");
    let error = refusal(&["--report", &format!("html={name}"), name]);
    assert!(
        error.contains("would replace the file of the run"),
        "{error}"
    );
    assert!(Path::new(name).exists());
}
