//! `rfc1738 conformance export --format csv`, and the loaders of suites in the documentation.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{exits, file, objects, stdout};
use assert_cmd::assert::Assert;
use serde_json::Value;

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
fn exported(line: &str) -> Assert {
    exits(&format!("conformance export {line}"), 0).stderr("")
}

/// Returns the fields of each record. The octets of the suites here need no quotation marks.
fn records(table: &str) -> Vec<Vec<String>> {
    let lines = table.lines();
    lines
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

/// Returns the octets in hexadecimal digits.
fn hex(octets: &[u8]) -> String {
    let digits: Vec<String> = octets.iter().map(|octet| format!("{octet:02x}")).collect();
    digits.concat()
}

#[test]
fn a_record_has_the_verdict_and_the_octets() {
    exported("--rule port --quick --format csv").stdout(
        "\
rule,verdict,offset,can_end,next,input,input_hex
port,accept,,,,5,35
port,reject,1,true,0123456789,5x,3578
",
    );
}

#[test]
fn octets_that_are_not_utf_8_have_one_column() {
    file("csv-octets.abnf", "pair = %xC3 %xA9 / %xFF\n");
    let in_format = |format| {
        exported(&format!(
            "--grammar csv-octets.abnf --quick --format {format}"
        ))
    };
    let objects = objects(&in_format("jsonl"));
    let records = records(&stdout(&in_format("csv")));
    assert_eq!(records.len(), objects.len() + 1);
    for (record, object) in records[1..].iter().zip(&objects) {
        assert_eq!(object["hex"], record[6]);
        match &object["input"] {
            Value::String(text) => assert_eq!(
                (hex(text.as_bytes()), text),
                (record[6].clone(), &record[5])
            ),
            octets => assert_eq!((&octets["hex"], ""), (&object["hex"], record[5].as_str())),
        }
    }
    assert!(objects.iter().any(|object| object["input"].is_object()));
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
        ("port.jsonl", stdout(&exported("--rule port"))),
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
