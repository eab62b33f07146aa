//! `rfc1738 conformance export --quick`, and the notes about large suites.

use std::io::{BufRead as _, BufReader};

use crate::command::{file, rfc1738, running, stderr, stdout};
use serde_json::Value;

/// Returns standard output of the command, which writes nothing to standard error.
fn exported(arguments: &[&str]) -> String {
    let run = rfc1738(&["conformance", "export"]).args(arguments).assert();
    stdout(&run.code(0).stderr(""))
}

#[test]
fn a_quick_suite_is_small_and_always_the_same() {
    let suite = exported(&["--quick", "--rule", "ftpurl"]);
    assert!((20..60).contains(&suite.lines().count()));
    assert_eq!(suite, exported(&["--quick", "--rule", "ftpurl"]));
}

#[test]
fn a_quick_suite_has_the_verdicts_of_check() {
    let texts = exported(&["--quick", "--rule", "ftpurl", "--format", "txt"]);
    let run = rfc1738(&["check", "--rule", "ftpurl", "--format", "json"])
        .write_stdin(texts)
        .assert();
    let checked = stdout(&run);
    let verdict = |line: &str| serde_json::from_str::<Value>(line).expect("JSON")["ok"].clone();
    let suite = exported(&["--quick", "--rule", "ftpurl"]);
    assert!(suite.lines().map(verdict).eq(checked.lines().map(verdict)));
    assert!(suite.contains("\"ok\":true") && suite.contains("\"ok\":false"));
}

#[test]
fn a_recursive_production_has_a_quick_suite_without_a_depth() {
    let grammar = file("quick-pair.abnf", "pair = \"(\" [ pair ] \")\"\n");
    let grammar = grammar.to_str().expect("UTF-8");
    let suite = exported(&["--quick", "--all", "--grammar", grammar]);
    assert_eq!(suite.lines().count(), 2, "{suite}");
}

#[test]
fn quick_goes_without_a_depth_and_without_extra_states() {
    for (option, name) in [
        ("--depth", "--depth <N>"),
        ("--extra-states", "--extra-states <K>"),
    ] {
        let run = rfc1738(&["conformance", "export", "--quick", option, "0"]).assert();
        let shown = stderr(&run.code(2).stdout(""));
        let reason = format!("error: the argument '--quick' cannot be used with '{name}'\n");
        assert!(shown.starts_with(&reason), "{shown}");
    }
}

#[test]
fn a_large_suite_says_so_before_its_texts() {
    let arguments = ["--rule=gopherurl", "--extra-states=2", "--format=txt"];
    assert_eq!(
        first_note(&[&["conformance", "export"], &arguments[..]].concat()),
        "note: the suite of gopherurl has 1308045 texts; a smaller number for --extra-states, \
         --by-productions, --quick or another production with --rule makes fewer\n",
    );
}

/// Returns the first line on standard error. It comes before the texts, which nobody reads.
pub(crate) fn first_note(arguments: &[&str]) -> String {
    let mut child = running(arguments);
    let mut note = String::new();
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    errors.read_line(&mut note).expect("UTF-8");
    drop(child.stdout.take());
    child.wait().expect("the command ends");
    note
}
