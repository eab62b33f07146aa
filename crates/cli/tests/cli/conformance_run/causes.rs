//! The search for the causes of wrong verdicts, with parsers whose faults are planted.

use std::fs;
use std::path::Path;
use std::thread;

use assert_cmd::assert::Assert;
use serde_json::{Value, json};

use super::{EMPTY, LIBRARY, PORT, later, record, run, run_and_search, with_script};
use crate::command::{file, stderr, stdout};
use crate::extent::few_or_many;

/// [`EMPTY`], which keeps its answers until its input ends.
const BUFFERS: &str = "LC_ALL=C sed -E -e 's/^[0-9]*$/accept/' -e t -e 's/.*/reject/'";

/// Returns the standard error of a run on `port` that breaks down in the search.
fn breakdown(name: &str, then: &str) -> String {
    stderr(&broken(name, then, "", 2))
}

/// Returns a run on `port` whose parser runs `then` in the search.
fn broken(name: &str, then: &str, line: &str, code: i32) -> Assert {
    let script = format!("{}; {EMPTY}", later(name, then));
    run_and_search(&format!("--rule port --timeout 1 {line}"), &script, code)
}

#[test]
fn a_breakdown_in_the_search_is_reported_with_its_text() {
    let all = [
        (
            "dies.started",
            "cat >/dev/null; exit 3",
            "error: sh ended with exit status 3 before it answered text 1 of ",
        ),
        (
            "hangs.started",
            "sleep 600",
            "error: sh did not answer text 1 of ",
        ),
        (
            "closes.started",
            "exec >&-; sleep 600",
            "error: sh closed its output before it answered text 1 of ",
        ),
        (
            "nonsense.started",
            "echo maybe; exit 0",
            "error: sh answered text 1 of ",
        ),
    ];
    // Two of them wait for the limit, at the same time.
    thread::scope(|scope| {
        for (name, then, first) in all {
            scope.spawn(move || {
                let errors = breakdown(name, then);
                assert!(errors.starts_with(first), "{errors}");
                let (first, rest) = errors.split_once('\n').expect("a line");
                assert!(
                    first.contains(" in round 1 of the search for causes"),
                    "{errors}"
                );
                assert!(rest.starts_with("  text "), "{errors}");
                assert!(
                    rest.contains("\n  help: ") || rest.contains("  help: "),
                    "{errors}"
                );
            });
        }
    });
    let errors = breakdown("bye.started", "echo bye >&2; exit 3");
    assert!(
        errors.contains("  the end of its standard error:\n    bye\n"),
        "{errors}"
    );
}

