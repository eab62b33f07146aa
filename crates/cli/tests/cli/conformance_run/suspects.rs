//! What a search finds beyond the suite, and suspects, in every report.

use serde_json::Value;

use super::{record, run_and_search};
use crate::command::{file, stderr, stdout};

const ARGUMENTS: &str = "--quick --questions 2000";

/// A parser of brackets in brackets that also takes `[null]`, and no more than eight brackets.
const NULL: &str = r"LC_ALL=C sed -u -E -e 's/^\[null\]$/accept/' -e t -e ':a' -e 's/^(\[{0,7})\[\](\]{0,7})$/\1\2/' -e ta -e 's/^$/accept/' -e t -e 's/.*/reject/'";

/// Writes a grammar with a file of suspects beside it, and returns the arguments of a run.
fn arguments(name: &str) -> String {
    file(&format!("{name}.abnf"), "list = %x5B [ list ] %x5D\n");
    file(
        &format!("{name}.suspects.toml"),
        "[[suspect]]\nproduction = \"list\"\ntexts = [\"[null]\", \"[[]]\"]\nwhy = \"a test\"\n\n\
         [[suspect]]\nproduction = \"list\"\nrepeat = { text = \"[\", end = \"]\", times = 1000 }\nwhy = \"a test\"\n",
    );
    format!("--grammar {name}.abnf {ARGUMENTS}")
}

#[test]
fn a_suspect_that_disagrees_is_in_every_report() {
    let arguments = arguments("suspected");
    for report in ["human", "json", "junit", "html", "github", "sarif"] {
        let run = run_and_search(&format!("{arguments} --report {report}"), NULL, 1);
        let shown = stdout(&run);
        assert!(
            shown.contains("[null]") || shown.contains("null]"),
            "{report}: {shown}"
        );
    }
}

#[test]
fn a_nesting_is_reported_from_the_least_that_disagrees() {
    let arguments = arguments("nested-suspects");
    let json = record(&run_and_search(
        &format!("{arguments} --report json"),
        NULL,
        1,
    ));
    let groups = json["unexplained"].as_array().expect("a list");
    let rejected = groups
        .iter()
        .filter(|it| it["direction"] == "wrongly_rejected");
    let witnesses: Vec<&Value> = rejected.map(|it| &it["witness"]).collect();
    let causes = json["causes"].as_array().expect("a list").iter();
    let causes = causes.filter(|it| it["direction"] == "wrongly_rejected");
    let all: Vec<&Value> = causes.map(|it| &it["witness"]).chain(witnesses).collect();
    assert!(
        all.iter()
            .any(|it| it.as_str() == Some("[[[[[[[[[]]]]]]]]]")),
        "{json}"
    );
}

#[test]
fn a_file_of_suspects_that_cannot_be_read_is_named() {
    file("unsuspected.abnf", "list = 1*DIGIT\n");
    file(
        "unsuspected.suspects.toml",
        "[[suspect]]\nproduction = \"list\"\n",
    );
    let errors = stderr(&run_and_search("--grammar unsuspected.abnf", NULL, 2));
    let start = "error: unsuspected.suspects.toml: the suspects cannot be read: ";
    assert!(errors.contains(start), "{errors}");
}
