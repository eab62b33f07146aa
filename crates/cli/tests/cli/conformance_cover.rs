//! `rfc1738 conformance cover`.

use crate::command::{given, stdout};
use crate::extent::few_or_many;
use serde_json::Value;

/// Returns standard output for texts of `port`, with the exit status.
fn covered(line: &str, texts: &str, status: i32) -> String {
    stdout(&given(texts, &format!("conformance cover {line}"), status).stderr(""))
}

#[test]
fn a_corpus_with_the_missing_texts_reaches_everything() {
    let all = [
        ("port", "80\n"),
        ("hostport", "h\nh:\n"),
        ("ftpurl", "ftp://h/\n"),
    ];
    for (rule, texts) in all.into_iter().take(few_or_many(2, 3)) {
        let missing = covered(&format!("--rule {rule} --format txt"), texts, 1);
        let all = format!("{texts}{missing}");
        assert_eq!(
            covered(&format!("--rule {rule} --format txt"), &all, 0),
            "",
            "{rule}"
        );
        let whole = covered(&format!("--rule {rule}"), &all, 0);
        assert!(!whole.contains("not reached"), "{whole}");
    }
}

#[test]
fn json_has_every_part_and_every_text() {
    let shown = covered("--rule port --format json", "12\nx\n", 1);
    let value: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(value["rule"], "port");
    assert_eq!(
        value["texts"],
        serde_json::json!({"valid": 1, "invalid": 1, "undecided": 0})
    );
    assert_eq!(
        value["alternatives"],
        serde_json::json!({"reached": 2, "all": 10})
    );
    assert_eq!(
        value["transitions"],
        serde_json::json!({"reached": 2, "all": 2})
    );
    assert_eq!(value["uses"].as_array().map(Vec::len), Some(13));
    let missing = value["missing"].as_array().expect("an array");
    assert!(
        missing
            .iter()
            .all(|text| text["input"].is_string() && text["hex"].is_string())
    );
}

#[test]
fn records_are_read_as_check_reads_them() {
    let shown = covered("--rule port --csv port --format json", "port,x\n80,y\n", 1);
    let value: Value = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(value["texts"]["valid"], 1);
}
