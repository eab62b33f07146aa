//! Recognisers that give two answers to one text.

use super::{PORT, after_starts, record, run, run_and_search};

/// Returns a recogniser of `port` that accepts the text `a` from its second start on.
fn fickle(name: &str) -> String {
    let other = format!("{PORT} | sed '2s/.*/accept/'; exit");
    // The second text is not the first of the sample, whose texts are others.
    format!("{}; {PORT}", after_starts(1, name, &other))
}

#[test]
fn a_text_with_another_answer_is_named_with_both_answers_before_the_search_begins() {
    for (name, arguments) in [
        ("fickle-search.started", &["--rule", "port"][..]),
        ("fickle.started", &["--rule", "port", "--no-causes"]),
    ] {
        let shown = run_and_search(arguments, &fickle(name)).assert().code(2);
        let output = shown.get_output();
        let errors = String::from_utf8(output.stderr.clone()).expect("UTF-8");
        let report = String::from_utf8(output.stdout.clone()).expect("UTF-8");
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
fn the_shortest_wrong_texts_are_asked_again_first_and_escaped() {
    // Whoever counts lines accepts the first text alone, which is the empty one in the suite.
    let counts =
        "LC_ALL=C awk 'NR == 3 || /\\001/ { print \"accept\"; next } { print \"reject\" }'";
    let json = ["--rule", "port", "--report", "json"];
    let record = record(&mut run(&json, counts), 2);
    let failure = &record["failure"];
    assert_eq!(failure["kind"], "contradicted");
    assert!(failure["input"].is_string() && failure["number"].is_null());
    assert_ne!(failure["first_answer"], failure["answer"]);
}

#[test]
fn a_recogniser_that_breaks_down_when_it_is_asked_again_is_reported() {
    let script = format!("{}; {PORT}", after_starts(1, "again.started", "exit 3"));
    let shown = run(&["--rule", "port"], &script).assert().code(2);
    let errors = String::from_utf8(shown.get_output().stderr.clone()).expect("UTF-8");
    let first =
        "error: sh ended with exit status 3 before it answered text 1 of 49 that are asked again\n";
    assert!(errors.starts_with(first), "{errors}");
}
