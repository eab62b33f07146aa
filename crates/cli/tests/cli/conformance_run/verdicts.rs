//! Counts and disagreements of parsers that answer every text.

use serde_json::{Value, json};

use super::{PORT, cases, number, record, run, run_spoilt};
use crate::command::stdout;
use crate::extent::few_or_many;

#[test]
fn counts_are_those_of_the_exported_suite() {
    let cases = cases("port");
    let valid = cases.iter().filter(|case| case["ok"] == true).count();
    let invalid = cases.len() - valid;
    let mut right = record(&run("--rule port --report json", PORT, 0));
    let expected = json!({
        "rule": "port",
        "extra_states": 0,
        "quick": false,
        "texts": cases.len(),
        "left_out": 0,
        "true_accepts": valid,
        "false_accepts": 0,
        "true_rejects": invalid,
        "false_rejects": 0,
        "offsets": {"given": invalid, "equal": invalid},
        "productions": right["productions"],
        "disagreements": [],
        "failure": null,
        "causes": [],
        "several": 0,
        "unexplained": [],
        "vanished": [],
        "search": null,
        "conclusion": null,
        "parser": null,
        "crashed": 0,
        "timed_out": 0,
        "restarts": null,
        "crashes": null,
        "hangs": null,
    });
    // `conformance report` has tests of what it reads.
    let saved = right.as_object_mut().and_then(|it| it.remove("saved"));
    assert!(saved.is_some());
    assert_eq!(right, expected);

    let accepts = "LC_ALL=C sed 's/.*/accept/'";
    let accepting = record(&run("--rule port --report json", accepts, 1));
    assert_eq!(accepting["true_accepts"], valid);
    assert_eq!(accepting["false_accepts"], invalid);
    let rejects = "LC_ALL=C sed 's/.*/reject/'";
    let rejecting = record(&run("--rule port --report json", rejects, 1));
    assert_eq!(rejecting["true_rejects"], invalid);
    assert_eq!(rejecting["false_rejects"], valid);
    assert_eq!(rejecting["offsets"], json!({"given": 0, "equal": 0}));
}

#[test]
fn a_wrongly_rejected_text_is_shown_with_the_offset() {
    // Rejects capital letters, with the offset.
    let spoilt = "LC_ALL=C awk '
        /^[b-z]$/ { print \"accept\"; next }
        /^[A-Z]$/ { print \"reject 0\"; next }
        /^a$/ { print \"reject 7\"; next }
        /^$/ { print \"reject 0\"; next }
        { print \"reject\" }'";
    let cases = cases("alpha");
    let run = run(
        "--rule alpha --most 27",
        &format!("tr '\\000' 1 | {spoilt}"),
        1,
    );
    let output = stdout(&run);
    let shown = [
        format!(
            "wrongly rejected: text {}, answered `reject 0`\nnote: a valid alpha\n   ,----\n 1 | A\n   | ^\n   | `-- rejected here\n",
            number(&cases, |text| text == "A")
        ),
        format!(
            "wrongly rejected: text {}, answered `reject 7`\nnote: a valid alpha\n   ,----\n 1 | a\n   | ^\n   | `-- rejected\n",
            number(&cases, |text| text == "a")
        ),
    ];
    for shown in shown {
        assert!(output.contains(&shown), "{output}");
    }
    assert!(!output.contains("--most"), "{output}");
}

#[test]
fn productions_with_disagreements_are_listed_first() {
    // Accepts a hyphen at the end of a label as a letter.
    let rule = few_or_many("hostname", "hostport");
    let record = record(&run_spoilt(
        "--report json",
        rule,
        "sed 's/-$/a/'",
        "cat",
        1,
    ));
    let productions = record["productions"].as_array().expect("a list");
    let wrong: Vec<&str> = productions
        .iter()
        .filter(|production| production["false_accepts"] != 0)
        .map(|production| production["rule"].as_str().expect("a name"))
        .collect();
    assert!(wrong.contains(&"toplabel"), "{wrong:?}");
    let first = productions.iter().take(wrong.len());
    assert!({ first }.all(|production| production["false_accepts"] != 0));
    // Each production with disagreements has an example.
    let examples = record["disagreements"].as_array().expect("a list");
    for rule in wrong {
        let fails_in_it = |example: &Value| {
            let context = example["expected"]["context"].as_array().expect("a list");
            context.iter().any(|name| name == rule)
        };
        assert!(examples.iter().any(fails_in_it), "{rule}: {record}");
    }
    let lengths = examples
        .iter()
        .map(|example| example["input"].as_str().expect("a text").len());
    assert!({ lengths }.is_sorted(), "{record}");
}
