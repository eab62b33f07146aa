//! `rfc1738 conformance export --by-productions`.

use crate::command::{exits, file, given, objects, rfc1738, stderr, stdout};
use serde_json::Value;

/// Returns standard output of the command, which writes nothing to standard error.
fn exported(line: &str) -> String {
    stdout(&exits(&format!("conformance export --by-productions {line}"), 0).stderr(""))
}

#[test]
fn a_suite_by_productions_has_the_verdicts_of_check() {
    let texts = exported("--rule hostport --format txt");
    let checked = objects(&given(texts, "check --rule hostport --format json", 1));
    let suite = objects(&exits(
        "conformance export --by-productions --rule hostport",
        0,
    ));
    let verdict = |record: &Value| record["ok"].clone();
    assert!(suite.iter().map(verdict).eq(checked.iter().map(verdict)));
    assert!(suite.len() < 2_000);
}

#[test]
fn a_production_that_recurses_needs_no_depth() {
    file("by-productions-pair.abnf", "pair = \"(\" [ pair ] \")\"\n");
    let line = "--grammar by-productions-pair.abnf --format txt";
    let suite = exported(line);
    assert!(suite.lines().any(|line| line == "((()))"), "{suite}");
    assert_eq!(suite, exported(line));
}

#[test]
fn it_goes_without_a_depth_and_without_other_choices() {
    for option in ["--depth=0", "--quick", "--keep-apart"] {
        let line = format!("conformance export --by-productions {option}");
        let shown = stderr(&exits(&line, 2));
        assert!(shown.contains("cannot be used with"), "{shown}");
    }
}

#[cfg(unix)]
#[test]
fn a_run_finds_a_fault_and_agreement_proves_nothing() {
    let run = |pattern: &str, status| {
        let program = [
            "sed",
            "-u",
            "-E",
            "-e",
            pattern,
            "-e",
            "t",
            "-e",
            "s/.*/reject/",
        ];
        let arguments = [
            "conformance",
            "run",
            "--by-productions",
            "--rule",
            "port",
            "--",
        ];
        let run = rfc1738(&arguments).args(program).assert().code(status);
        stdout(&run)
    };
    assert!(run("s/^[0-8]+$/accept/", 1).contains("digit: rejects `9`"));
    let agrees = run("s/^[0-9]+$/accept/", 0);
    assert!(agrees.contains("the suite is not complete"), "{agrees}");
}
