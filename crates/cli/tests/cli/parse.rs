//! `rfc1738 parse`.

use crate::command::{given, stdout};
use crate::extent::few_or_many;

#[test]
fn a_long_text_is_parsed_in_every_format() {
    let text = format!("http://h/{}", "a".repeat(few_or_many(500_000, 2_000_000)));
    let wrong = text.clone() + " ";
    for format in ["tree", "json", "jsonl", "sexp"] {
        let line = format!("parse --format {format} -");
        given(text.as_str(), &line, 0).stderr("");
        given(wrong.as_str(), &line, 1);
    }
}

#[test]
fn a_text_with_many_parts_is_parsed_in_every_format() {
    let parts = few_or_many(10_000, 50_000);
    let text = format!("http://h/{}", "a/".repeat(parts));
    for format in ["tree", "json", "jsonl", "sexp"] {
        let output = stdout(&given(
            text.as_str(),
            &format!("parse --format {format} -"),
            0,
        ));
        assert_eq!(output.matches("hsegment").count(), parts + 1);
    }
}
