//! `conformance run --restart`: parsers that crash and hang.

use std::fs;
use std::path::Path;
use std::thread;

use assert_cmd::assert::Assert;
use serde_json::{Value, json};

use super::{EMPTY, PORT, at_once, record, reports, run, run_and_search};
use crate::command::{file, stderr, stdout};
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
fn a_crash_is_the_answer_to_its_text() {
    let assert_crashes = |script| {
        let record = record(&restarted("--report json --no-causes", script, 1));
        assert_eq!(
            (&record["crashed"], &record["texts"]),
            (&1.into(), &742.into())
        );
        assert_eq!(record["true_accepts"], 20, "{record}");
        assert_eq!(record["true_rejects"], 721, "{record}");
        assert_eq!(record["failure"], Value::Null);
        let crash = &record["disagreements"][0];
        assert_eq!(crash["input"], "x");
        assert_eq!(crash["answer"], json!({"ok": false, "failure": "crashed"}));
        let first = json!({"input": "x", "exit_status": 3, "signal": null, "stderr": ""});
        assert_eq!(record["restarts"], json!({"loose": 0, "first": first}));
    };
    // The runs wait for answers at the same time.
    thread::scope(|scope| {
        for script in CRASHES {
            scope.spawn(move || assert_crashes(script));
        }
    });
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
fn a_baseline_accepts_the_cause_of_a_crash() {
    let path = file("crashes.toml", "");
    let with = |line: &str, script: &str, code| {
        restarted(&format!("--baseline=crashes.toml {line}"), script, code)
    };
    let note = stderr(&with("--accept Known.", CRASHES[0], 0));
    assert_eq!(note, "note: 1 cause added to the baseline\n");
    let text = fs::read_to_string(path).expect("a file");
    let entry =
        "# digits: crashes on `x`\n[[cause]]\nid = \"crash,port/accepts/x\"\nreason = \"Known.\"\n";
    assert!(text.contains(entry), "{text}");
    let shown = stdout(&with("", CRASHES[0], 0));
    assert!(
        shown.contains("note: the baseline accepts it: Known."),
        "{shown}"
    );
    let other = text.replacen("accepts = '^", "accepts = '^y", 1);
    assert_ne!(other, text);
    file("crashes.toml", &other);
    let shown = stdout(&with("", CRASHES[0], 1));
    let notes = shown.matches("the baseline has something else there");
    assert_eq!(notes.count(), 1, "{shown}");
    let shown = stdout(&with("", PORT, 0));
    let gone = "no longer found: crash,port/accepts/x (Known.); remove it from the baseline\n";
    assert!(shown.contains(gone), "{shown}");
    let shown = stdout(&run_and_search(
        "--rule port --baseline crashes.toml",
        PORT,
        0,
    ));
    assert!(!shown.contains("no longer found"), "{shown}");
}

#[test]
fn a_crash_in_the_search_alone_is_found() {
    // No text of the quick suite is `x`, and none of any suite is longer than seven characters. A parser that
    // crashes at many texts is started again for each.
    let (script, questions) = few_or_many(
        (CRASHES[0], "400"),
        (
            at_once!(
                "test ${#text} -le 7 || exit 3
                case $text in '' | *[!0-9]*) echo reject ;; *) echo accept ;; esac"
            ),
            "3000",
        ),
    );
    let record = record(&restarted(
        &format!("--report json --questions {questions} --quick"),
        script,
        1,
    ));
    assert_eq!(record["crashed"], 0);
    let found = [
        &record["crashes"]["causes"],
        &record["crashes"]["unexplained"],
    ];
    let found = found
        .into_iter()
        .flat_map(|list| list.as_array().expect("a list"));
    assert!(found.count() > 0, "{record}");
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

#[test]
fn a_crash_that_does_not_come_again_is_a_contradiction() {
    // The parser crashes on the empty text, which it accepts from the fourth start on.
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cured.started");
    let crash = format!(
        "echo >>'{0}'; if test $(wc -l <'{0}') -gt 3; then {EMPTY}; else \
         LC_ALL=C awk '/^$/ {{ exit 3 }} {{ print /^[0-9]+$/ ? \"accept\" : \"reject\" }}'; fi",
        path.display()
    );
    let _ = fs::remove_file(&path);
    let shown = stderr(&restarted("", &crash, 2));
    let first =
        "error: sh answered \"\" with `crashed`, and with `accept` when it was asked again\n";
    assert!(shown.starts_with(first), "{shown}");
}
