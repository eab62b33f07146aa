//! `conformance run --restart`: parsers that crash and hang.

use assert_cmd::assert::Assert;
use serde_json::Value;
use std::fs;
use std::path::Path;

use super::{at_once, record, reports, run, run_and_search};
use crate::command::stderr;
use crate::extent::few_or_many;

/// Parsers of `port` that end at the text `x`: one writes each answer at once, one writes all
/// answers at the end and loses them if it crashes, and one is cut off within a line.
pub(super) const CRASHES: [&str; 3] = [
    at_once!("case $text in x) exit 3 ;; '' | *[!0-9]*) echo reject ;; *) echo accept ;; esac"),
    "tr '\\000' y | LC_ALL=C awk '
        /^x$/ { crashed = 1; exit 3 }
        { answers[NR] = /^[0-9]+$/ ? \"accept\" : \"reject\" }
        END { if (!crashed) for (i = 1; i <= NR; i++) print answers[i]; else exit 3 }'",
    at_once!(
        "case $text in x) printf accept; exit 3 ;; '' | *[!0-9]*) echo reject ;; *) echo accept ;; esac"
    ),
];

/// Returns the command, which starts these again.
fn restarted(line: &str, script: &str, code: i32) -> Assert {
    let line = format!("--rule port --restart --timeout 1 {line}");
    run_and_search(&line, script, code)
}

#[test]
fn causes_of_verdicts_and_of_crashes_stay_apart() {
    let script = CRASHES[0].replace("'' | ", "");
    let record = record(&restarted("--report json", &script, 1));
    let ids = |causes: &Value| {
        let causes = causes.as_array().expect("a list").iter();
        causes
            .map(|one| one["id"].as_str().expect("an id").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&record["causes"]), ["port/accepts-empty"]);
    assert_eq!(ids(&record["crashes"]["causes"]), ["crash,port/accepts/x"]);
    let cause = &record["crashes"]["causes"][0];
    assert_eq!(cause["sentence"], "digits: crashes on `x`");
    assert_eq!(
        (&cause["derived"], &cause["witness"]),
        (&false.into(), &"x".into())
    );
    assert_eq!(record["hangs"], Value::Null);
}

#[test]
fn a_command_that_depends_on_the_texts_before_is_noted() {
    // Each text takes a start or two.
    let (suite, answered) = few_or_many(
        (
            "--rule=hostport --quick",
            "\n20 texts answered: 16 as they should be",
        ),
        (
            "--rule=port --extra-states=0",
            "\n742 texts answered: 722 as they should be",
        ),
    );
    let [shown, page] = reports("dependent", ["human", "html"], |reports| {
        let line = format!("{suite} --restart {reports}");
        run(&line, "read -r text; echo reject", 1)
    });
    assert!(shown.contains(answered), "{shown}");
    assert!(
        shown.contains("\nsh broke ") && shown.contains(
            " times on texts that it answered when they were asked again, so it depends on the texts before\n"
        ),
        "{shown}"
    );
    assert!(page.contains("<p class=\"failure\">sh broke "), "{page}");
}

#[test]
fn a_command_that_crashes_too_often_is_given_up() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crashing.started");
    let _ = fs::remove_file(&path);
    let script = format!("echo >>'{}'; exit 3", path.display());
    let shown = stderr(&run("--rule port --restart=3", &script, 2));
    assert_eq!(
        shown,
        "error: sh crashed or timed out on more than 3 texts\n  \
         help: --restart=N allows N texts; --time ends a run with a report, and --rule chooses a smaller production\n"
    );
    // At most two processes a crash, and not two for each of the other texts.
    let started = fs::read_to_string(&path).expect("it is written");
    assert!((4..=8).contains(&started.lines().count()), "{started:?}");
    let record = record(&run("--rule port --restart=3 --report json", "exit 3", 2));
    assert_eq!(record["failure"]["kind"], "too_often");
    assert_eq!(
        (&record["crashed"], &record["texts"]),
        (&4.into(), &742.into())
    );
}

#[test]
fn time_ends_a_command_that_always_crashes() {
    let shown = stderr(&restarted("--time 300ms", "exit 3", 2));
    assert!(
        shown.starts_with("error: --time 300ms ended the run after "),
        "{shown}"
    );
}
