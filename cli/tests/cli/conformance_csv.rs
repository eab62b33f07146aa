//! `rfc1738 conformance export --format csv`, and the loaders of suites in the documentation.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{file, rfc1738};
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
fn exported(arguments: &[&str]) -> Vec<u8> {
    let run = rfc1738(&["conformance", "export"]).args(arguments).assert();
    run.code(0).stderr("").get_output().stdout.clone()
}

/// Returns the fields of each record. The octets of the suites here need no quotation marks.
fn records(octets: &[u8]) -> Vec<Vec<String>> {
    let text = std::str::from_utf8(octets).expect("UTF-8");
    let lines = text.lines();
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
    let shown = exported(&["--rule", "port", "--quick", "--format", "csv"]);
    let expected = "\
rule,verdict,offset,can_end,next,input,input_hex
port,accept,,,,5,35
port,reject,1,true,0123456789,5x,3578
";
    assert_eq!(String::from_utf8(shown).expect("UTF-8"), expected);
}

#[test]
fn octets_that_are_not_utf_8_have_one_column() {
    let grammar = file("csv-octets.abnf", "pair = %xC3 %xA9 / %xFF\n");
    let grammar = grammar.to_str().expect("UTF-8");
    let arguments = ["--grammar", grammar, "--quick", "--format"];
    let table = exported(&[&arguments[..], &["csv"]].concat());
    let lines = exported(&[&arguments[..], &["jsonl"]].concat());
    let objects = lines
        .split(|&octet| octet == b'\n')
        .filter(|line| !line.is_empty());
    let objects: Vec<Value> = objects
        .map(|line| serde_json::from_slice(line).expect("JSON"))
        .collect();
    let records = records(&table);
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
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/conformance.md");
    let docs = fs::read_to_string(docs).expect("the chapter is there");
    let (_, loader) = docs
        .split_once("```python\n")
        .expect("the chapter has a loader");
    let (loader, _) = loader.split_once("```").expect("the loader ends");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, octets) in [
        ("port.jsonl", exported(&["--rule", "port"])),
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
