//! `rfc1738 conformance export --quick`, and the notes about large suites.

use std::io::{BufRead as _, BufReader};

use crate::command::{exits, given, objects, running, stdout};
use serde_json::Value;

/// Returns standard output of the command, which writes nothing to standard error.
fn exported(line: &str) -> String {
    stdout(&exits(&format!("conformance export {line}"), 0).stderr(""))
}

#[test]
fn a_quick_suite_has_the_verdicts_of_check() {
    let texts = exported("--quick --rule ftpurl --format txt");
    let checked = objects(&given(texts, "check --rule ftpurl --format json", 1));
    let suite = objects(&exits("conformance export --quick --rule ftpurl", 0));
    let verdict = |record: &Value| record["ok"].clone();
    assert!(suite.iter().map(verdict).eq(checked.iter().map(verdict)));
    assert!(suite.iter().any(|case| case["ok"] == true));
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
