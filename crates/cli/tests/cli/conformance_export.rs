//! `rfc1738 conformance export` and `cover`: whole suites, and what other programs read of them.

use crate::command::{exits, given, objects, rfc1738, running, stdout};
use crate::extent::few_or_many;
use assert_cmd::assert::Assert;
use serde::Deserialize;
use serde_json::Value;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Command;

/// Returns the output of the command with these arguments.
fn exported(line: &str) -> String {
    stdout(&exits(&format!("conformance export {line}"), 0).stderr(""))
}

/// Returns the JSON object on each line.
fn records(line: &str) -> Vec<Value> {
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
        for object in records(&format!("--rule {rule}")) {
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
    let objects = records("--rule search");
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
    let objects = records(line);
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
    let quick = records("--quick");
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

/// Returns standard output of the command, which writes nothing to standard error.
fn exported_by_productions(line: &str) -> String {
    stdout(&exits(&format!("conformance export --by-productions {line}"), 0).stderr(""))
}

#[test]
fn a_suite_by_productions_has_the_verdicts_of_check() {
    let texts = exported_by_productions("--rule hostport --format txt");
    let checked = objects(&given(texts, "check --rule hostport --format json", 1));
    let suite = objects(&exits(
        "conformance export --by-productions --rule hostport",
        0,
    ));
    let verdict = |record: &Value| record["ok"].clone();
    assert!(suite.iter().map(verdict).eq(checked.iter().map(verdict)));
    assert!(suite.len() < 2_000);
}

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

/// What the loader in Python needs besides: a parser, and as much of pytest as it uses, in case that is
/// not installed.
const PARSER: &str = "def accepts(text):\n    return text.isdigit()\n";

const PYTEST: &str = "\
class mark:
    def parametrize(name, cases, ids):
        def run(test):
            for case in cases:
                assert isinstance(ids(case), str)
                test(case)
            print(len(cases))
        return run
";

/// Returns standard output of the command.
fn exported_as_csv(line: &str) -> Assert {
    exits(&format!("conformance export {line}"), 0).stderr("")
}

/// Runs the loader of the documentation with a parser for `port`. Without Python, it is not run.
#[test]
fn the_python_loader_of_the_documentation_runs() {
    if Command::new("python3").arg("--version").output().is_err() {
        eprintln!("skipped: the_python_loader_of_the_documentation_runs, without python3");
        return;
    }
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/conformance.md");
    let docs = fs::read_to_string(docs).expect("the chapter is there");
    let (_, loader) = docs
        .split_once("```python\n")
        .expect("the chapter has a loader");
    let (loader, _) = loader.split_once("```").expect("the loader ends");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, octets) in [
        ("port.jsonl", stdout(&exported_as_csv("--rule port"))),
        ("my_parser.py", PARSER.into()),
        ("pytest.py", PYTEST.into()),
        ("test_port.py", loader.into()),
    ] {
        fs::write(folder.path().join(name), octets).expect("the folder is writable");
    }
    let run = Command::new("python3")
        .arg("test_port.py")
        .current_dir(folder.path())
        .output()
        .expect("Python runs");
    assert_eq!(String::from_utf8_lossy(&run.stderr), "");
    assert_eq!(String::from_utf8_lossy(&run.stdout), "742\n");
}

/// Returns standard output of the command, which writes nothing to standard error.
fn exported_quick(line: &str) -> String {
    stdout(&exits(&format!("conformance export {line}"), 0).stderr(""))
}

#[test]
fn a_quick_suite_has_the_verdicts_of_check() {
    let texts = exported_quick("--quick --rule ftpurl --format txt");
    let checked = objects(&given(texts, "check --rule ftpurl --format json", 1));
    let suite = objects(&exits("conformance export --quick --rule ftpurl", 0));
    let verdict = |record: &Value| record["ok"].clone();
    assert!(suite.iter().map(verdict).eq(checked.iter().map(verdict)));
    assert!(suite.iter().any(|case| case["ok"] == true));
}

#[test]
fn a_large_suite_says_so_before_its_texts() {
    let arguments = ["--rule=gopherurl", "--extra-states=2", "--format=txt"];
    assert_eq!(
        first_note(&[&["conformance", "export"], &arguments[..]].concat()),
        "note: the suite of gopherurl has 1308045 texts; a smaller number for --extra-states, \
         --by-productions, --quick or another production with --rule makes fewer\n",
    );
}

/// Returns the first line on standard error. It comes before the texts, which nobody reads.
pub(crate) fn first_note(arguments: &[&str]) -> String {
    let mut child = running(arguments);
    let mut note = String::new();
    let mut errors = BufReader::new(child.stderr.take().expect("a pipe"));
    errors.read_line(&mut note).expect("UTF-8");
    drop(child.stdout.take());
    child.wait().expect("the command ends");
    note
}
