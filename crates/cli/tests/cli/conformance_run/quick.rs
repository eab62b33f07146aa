//! Quick suites, and the notes about large ones.

use serde_json::Value;

use super::{EMPTY, PORT, record, run, run_and_search};
use crate::command::stderr;

#[test]
fn a_quick_suite_has_few_texts_and_says_so() {
    let record = record(&run("--rule port --quick --report json", PORT, 0));
    assert_eq!(record["quick"], true);
    assert!(record["texts"].as_u64().is_some_and(|texts| texts <= 4));
}

#[test]
fn the_search_for_causes_goes_on_after_a_quick_suite() {
    let record = record(&run_and_search(
        "--rule port --quick --report json",
        EMPTY,
        1,
    ));
    let ids = record["causes"].as_array().expect("a list").iter();
    let ids: Vec<&Value> = ids.map(|cause| &cause["id"]).collect();
    assert_eq!(ids, ["port/accepts-empty"]);
}

#[test]
fn agreement_on_a_quick_suite_proves_nothing() {
    let record = record(&run_and_search(
        "--rule port --quick --report json",
        PORT,
        0,
    ));
    assert_eq!(record["conclusion"]["kind"], "incomplete");
    assert_eq!(
        record["conclusion"]["message"],
        "the search may have missed a fault: the suite is not complete"
    );
}

#[test]
fn a_large_suite_says_so_before_it_is_asked() {
    let shown = stderr(&run("--rule gopherurl --extra-states 2", "echo no", 2));
    assert!(
        shown.starts_with("note: the suite of gopherurl has 1308045 texts; "),
        "{shown}"
    );
}
