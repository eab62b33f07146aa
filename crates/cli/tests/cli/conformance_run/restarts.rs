//! `conformance run --restart`: parsers that crash and hang.

use std::fs;
use std::path::Path;
use std::thread;

use assert_cmd::assert::Assert;
use serde_json::{Value, json};

use super::{EMPTY, PORT, at_once, record, reports, run, run_and_search};
use crate::command::{exits, file, stderr, stdout};
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

/// A parser of `port` that hangs at the text `x`.
const HANGS: &str =
    at_once!("case $text in x) sleep 600 ;; '' | *[!0-9]*) echo reject ;; *) echo accept ;; esac");

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
fn without_a_search_crashes_show_how_the_process_ended() {
    let script = format!("{}; x=$?; echo 'no memory' >&2; exit $x", CRASHES[0]);
    let shown = stdout(&restarted("--no-causes", &script, 1));
    let head = "  offsets  offsets    texts\nproduction  texts  accepts  accepts  rejects  rejects    given    equal  crashed\n";
    assert!(shown.contains(head), "{shown}");
    let last = "\ncrashed: text 48 \"x\"\n\n\
                742 texts answered: 741 as they should be, 0 wrongly accepted, 0 wrongly rejected, \
                0 rejected at another offset, 1 crashed\n\
                sh ended with exit status 3 when it was asked about \"x\" alone\n  \
                the end of its standard error:\n    no memory\n";
    assert!(shown.ends_with(last), "{shown}");
}

#[test]
fn a_crash_has_a_cause_of_its_own() {
    let shown = stdout(&restarted("", CRASHES[0], 1));
    let cause = "\
crashed: 1 text [crash,port/accepts/x]
error: digits: crashes on `x`
   ,----
 1 | x
   | ^
   | `-- crashes here
   `----
";
    assert!(shown.contains(cause), "{shown}");
    assert!(
        shown.contains("\n0 causes found; the search asked "),
        "{shown}"
    );
    assert!(
        shown.contains("\n1 cause of crashes found; this search asked "),
        "{shown}"
    );
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
fn a_hang_is_an_answer_too() {
    let record = record(&restarted("--report json --questions 2000", HANGS, 1));
    assert_eq!(
        (&record["crashed"], &record["timed_out"]),
        (&0.into(), &1.into())
    );
    let found = [&record["hangs"]["causes"], &record["hangs"]["unexplained"]];
    let found = found
        .into_iter()
        .flat_map(|list| list.as_array().expect("a list"));
    let found: Vec<&Value> = found.collect();
    assert_eq!(found.len(), 1, "{record}");
    assert_eq!(found[0]["witness"], "x");
    let id = found[0]["id"].as_str().expect("an id");
    assert!(id.starts_with("hang,"), "{id}");
    assert_eq!(record["restarts"]["first"]["exit_status"], Value::Null);
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

#[test]
fn a_line_that_is_no_answer_still_ends_the_run() {
    let shown = stderr(&restarted("", "echo maybe; exec cat >/dev/null", 2));
    assert!(
        shown.starts_with("error: sh answered text 1 of 742 with \"maybe\"\n"),
        "{shown}"
    );
}

#[test]
fn an_answer_needs_no_line_end_if_the_command_succeeds() {
    let script = format!("printf %s \"$({PORT})\"");
    let record = record(&restarted("--report json --no-causes", &script, 0));
    assert_eq!(
        (&record["crashed"], &record["restarts"]["loose"]),
        (&0.into(), &0.into())
    );
}

#[test]
fn every_report_has_the_crashes() {
    let [junit, html] = reports("crashes", ["junit", "html"], |reports| {
        restarted(reports, CRASHES[0], 1)
    });
    for (report, part) in [
        (
            &junit,
            "<testcase name=\"crash,port/accepts/x\" classname=\"port\">",
        ),
        (&junit, "<testcase name=\"search for causes of crashes\""),
        (&html, "<h2>Crashed</h2>"),
        (&html, "<h3>digits: crashes on `x`</h3>"),
    ] {
        assert!(report.contains(part), "{report}");
    }
}

#[test]
fn a_number_of_restarts_is_at_least_one() {
    exits("conformance run --restart=0 -- true", 2).stderr(
        "error: invalid value '0' for '--restart[=<N>]': too small; write 1 or more\n\n\
             For more information, try '--help'.\n",
    );
}
