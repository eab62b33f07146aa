//! `rfc1738 check`.

use crate::command::{exits, file, given, rfc1738, stdout};
use crate::extent::few_or_many;
use serde_json::{Value, json};

const MIXED: &[u8] =
    b"http://a/\r\nftp://x/;type=q\n\nnews:alt.test\nx:\xff\nhttp://user@h/\nmailto:a@b";

#[test]
fn invalid_lines_go_to_standard_output_unlike_their_count() {
    file("mixed.txt", MIXED);
    exits("check mixed.txt", 1)
        .stdout(
            "\
mixed.txt:2:15: found \"q\", expected \"A\", \"D\", \"I\", \"a\", \"d\" or \"i\"; the typecode is one of the characters \"a\", \"i\" and \"d\" (RFC 1738, 3.2.2) [ftp-typecode]; write ftp://x/;type=a
mixed.txt:3:1: found the end of the text, expected alphadigit, \"+\", \"-\" or \".\"; a URL begins with the name of its scheme (letters, digits, \"+\", \".\" and \"-\") and a colon (RFC 1738, 2.1) [scheme-missing]
mixed.txt:5:3: found octet FF, expected xchar or end of text; octet FF is not a US-ASCII character and has to be encoded: %FF (RFC 1738, 2.2) [not-us-ascii]; write x:%FF
mixed.txt:6:12: found \"@\", expected alphadigit, \"-\", \".\", \":\", \"/\" or end of text; no user name or password is allowed in an http URL (RFC 1738, 3.3) [http-user]; write http://h/
",
        )
        .stderr(
            "\
7 lines: 3 valid, 4 invalid
  valid as
    httpurl    1
    mailtourl  1
    newsurl    1
  invalid in
    url            1
    ip-schemepart  1
    hostport       1
    ftptype        1
",
        );
}

#[test]
fn valid_lines_are_silent() {
    given("1\n22\n", "check --rule port", 0)
        .stdout("")
        .stderr("2 lines: 2 valid, 0 invalid\n  valid as\n    digits  2\n");
}

#[test]
fn the_greatest_counts_come_first() {
    given("news:a\nhttp://h\nnews:b\n", "check", 0)
        .stderr("3 lines: 3 valid, 0 invalid\n  valid as\n    newsurl  2\n    httpurl  1\n");
}

#[test]
fn trees_of_valid_lines_are_shown_on_request() {
    given("80\nx\n", "check --rule port --tree", 1)
        .stdout(
            "\
<stdin>:1:
port 0..2 \"80\"
└─ digits 0..2 \"80\"
<stdin>:2:1: found \"x\", expected digit; the port after the colon is a decimal number (RFC 1738, 3.1) [port-digits]
",
        );
}

#[test]
fn json_is_one_object_for_each_line_and_nothing_else() {
    file("json.txt", MIXED);
    let records = records(&["check", "--format", "json", "json.txt"], 1);
    assert_eq!(records.len(), 7);
    assert_eq!(
        records[0],
        json!({"line": 1, "input": "http://a/", "rule": "url", "ok": true, "file": "json.txt"})
    );
    assert_eq!(records[2]["input"], "");
    assert_eq!(records[4]["input"], "x:\u{fffd}");
    assert_eq!(records[4]["error"]["offset"], 2);
    assert_eq!(
        records[5]["error"]["context"],
        json!(["url", "httpurl", "hostport"])
    );
    assert!(
        records
            .iter()
            .zip(1..)
            .all(|(record, line)| record["line"] == line)
    );
    assert!(records.iter().all(|record| record.get("tree").is_none()));
}

#[test]
fn json_contains_trees_on_request() {
    given("80\n", "check --rule port --format json --tree", 0)
        .stderr("")
        .stdout(
            "{\"line\":1,\"input\":\"80\",\"rule\":\"port\",\"ok\":true,\"tree\":{\"rule\":\"port\",\"start\":0,\"end\":2,\
             \"children\":[{\"rule\":\"digits\",\"start\":0,\"end\":2,\"children\":[]}]},\"file\":\"<stdin>\"}\n",
        );
}

