//! The search for the causes of wrong verdicts, with parsers whose faults are planted.

use assert_cmd::assert::Assert;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

use super::{EMPTY, LIBRARY, later, record, run_and_search, with_script};
use crate::command::stdout;
use crate::extent::few_or_many;

/// Returns a run on `port` whose parser runs `then` in the search.
fn broken(name: &str, then: &str, line: &str, code: i32) -> Assert {
    let script = format!("{}; {EMPTY}", later(name, then));
    run_and_search(&format!("--rule port --timeout 1 {line}"), &script, code)
}

#[test]
fn a_parser_that_answers_at_once_is_not_started_again() {
    let at_once = "while IFS= read -r line
        do case $line in *[!0-9]*) echo reject ;; *) echo accept ;; esac
        done";
    let (starts, rounds) = starts_and_rounds("at_once.started", at_once);
    assert!(rounds > 1);
    assert_eq!(
        starts, 3,
        "for the suite, for its sample and for the search"
    );
}

/// Returns how often a parser of `port` that also accepts the empty text is started, and the
/// number of rounds of the search.
fn starts_and_rounds(name: &str, parser: &str) -> (u64, u64) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // An earlier run may have left it.
    let _ = fs::remove_file(&path);
    let script = format!("echo >>'{}'; {parser}", path.display());
    let record = record(&run_and_search("--rule port --report json", &script, 1));
    let search = &record["search"];
    let found: Vec<&str> = sentences(&record);
    assert!(
        found.contains(&"digits: accepts the empty text"),
        "{found:?}"
    );
    let starts = fs::read_to_string(&path).expect("a file").lines().count();
    let rounds = search["rounds"].as_u64().expect("a number");
    (u64::try_from(starts).expect("a few"), rounds)
}

#[test]
fn a_breakdown_in_the_search_keeps_the_counts() {
    let json = record(&broken("json.started", "exit 3", "--report json", 2));
    assert_eq!(json["false_accepts"], 1);
    assert_eq!(json["failure"]["kind"], "ended");
    assert_eq!(json["failure"]["round"], 1);
    assert_eq!(json["conclusion"]["kind"], "stopped");
    let shown = stdout(&broken("human.started", "exit 3", "", 2));
    assert!(
        shown.contains("741 as they should be, 1 wrongly accepted, 0 wrongly rejected"),
        "{shown}"
    );
    assert!(
        shown.contains("\nthe search for causes stopped: sh ended with exit status 3 before"),
        "{shown}"
    );
}

#[test]
fn each_planted_fault_is_a_cause() {
    // Accepts an underscore as a letter.
    let rule = few_or_many("toplabel", "hostname");
    let json = record(&run_spoilt_and_search(rule, "tr _ a", "cat", 1));
    let sentences = sentences(&json);
    assert_eq!(sentences, ["alpha: accepts `_`"], "{json}");
    assert_eq!(json["causes"][0]["id"], format!("{rule}/accepts/_"));
    assert_eq!(json["causes"][0]["learnt"]["too_many"], "^_$");
    assert_eq!(json["conclusion"]["kind"], "explained", "{json}");
    assert_eq!(json["unexplained"], json!([]));
}

/// Returns the sentences of the causes.
fn sentences(record: &Value) -> Vec<&str> {
    let causes = record["causes"].as_array().expect("a list").iter();
    let sentences = causes.map(|cause| cause["sentence"].as_str().expect("a text"));
    sentences.collect()
}

/// Returns a run with the library as the parser, between two scripts that spoil it.
fn run_spoilt_and_search(rule: &str, before: &str, after: &str, code: i32) -> Assert {
    let script = format!("{before} | {LIBRARY} | {after}");
    let mut command = with_script(&format!("--rule {rule} --report json"), &script);
    command.arg(rule).assert().code(code)
}
