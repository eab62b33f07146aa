//! `rfc1738 extract`.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::command::{rfc1738, running, typed};
use serde_json::Value;

/// Returns the JSON objects on standard output.
fn objects(line: &str, input: &[u8]) -> Vec<Value> {
    crate::command::objects(&typed(line).write_stdin(input).assert())
}

#[test]
fn a_match_that_is_too_long_is_reported_as_such() {
    let document = format!("URL:news:{} <URL:news:b>", "a".repeat(1 << 20));
    let finds = objects("extract --format json", document.as_bytes());
    assert_eq!(finds[0]["fault"], "too-long");
    assert_eq!(finds[1]["text"], "news:b");
    let run = rfc1738(&["extract"]).write_stdin(document).output();
    let shown = String::from_utf8(run.expect("the command runs").stdout).expect("UTF-8");
    let explanation: Vec<&str> = shown.lines().skip(1).collect();
    assert_eq!(explanation[0], "error: too long for a URL");
    assert!(explanation[4].ends_with("no end within 1048576 bytes"));
    assert_eq!(
        explanation[6],
        "  help: a \">\" ends a URL; after \"URL:\", white space ends it as well"
    );
}

#[test]
fn an_error_in_a_long_document_has_its_line() {
    let before = "a line\r".repeat(100_000) + &"x ".repeat(100);
    let document = format!("{before}<URL:http://h/a\r  b\\c> and so on");
    let run = rfc1738(&["extract"]).write_stdin(document).output();
    let shown = String::from_utf8(run.expect("the command runs").stdout).expect("UTF-8");
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], r"<stdin>:100001:206: http://h/ab\\c");
    assert!(lines[2].ends_with("[<stdin>:100002:4]"), "{shown}");
    assert_eq!(lines[3], " 100002 |   b\\c>");
}

#[test]
fn a_match_is_shown_while_the_input_is_still_open() {
    let mut child = running(&["extract"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input
        .write_all(b"<URL:news:a> and so on")
        .expect("the command reads its input");
    input.flush().expect("the command reads its input");
    let mut first = String::new();
    output.read_line(&mut first).expect("a line");
    assert_eq!(first, "<stdin>:1:6: news:a\n");
    drop(input);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}
