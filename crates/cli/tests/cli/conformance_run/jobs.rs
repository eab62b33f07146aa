//! `conformance run --jobs`: several processes at the same time.

use std::fs;

use super::{EMPTY, PORT, at_once, run, with_script};
use crate::command::{file, stderr};
use crate::extent::few_or_many;

/// A parser of `port` that does not know the digit 9, and writes each answer at once.
const PROMPT: &str = "LC_ALL=C sed -u -E -e 's/^[0-8]+$/accept/' -e t -e 's/.*/reject/'";

/// One that also crashes at every text with two letters `x`.
const CRASHES: &str =
    at_once!("case $text in xx) exit 3 ;; '' | *[!0-8]*) echo reject ;; *) echo accept ;; esac");

#[test]
fn every_report_is_the_same_however_many_processes_answer() {
    for (script, restart) in [
        (PORT, ""),
        (EMPTY, ""),
        (PROMPT, ""),
        (CRASHES, "--restart"),
    ] {
        let with = |jobs: &str| {
            let path = file("jobs.json", "");
            let questions = few_or_many(1000, 2000);
            let line = format!(
                "--rule port --jobs {jobs} --report human --report json=jobs.json {restart} \
                 --questions {questions}"
            );
            let run = with_script(&line, script).output();
            let json = fs::read_to_string(path).expect("a report");
            (run.expect("the command runs"), json)
        };
        let one = with("1");
        assert_ne!(one.0.status.code(), Some(2), "{one:?}");
        assert_eq!(one, with("3"), "{script}");
    }
}

#[test]
fn the_first_unanswered_text_does_not_depend_on_the_jobs() {
    let script = "LC_ALL=C awk '/^x$/ { exit 3 } { print \"reject\" }'";
    let with = |jobs| {
        let errors = stderr(&run(&format!("--rule port --jobs {jobs}"), script, 2));
        errors.lines().next().expect("a line").to_owned()
    };
    let one = with("1");
    assert!(
        one.starts_with("error: sh ended with exit status 3 before it answered text "),
        "{one}"
    );
    assert_eq!(one, with("3"));
}

#[test]
fn a_process_that_hangs_does_not_delay_a_failed_run() {
    let start = std::time::Instant::now();
    let script = "if read -r text && test -z \"$text\"; then echo maybe; else sleep 600; fi";
    run("--rule port --jobs 2 --timeout 500", script, 2);
    assert!(start.elapsed() < std::time::Duration::from_secs(60));
}