#[test]
fn too_many_answers_in_the_search_are_reported() {
    let errors = breakdown(
        "surplus.started",
        &format!("{BUFFERS}; echo accept; exit 0"),
    );
    assert_eq!(
        errors,
        "error: sh wrote \"accept\" after its last answer in round 1 of the search for causes\n  \
         help: it has to write one line for each text\n"
    );
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

#[test]
fn a_parser_that_buffers_answers_is_started_for_each_round() {
    let (starts, rounds) = starts_and_rounds("buffers.started", BUFFERS);
    assert_eq!(
        starts,
        rounds + 4,
        "the suite, its sample, its disagreements and the texts of the report are starts, too"
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
fn a_parser_that_contradicts_itself_is_reported_with_the_text() {
    let other = "LC_ALL=C sed -u -E -e 's/^[0-9]+$/accept/' -e t -e 's/.*/reject/'; exit 0";
    let json = record(&broken("lies.started", other, "--report json", 2));
    assert_eq!(json["failure"], Value::Null);
    assert_eq!(json["conclusion"]["kind"], "contradicted");
    assert_eq!(json["conclusion"]["input"], "");
    let shown = stdout(&broken("lies-more.started", other, "", 2));
    assert!(
        shown.ends_with(
            "the parser gave two different answers to \"\": the causes are those of the answers \
             that hold, and others may be missing\n"
        ),
        "{shown}"
    );
    let flaky = "\nflaky: \"\" was accepted once and rejected 4 times\n0 causes found";
    assert!(shown.contains(flaky), "{shown}");
    let named = &json["flaky"][0];
    assert_eq!(
        (&named["accepted"], &named["rejected"]),
        (&1.into(), &4.into())
    );
}

#[test]
fn a_parser_that_does_not_end_is_not_asked_again() {
    let stays = format!("{EMPTY}; exec >&-; sleep 600");
    run_and_search("--rule port", &stays, 1).stderr(
        "note: the causes are not searched for, because sh does not end when its input ends\n\
             note: sh did not end by itself after it had answered every text\n",
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

#[test]
fn a_fault_that_the_suite_does_not_show_is_found() {
    let five = "LC_ALL=C sed -u -E -e 's/^[0-9]{1,5}$/accept/' -e t -e 's/.*/reject/'";
    let arguments = "--rule port --report json";
    let json = record(&run_and_search(arguments, five, 1));
    assert_eq!(json["false_rejects"], 0);
    assert_eq!(json["causes"][0]["id"], "port/rejects/000000");
    assert_eq!(json["causes"][0]["texts"], 0);
    assert_eq!(json["conclusion"]["kind"], "explained");
    record(&run(arguments, five, 0));
}

#[test]
fn a_search_without_findings_says_how_much_it_asked() {
    let shown = stdout(&run_and_search("--rule port", PORT, 0));
    let (_, end) = shown
        .split_once("0 causes found; the search asked ")
        .expect("the count");
    let (asked, end) = end.split_once(" texts in ").expect("a number");
    assert!(asked.parse::<u64>().is_ok_and(|asked| asked > 0), "{shown}");
    assert!(
        end.ends_with(" rounds\nno text beyond the suite shows a fault\n"),
        "{shown}"
    );
    let shown = stdout(&run_and_search("--rule port --questions 1", PORT, 0));
    let end = "the search may have missed a fault: --questions 1 allows no more questions\n";
    assert!(shown.ends_with(end), "{shown}");
}

#[test]
fn the_questions_can_be_bounded() {
    let json = record(&run_and_search(
        "--rule port --questions 1 --report json",
        EMPTY,
        1,
    ));
    assert_eq!(json["conclusion"]["kind"], "incomplete");
    assert_eq!(
        json["conclusion"]["message"],
        "the causes may not be complete: --questions 1 allows no more questions"
    );
    assert!(json["search"]["questions"].as_u64() <= Some(1), "{json}");
}

#[test]
fn texts_that_no_line_can_hold_are_not_asked() {
    file("line_ends.bnf", "lines = *( %x0A / %x0D / \"a\" )\n");
    // It never sees an empty line, so it cannot accept one.
    let json = record(&run_and_search(
        "--grammar line_ends.bnf --report json",
        "LC_ALL=C sed -u -E -e 's/^[a\\r]+$/accept/' -e t -e 's/.*/reject/'",
        1,
    ));
    assert_eq!(sentences(&json), ["lines: rejects the empty text"]);
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

/// A parser for `port` that knows one number that nobody thinks of.
const STRANGE: &str = "LC_ALL=C sed -u -E -e 's/^(443x7|[0-9]+)$/accept/' -e t -e 's/.*/reject/'";

#[test]
fn the_search_asks_about_the_corpus() {
    run_and_search("--rule port", STRANGE, 0);
    file("corpus.txt", "80\r\n443x7\n\n");
    let line = "--rule port --report json --corpus corpus.txt";
    let found = record(&run_and_search(line, STRANGE, 1));
    let causes = found["causes"].as_array().expect("causes");
    assert_eq!(causes.len(), 1, "{found}");
    assert_eq!(causes[0]["witness"], json!("443x7"));
}

#[test]
fn a_corpus_that_is_not_there_is_an_error() {
    for (arguments, error) in [
        (
            "--rule=port --corpus=no/such/corpus",
            "error: no/such/corpus: No such file or directory (os error 2)\n",
        ),
        (
            "--corpus=- --baseline=-",
            "error: - can stand for one file only\n",
        ),
    ] {
        let errors = stderr(&run_and_search(arguments, EMPTY, 2));
        assert!(errors.starts_with(error), "{errors}");
    }
}
