//! `rfc1738 grammar fmt`.

use assert_cmd::assert::Assert;

use crate::command::{exits, file};

fn format(line: &str, code: i32) -> Assert {
    exits(&format!("grammar fmt {line}"), code)
}

#[test]
fn readings_say_which_literals_have_no_quotation_marks() {
    file(
        "format-rfc.bnf",
        include_str!("../../../../grammar/rfc1738.bnf"),
    );
    format("--readings rfc1738 format-rfc.bnf", 0).stderr("");
    format("--check --readings rfc1738 format-rfc.bnf", 0).stdout("");
}
