//! `rfc1738 conformance export`.

use crate::command::{exits, rfc1738, running, stdout};
use crate::conformance_quick::first_note;
use crate::extent::few_or_many;
use serde::Deserialize;
use serde_json::Value;

/// Returns the output of the command with these arguments.
fn exported(line: &str) -> String {
    stdout(&exits(&format!("conformance export {line}"), 0).stderr(""))
}

/// Returns the JSON object on each line.
fn objects(line: &str) -> Vec<Value> {
    crate::command::objects(&exits(&format!("conformance export {line}"), 0).stderr(""))
}

fn input(object: &Value) -> &str {
    object["input"].as_str().expect("a string")
}

#[test]
fn json_lines_are_printable_ascii() {
    let lines = exported("--rule punctuation");
    let is_plain = |octet: u8| matches!(octet, b' '..=b'~' | b'\n');
    assert!(lines.bytes().all(is_plain));
    for escaped in [
        "\"\\u0000\"",
        "\"\\t\"",
        "\"\\u007f\"",
        "\"\\u00e9\"",
        "\"\\\"\"",
        "\"\\\\\"",
    ] {
        assert!(lines.contains(&format!("\"input\":{escaped}")), "{escaped}");
    }
}

#[test]
fn each_record_agrees_with_the_parsers() {
    for rule in few_or_many(&["fieldspec"][..], &["hostport", "fieldspec"]) {
        let texts = exported(&format!("--rule {rule} --format txt"));
        let run = rfc1738(&["check", "--rule", rule, "--format", "json"])
            .write_stdin(texts)
            .assert();
        let checked = stdout(&run);
        let mut checked = checked.lines();
        for object in objects(&format!("--rule {rule}")) {
            let line = checked.next().expect("a line for each text");
            let parsed: Value = serde_json::from_str(line).expect("a JSON object");
            for field in ["rule", "input", "ok"] {
                assert_eq!(object[field], parsed[field], "{object}");
            }
            for field in ["offset", "next", "can_end"] {
                assert_eq!(object[field], parsed["error"][field], "{object}");
            }
        }
        assert_eq!(checked.next(), None);
    }
}

#[test]
fn the_lines_of_txt_are_the_texts() {
    let texts = exported("--rule search --format txt");
    let objects = objects("--rule search");
    assert!(texts.lines().eq(objects.iter().map(input)));
    assert!(texts.ends_with('\n') && !texts.contains('\r'));
}

/// A suite in the format of ABNF test runners.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct Suite {
    test_cases: Vec<TestCase>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase", deny_unknown_fields)]
struct TestCase {
    name: String,
    rule: String,
    input: String,
    fail_at: Option<u64>,
}

#[test]
fn yaml_contains_the_same_cases_as_json_lines() {
    let line = few_or_many(
        "--rule punctuation --rule digits --rule search",
        "--rule punctuation --rule hostnumber --rule fieldspec",
    );
    let yaml = exported(&format!("{line} --format yaml"));
    let suite: Suite = serde_saphyr::from_str(&yaml).expect("YAML");
    let objects = objects(line);
    assert_eq!(suite.test_cases.len(), objects.len());
    assert!(suite.test_cases.iter().any(|case| case.input.is_empty()));
    for (case, object) in suite.test_cases.iter().zip(&objects) {
        assert_eq!(case.rule, object["rule"]);
        assert_eq!(case.input, input(object));
        assert_eq!(case.fail_at, object["offset"].as_u64(), "{object}");
        assert!(case.name.starts_with(&format!("{} ", case.rule)));
    }
}

#[test]
fn url_is_exported_by_default() {
    let quick = objects("--quick");
    assert!((60..300).contains(&quick.len()), "{}", quick.len());
    assert!(quick.iter().all(|object| object["rule"] == "url"));
    assert!(
        quick
            .iter()
            .any(|object| input(object).starts_with("gopher://"))
    );
    if few_or_many(false, true) {
        let texts = exported("--format txt");
        assert_eq!(texts.lines().count(), 625_626);
        assert!(texts.lines().any(|text| text == "gopher://a/"));
    }
}

#[test]
fn all_productions_can_be_requested() {
    let all = ["conformance", "export", "--all", "--format", "txt"];
    let note = "note: the 67 suites have 1358654 texts; --by-productions, --quick or another \
                production with --rule makes fewer\n";
    assert_eq!(first_note(&all), note);
    if few_or_many(false, true) {
        let texts = stdout(&rfc1738(&all).assert().code(0).stderr(note));
        assert_eq!(texts.lines().count(), 1_358_654);
        assert!(texts.starts_with('\n'));
    }
    exits("conformance export --all --rule port", 2)
        .stdout("")
        .stderr(
            "\
error: the argument '--all' cannot be used with '--rule <NAME>'

Usage: rfc1738 conformance export --all

For more information, try '--help'.
",
        );
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    use std::io::{BufRead as _, BufReader, Read as _};

    for format in ["jsonl", "csv", "txt", "yaml"] {
        // Its suite takes more than a pipe holds.
        let rule = "--rule=ftpurl";
        let mut child = running(&["conformance", "export", rule, "--format", format]);
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut String::new()).expect("a line");
        drop(out);
        let status = child.wait().expect("the command ends");
        assert_eq!(status.code(), Some(141), "{format}");
        let mut said = String::new();
        let mut errors = child.stderr.take().expect("a pipe");
        errors.read_to_string(&mut said).expect("UTF-8");
        assert_eq!(said, "", "{format}");
    }
}
