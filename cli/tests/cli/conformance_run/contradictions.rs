//! Parsers that give two answers to one text.

use super::{PORT, after_starts, record, run, run_and_search};
use crate::command::{outputs, stderr};

/// Returns a parser of `port` that accepts its second text from its second start on.
fn fickle(name: &str) -> String {
    let other = format!("{PORT} | sed '2s/.*/accept/'; exit");
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
