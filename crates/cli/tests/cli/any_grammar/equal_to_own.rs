//! RFC 1738's own file with `--readings rfc1738` gives what the command gives without options.

use std::fs;
use std::process::Output;

use super::{in_grammar_package, recognizer};
use crate::command::{file, rfc1738};
use crate::extent::few_or_many;
use serde_json::Value;

const LINES: &str = "http://h/\nhttp://h:x/\nftp://a:b@c.d/e;type=i\nnope\n\u{e9}\nnews:*\n";

/// Returns the arguments that name the file of RFC 1738 and its readings.
fn own_file() -> [String; 4] {
    let file = in_grammar_package("src/rfc1738/rfc1738.bnf");
    ["--grammar", &file, "--readings", "rfc1738"].map(str::to_owned)
}

fn run(arguments: &[&str], more: &[String]) -> Output {
    let mut command = rfc1738(arguments);
    command.args(more).write_stdin(LINES);
    command.output().expect("the command runs")
}

/// Returns the output without the notes, their ids and remedies, which only RFC 1738 has.
fn without_notes(octets: &[u8]) -> String {
    let text = std::str::from_utf8(octets).expect("UTF-8");
    let is_other = |line: &&str| {
        let line = line.trim_start();
        let is_note = line.starts_with("note: ") && !line.starts_with("note: in ");
        !is_note && !line.starts_with("help: ")
    };
    let lines = text.lines().filter(is_other).map(|line| {
        let Ok(mut value) = serde_json::from_str::<Value>(line) else {
            return without_remark(line).to_owned();
        };
        for place in ["/error", "/near_miss/error"] {
            if let Some(Value::Object(error)) = value.pointer_mut(place) {
                error.insert("notes".to_owned(), Value::Array(Vec::new()));
                error.remove("id");
            }
        }
        value.to_string()
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns a line of `check` without what follows the expected characters.
fn without_remark(line: &str) -> &str {
    let remark = [line.find("; "), line.find(" [")].into_iter().flatten();
    let end = remark.min().filter(|_| line.starts_with("<stdin>:"));
    &line[..end.unwrap_or(line.len())]
}

fn assert_equal(arguments: &[&str]) {
    let own = run(arguments, &[]);
    let file = run(arguments, &own_file());
    assert_eq!(own.status.code(), file.status.code(), "{arguments:?}");
    assert!(own.status.code() < Some(2), "{arguments:?}: {own:?}");
    for (own, file) in [(own.stdout, file.stdout), (own.stderr, file.stderr)] {
        assert_eq!(without_notes(&own), without_notes(&file), "{arguments:?}");
    }
}

#[test]
fn trees_errors_traces_and_derivations_are_equal() {
    let texts = [
        "gopher://h/0a%09b%09c",
        "a\u{e9}",
        "http://h:x/",
        "http://a.b:80/c?d",
        "",
    ];
    for text in &texts[..few_or_many(2, 5)] {
        assert_equal(&["parse", "--no-advice", "--rule", "url", text]);
        assert_equal(&[
            "parse",
            "--detail",
            "characters",
            "--format",
            "sexp",
            "--rule",
            "url",
            text,
        ]);
        assert_equal(&["trace", "--rule", "url", text]);
        for command in ["parse", "trace", "derivations"] {
            assert_equal(&[command, "--format", "json", "--rule", "genericurl", text]);
        }
        assert_equal(&["derivations", "--rule", "url", text]);
    }
    assert_equal(&[
        "trace", "--rule", "hostport", "--only", "port", "--only", "url", "h:8",
    ]);
}

#[test]
fn naive_readings_are_equal() {
    for format in ["human", "json"] {
        assert_equal(&[
            "naive", "--format", format, "--rule", "hostname", "a.b1", "a", "-",
        ]);
    }
}

#[test]
fn verdicts_on_many_lines_are_equal() {
    assert_equal(&["check", "--rule", "url"]);
    assert_equal(&["check", "--rule", "url", "--format", "json", "--tree"]);
    assert_equal(&["check", "--rule", "hostport", "--tree"]);
}

#[test]
fn lists_and_pages_of_productions_are_equal() {
    assert_equal(&["rules"]);
    let rules = ["schemepart", "hex", "national", "gopherurl", "digit", "url"];
    for rule in &rules[..few_or_many(3, 6)] {
        assert_equal(&["rules", rule]);
        assert_equal(&["explain", "--rule", rule]);
        assert_equal(&["explain", rule, "--format", "json"]);
    }
}

#[test]
fn texts_and_suites_are_equal() {
    assert_equal(&["generate", "--rule", "hostport", "--seed", "3"]);
    assert_equal(&["generate", "--rule", "hostport", "--cover"]);
    assert_equal(&["generate", "--rule", "hostport", "--invalid", "-n", "50"]);
    for format in ["jsonl", "txt", "yaml"] {
        assert_equal(&[
            "conformance",
            "export",
            "--rule",
            "port",
            "--rule",
            few_or_many("digit", "host"),
            "--format",
            format,
        ]);
    }
}

#[cfg(unix)]
#[test]
fn the_counts_of_a_recognizer_are_equal() {
    let recognizer = recognizer(&["--rule", "digits"]);
    let reports = |more: &[String]| {
        let path = file("equal-counts.json", "");
        let start = ["conformance", "run", "--rule", "port", "--report", "human"];
        let questions = few_or_many("--questions=300", "--questions=5000000");
        let start = [&start[..], &["--report=json=equal-counts.json", questions]].concat();
        let run = run(&start, more);
        let json = fs::read_to_string(path).expect("a report");
        // What is saved for later reports has the name of the grammar.
        let (json, _) = json.split_once(",\"saved\":").expect("the last field");
        (run, json.to_owned())
    };
    let own = reports(&recognizer);
    assert_eq!(own.0.status.code(), Some(0), "{own:?}");
    assert_eq!(own, reports(&[&own_file()[..], &recognizer].concat()));
}
