//! `rfc1738 grammar fmt`.

use std::fs;

use assert_cmd::assert::Assert;

use crate::command::{exits, file, given};

const SOURCE: &str = "a  =  b/\"x\"  ; one\n\n\n  ; two\nb=\"y\"\n";
const FORMATTED: &str = "a = b / \"x\" ; one\n\n; two\nb = \"y\"\n";

fn format(line: &str, code: i32) -> Assert {
    exits(&format!("grammar fmt {line}"), code)
}

#[test]
fn files_are_replaced_and_standard_input_goes_to_standard_output() {
    let path = file("format-one.abnf", SOURCE);
    let other = file("format-other.abnf", FORMATTED);
    format("format-one.abnf format-other.abnf", 0)
        .stdout("")
        .stderr("");
    for path in [&path, &other] {
        assert_eq!(fs::read_to_string(path).expect("it is a file"), FORMATTED);
    }
    given(SOURCE, "grammar fmt -", 0).stdout(FORMATTED);
}

#[test]
fn a_check_names_the_files_that_differ_and_writes_nothing() {
    let path = file("format-check.abnf", SOURCE);
    file("format-checked.abnf", FORMATTED);
    format("--check format-check.abnf format-checked.abnf", 1)
        .stdout("format-check.abnf\n")
        .stderr("");
    assert_eq!(fs::read_to_string(path).expect("it is a file"), SOURCE);
    format("--check format-checked.abnf", 0).stdout("");
}

#[test]
fn an_unreadable_file_is_kept_and_the_others_are_formatted() {
    let path = file("format-wrong.abnf", "a  = \"x\nb = \"y\"\n");
    let other = file("format-right.abnf", SOURCE);
    format("format-wrong.abnf format-right.abnf", 2)
        .stdout("")
        .stderr(
            "error: format-wrong.abnf:1:6: the literal is not closed; the file is not formatted\n",
        );
    assert!(
        fs::read_to_string(path)
            .expect("it is a file")
            .starts_with("a  =")
    );
    assert_eq!(fs::read_to_string(other).expect("it is a file"), FORMATTED);
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
