//! `rfc1738 conformance cover`.

use crate::command::{given, stdout};
use crate::extent::few_or_many;

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
