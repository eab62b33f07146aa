//! `rfc1738 check --summary`, `--errors-only` and `--quiet`.

use std::io::{Read as _, Write as _};

use crate::command::{exits, file, given, objects, rfc1738, running, stdout};
use serde_json::{Value, json};

const LOG: &[u8] = b"http://h/\nhttp://u@h/\nftp://h/a;type=q\nhttp://\x1b[2J\nHTTPS://h/\n";

/// Runs the command on the log, and returns what it writes to standard output.
fn output(line: &str, code: i32) -> String {
    stdout(&given(LOG, &format!("check {line}"), code).stderr(""))
}

#[test]
fn the_summary_counts_by_production_error_scheme_and_file() {
    assert_eq!(
        output("--summary human", 1),
        "\
5 lines: 2 valid, 3 invalid
  valid as
    otherurl  1  <stdin>:5: HTTPS://h/
    httpurl   1  <stdin>:1: http://h/
  invalid in
    hostport  1  <stdin>:2: http://u@h/
    host      1  <stdin>:4: http://\\u{1b}[2J
    ftptype   1  <stdin>:3: ftp://h/a;type=q
  invalid because of
    http-user     1  <stdin>:2: http://u@h/
    ftp-typecode  1  <stdin>:3: ftp://h/a;type=q
    host-label    1  <stdin>:4: http://\\u{1b}[2J
  valid by scheme
    http   1  <stdin>:1: http://h/
    https  1  <stdin>:5: HTTPS://h/
  invalid by scheme
    http  2  <stdin>:2: http://u@h/
    ftp   1  <stdin>:3: ftp://h/a;type=q
  valid in file
    <stdin>  2  <stdin>:1: http://h/
  invalid in file
    <stdin>  3  <stdin>:2: http://u@h/
"
    );
}

#[test]
fn a_summary_in_json_is_one_object_with_a_type() {
    let line = output("--summary json", 1);
    assert_eq!(line.lines().count(), 1);
    let summary: Value = serde_json::from_str(&line).expect("an object");
    assert_eq!(
        (&summary["type"], &summary["texts"]),
        (&json!("summary"), &json!(5))
    );
    let first = json!({"file": "<stdin>", "line": 2, "offset": 8, "text": "http://u@h/"});
    let errors = &summary["invalid_by_error"];
    assert_eq!(
        errors[0],
        json!({"name": "http-user", "count": 1, "first": first})
    );
}

#[test]
fn a_summary_in_csv_has_a_record_for_each_count() {
    let table = output("--summary csv", 1);
    assert!(table.starts_with("group,name,count,file,line,record,offset,text\ntotal,texts,5,"));
    assert!(
        table.contains("\ninvalid_by_scheme,http,2,<stdin>,2,,8,http://u@h/\n"),
        "{table}"
    );
}

#[test]
fn records_of_texts_and_of_the_summary_differ_in_type() {
    let line = "check --format json --errors-only --summary json";
    let records = objects(&given(LOG, line, 1).stderr(""));
    let kinds: Vec<&Value> = records.iter().map(|record| &record["type"]).collect();
    assert_eq!(
        kinds,
        [&Value::Null, &Value::Null, &Value::Null, &json!("summary")]
    );
    let lines: Vec<&Value> = records.iter().map(|record| &record["line"]).collect();
    assert_eq!(lines[..3], [2, 3, 4]);
}

#[test]
fn every_record_names_its_file_and_every_error_has_notes() {
    file("word.bnf", "word = 1*\"a\"\n");
    for options in ["", "--grammar word.bnf"] {
        let line = format!("check --format json {options}");
        for record in objects(&given(LOG, &line, 1).stderr("")) {
            assert_eq!(record["file"], "<stdin>");
            let has_notes = record["error"]["notes"].is_array();
            assert_eq!(has_notes, record["ok"] == false, "{record}");
        }
    }
}

#[test]
fn denied_advice_is_an_error_that_stays() {
    let log = "ftp://h/\nftp://u:p@h/\n";
    let line = "check --format json --errors-only --deny password";
    assert_eq!(objects(&given(log, line, 1).stderr("")).len(), 1);
    let line = "check --summary csv --advice --deny password";
    let table = stdout(&given(log, line, 1).stderr(""));
    assert!(
        table.contains("\nadvice,password,1,<stdin>,2,,8,ftp://u:p@h/\n"),
        "{table}"
    );
    assert!(table.contains("\ntotal,denied,1,"), "{table}");
}

#[test]
fn a_summary_lists_each_file_even_if_one_is_missing() {
    file("first-log.txt", "http://h/\n");
    file("second-log.txt", "x\nhttp://h/\n");
    let line = "check --summary csv first-log.txt no-log.txt second-log.txt";
    let table = stdout(&exits(line, 2));
    for row in [
        "\nvalid_by_file,first-log.txt,1,first-log.txt,1,",
        "\nvalid_by_file,second-log.txt,1,second-log.txt,2,",
        "\ninvalid_by_file,second-log.txt,1,second-log.txt,1,",
    ] {
        assert!(table.contains(row), "{row} in {table}");
    }
}

#[test]
fn a_summary_is_for_any_grammar() {
    file(
        "links.abnf",
        "link = scheme \":\" 1*%x61-7A\nscheme = 1*%x61-7A\n",
    );
    let line = "check --summary csv --grammar links.abnf";
    let table = stdout(&given("a:b\nb:c\na:B\n1\n", line, 1).stderr(""));
    for row in [
        "valid_by_scheme,a,1,<stdin>,1,,,a:b",
        "valid_by_scheme,b,1,<stdin>,2,,,b:c",
        "invalid_by_scheme,(none),1,<stdin>,4,,0,1",
        "invalid_by_error,link-syntax,1,<stdin>,3,,2,a:B",
    ] {
        assert!(table.contains(&format!("\n{row}\n")), "{row} in {table}");
    }
    file("digits.abnf", "digits = 1*%x30-39\n");
    let line = "check --summary csv --grammar digits.abnf";
    let table = stdout(&given("1\n", line, 0).stderr(""));
    assert!(!table.contains("scheme"), "{table}");
}

#[test]
fn texts_and_summary_in_different_formats_are_refused() {
    for (texts, summary) in [("human", "json"), ("json", "human"), ("json", "csv")] {
        rfc1738(&["check", "--format", texts, "--summary", summary])
            .assert()
            .code(2)
            .stdout("")
            .stderr(
                "error: --format and --summary write to the same output: give both the same \
                 format, or omit --format for the summary alone\n",
            );
    }
}

#[test]
fn quiet_says_it_all_with_the_exit_status() {
    for (texts, code) in [("http://h/\n", 0), ("x\n", 1), ("", 0)] {
        given(texts, "check -q", code).stdout("").stderr("");
    }
    exits("check --quiet --summary json", 2);
}

#[test]
fn quiet_stops_at_the_first_invalid_text() {
    let mut child = running(&["check", "--quiet"]);
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"http://h/\nx\n")
        .expect("the command reads its input");
    // Its standard input stays open.
    assert_eq!(child.wait().expect("the command ends").code(), Some(1));
    let mut errors = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut errors)
        .expect("UTF-8");
    assert_eq!(errors, "");
    drop(input);
}

#[test]
fn quiet_says_what_it_could_not_read() {
    given("http://h/\n", "check --quiet no-such-log.txt -", 2)
        .stdout("")
        .stderr("error: no-such-log.txt: No such file or directory (os error 2)\n");
}
