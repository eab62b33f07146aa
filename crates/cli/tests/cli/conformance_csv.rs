//! `rfc1738 conformance export --format csv`, and the loaders of suites in the documentation.

use std::fs;
use std::path::Path;
use std::process::Command;

use crate::command::{exits, stdout};
use assert_cmd::assert::Assert;

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
