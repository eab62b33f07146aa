//! Parsers that give two answers to one text.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{PORT, after_starts, at_once, record, run, run_and_search};
use crate::command::{outputs, stderr};

/// Returns a parser of `port` that accepts the text `o` from its second start on.
fn fickle(name: &str) -> String {
    let other = format!("sed -u 's/^o$/0/' | {PORT}; exit");
    format!("{}; {PORT}", after_starts(1, name, &other))
}

#[test]
fn a_text_with_contradictory_answers_is_named_with_both() {
    for (name, arguments) in [
        ("fickle-search.started", "--rule port"),
        ("fickle.started", "--rule port --no-causes"),
    ] {
        let run = run_and_search(arguments, &fickle(name), 2);
        let [report, errors] = outputs(&run);
        assert!(
            errors.starts_with("error: sh answered \"o\" with `reject 0`, and with `accept` when it was asked again\n  help: "),
            "{errors}"
        );
        assert!(
            report.contains("\n742 texts answered: 742 as they should be"),
            "{report}"
        );
        assert!(!report.contains("the search asked"), "{report}");
    }
}

#[test]
fn an_answer_that_changes_once_ends_no_run() {
    // The parser accepts a text at its second start, once, when it is asked about the suite again.
    let fickle = |name: &str| {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.inverted"));
        // An earlier run may have left it.
        let _ = fs::remove_file(&path);
        let path = path.display();
        let parser = at_once!(
            "case $text in '' | *[!0-9]*) a=reject ;; *) a=accept ;; esac
             if test \"$once$text\" = yeso && ! test -e \"$inverted\"; then echo >\"$inverted\"; a=accept; fi; echo $a"
        );
        let once = after_starts(1, &format!("{name}.started"), "export once=yes");
        format!("export inverted='{path}'; {once}; {parser}")
    };
    let json = record(&run_and_search(
        "--rule port --report json",
        &fickle("once"),
        2,
    ));
    assert_eq!(json["failure"], Value::Null, "{json}");
    assert_eq!(json["conclusion"]["kind"], "contradicted");
    let flaky = &json["flaky"][0];
    assert_eq!(
        (&flaky["input"], &flaky["accepted"], &flaky["rejected"]),
        (&"o".into(), &1.into(), &4.into())
    );
    // Nothing is learned that would tell which answer holds.
    let errors = stderr(&run("--rule port", &fickle("once-without"), 2));
    let named =
        "error: sh answered \"o\" with `reject`, and with `accept` when it was asked again\n";
    assert!(errors.starts_with(named), "{errors}");
}

#[test]
fn a_wrong_text_is_asked_again_first_and_escaped() {
    // In the suite, it also accepts a control character.
    let first =
        "LC_ALL=C awk '/^\\001?$/ || /^[0-9]+$/ { print \"accept\"; next } { print \"reject\" }'";
    let other = "tr '\\000' x | LC_ALL=C awk '/^[0-9]*$/ { print \"accept\"; next } { print \"reject\" }'; exit";
    let script = |name: &str| format!("{}; tr '\\000' x | {first}", after_starts(1, name, other));
    let errors = stderr(&run("--rule port", &script("wrong.started"), 2));
    let named =
        "error: sh answered \"\\u{1}\" with `accept`, and with `reject` when it was asked again\n";
    assert!(errors.starts_with(named), "{errors}");
    let json = "--rule port --report json";
    let failure = &record(&run(json, &script("wrong-json.started"), 2))["failure"];
    assert_eq!(failure["kind"], "contradicted");
    assert_eq!(
        (
            &failure["input"],
            &failure["first_answer"],
            &failure["answer"]
        ),
        (&"\u{1}".into(), &"accept".into(), &"reject".into())
    );
    assert!(failure["number"].is_null());
}

#[test]
fn a_parser_that_breaks_down_when_asked_again_is_reported() {
    let script = format!("{}; {PORT}", after_starts(1, "again.started", "exit 3"));
    let errors = stderr(&run("--rule port", &script, 2));
    let first =
        "error: sh ended with exit status 3 before it answered text 1 of 49 that are asked again\n";
    assert!(errors.starts_with(first), "{errors}");
}
