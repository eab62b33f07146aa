//! Parsers that give two answers to one text.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{after_starts, at_once, record, run, run_and_search};
use crate::command::stderr;

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
