//! Quick suites, and the notes about large ones.

use serde_json::Value;

use super::{EMPTY, PORT, record, run, run_and_search};
use crate::command::stderr;

#[test]
fn a_quick_suite_has_few_texts_and_says_so() {
    let arguments = ["--rule", "port", "--quick", "--report", "json"];
    let record = record(&mut run(&arguments, PORT), 0);
    assert_eq!(record["quick"], true);
    assert!(record["texts"].as_u64().is_some_and(|texts| texts <= 4));
}

#[test]
fn the_search_for_causes_goes_on_after_a_quick_suite() {
    let arguments = ["--rule", "port", "--quick", "--report", "json"];
    let record = record(&mut run_and_search(&arguments, EMPTY), 1);
    let ids = record["causes"].as_array().expect("a list").iter();
    let ids: Vec<&Value> = ids.map(|cause| &cause["id"]).collect();
    assert_eq!(ids, ["digits"]);
}

#[test]
fn agreement_on_a_quick_suite_proves_nothing() {
    let arguments = ["--rule", "port", "--quick", "--report", "json"];
    let record = record(&mut run_and_search(&arguments, PORT), 0);
    assert_eq!(record["conclusion"]["kind"], "incomplete");
    assert_eq!(
        record["conclusion"]["message"],
        "the search may have missed a fault: the suite is not complete"
    );
}

#[test]
fn a_large_suite_says_so_before_it_is_asked() {
    let arguments = ["--rule", "gopherurl", "--extra-states", "2"];
    let shown = stderr(&run(&arguments, "echo no").assert().code(2));
    assert!(
        shown.starts_with("note: the suite of gopherurl has 1308045 texts; "),
        "{shown}"
    );
}