#[test]
fn json_of_an_invalid_line_has_the_documented_fields() {
    given("8x\n", "check --rule port --format json", 1).stderr("").stdout(
        "{\"line\":1,\"input\":\"8x\",\"rule\":\"port\",\"ok\":false,\"error\":{\"offset\":1,\"start\":1,\"end\":2,\
         \"found\":\"x\",\"expected\":[\"digit\",\"end of text\"],\"next\":\"0123456789\",\"can_end\":true,\
         \"context\":[\"port\",\"digits\"],\"notes\":[{\"section\":\"3.1\",\
         \"message\":\"the port after the colon is a decimal number\",\"id\":\"port-digits\",\"fixes\":[]}],\"id\":\"port-digits\"},\"file\":\"<stdin>\"}\n",
    );
}

#[test]
fn a_lone_carriage_return_is_part_of_the_line() {
    let records = records_of(
        &["check", "--format", "json"],
        "a:b\r\na:\r\r\na:b\rc\na:d\r",
        1,
    );
    let inputs: Vec<&Value> = records.iter().map(|record| &record["input"]).collect();
    assert_eq!(inputs, ["a:b", "a:\r", "a:b\rc", "a:d\r"]);
}

#[test]
fn an_empty_file_has_no_lines_and_no_errors() {
    file("empty.txt", "");
    exits("check empty.txt", 0)
        .stdout("")
        .stderr("0 lines: 0 valid, 0 invalid\n");
    exits("check --format json empty.txt", 0)
        .stdout("")
        .stderr("");
}

#[test]
fn an_empty_line_is_an_empty_text() {
    given("\n", "check --rule hpath", 0);
    given("\n", "check --rule port", 1);
}

#[test]
fn a_hyphen_among_the_files_is_standard_input() {
    file("first.txt", "1\n");
    let records = records_of(
        &[
            "check",
            "--rule",
            "port",
            "--format",
            "json",
            "first.txt",
            "-",
        ],
        "2\n3\n",
        0,
    );
    let places: Vec<(&Value, &Value)> = records
        .iter()
        .map(|record| (&record["line"], &record["input"]))
        .collect();
    assert_eq!(
        places,
        [
            (&json!(1), &json!("1")),
            (&json!(1), &json!("2")),
            (&json!(2), &json!("3"))
        ]
    );
}

#[test]
fn unreadable_files_do_not_keep_others_from_being_checked() {
    file("readable.txt", "x\n");
    exits("check --rule port missing.txt readable.txt .", 2)
        .stdout(
            "readable.txt:1:1: found \"x\", expected digit; the port after the colon is a decimal \
         number (RFC 1738, 3.1) [port-digits]\n",
        )
        .stderr(
            "\
error: missing.txt: No such file or directory (os error 2)
error: .: is a directory
1 line: 0 valid, 1 invalid
  invalid in
    digits  1
",
        );
}

#[test]
fn nothing_is_counted_if_nothing_can_be_read() {
    exits("check missing.txt", 2)
        .stdout("")
        .stderr("error: missing.txt: No such file or directory (os error 2)\n");
}

#[test]
fn a_line_of_many_mb_is_a_line() {
    let length = few_or_many(3_000_000, 10_000_000);
    let text = format!(
        "http://h/{}\nhttp://h/{} \n",
        "a".repeat(length),
        "b".repeat(length)
    );
    given(text, "check", 1).stdout(format!(
        "<stdin>:2:{}: found \" \", expected xchar or end of text [white-space]\n",
        length + 10
    ));
}

#[test]
fn the_name_of_a_file_is_escaped() {
    exits("check no\u{1b}[31m\u{202e}such", 2)
        .stderr("error: no\\u{1b}[31m\\u{202e}such: No such file or directory (os error 2)\n");
}

fn records(arguments: &[&str], code: i32) -> Vec<Value> {
    records_of(arguments, "", code)
}

fn records_of(arguments: &[&str], input: &str, code: i32) -> Vec<Value> {
    let run = rfc1738(arguments)
        .write_stdin(input)
        .assert()
        .code(code)
        .stderr("");
    let lines = stdout(&run);
    lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("a JSON object"))
        .collect()
}
