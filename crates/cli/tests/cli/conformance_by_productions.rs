//! `rfc1738 conformance export --by-productions`.

use crate::command::{exits, given, objects, stdout};
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
