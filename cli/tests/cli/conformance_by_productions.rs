//! `rfc1738 conformance export --by-productions`.

use crate::command::{file, rfc1738, stderr, stdout};
use serde_json::Value;

/// Returns standard output of the command, which writes nothing to standard error.
fn exported(arguments: &[&str]) -> String {
    let run = rfc1738(&["conformance", "export", "--by-productions"])
        .args(arguments)
        .assert();
    stdout(&run.code(0).stderr(""))
}

#[test]
fn a_suite_by_productions_has_the_verdicts_of_check() {
    let texts = exported(&["--rule", "hostport", "--format", "txt"]);
    let run = rfc1738(&["check", "--rule", "hostport", "--format", "json"])
        .write_stdin(texts)
        .assert();
    let checked = stdout(&run);
    let verdict = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["ok"].clone();
    let suite = exported(&["--rule", "hostport"]);
    assert!(suite.lines().map(verdict).eq(checked.lines().map(verdict)));
    assert!(suite.lines().count() < 2_000);
}

#[test]
fn a_production_that_recurses_needs_no_depth() {
    let grammar = file("by-productions-pair.abnf", "pair = \"(\" [ pair ] \")\"\n");
    let grammar = grammar.to_str().expect("UTF-8");
    let suite = exported(&["--grammar", grammar, "--format", "txt"]);
    assert!(suite.lines().any(|line| line == "((()))"), "{suite}");
    assert_eq!(suite, exported(&["--grammar", grammar, "--format", "txt"]));
}

#[test]
fn it_goes_without_a_depth_and_without_other_choices() {
    for option in ["--depth=0", "--quick", "--keep-apart"] {
        let run = rfc1738(&["conformance", "export", "--by-productions", option]).assert();
        let shown = stderr(&run.code(2));
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
