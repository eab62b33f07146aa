//! Counts of disagreements, and the search for their causes, with parsers whose faults are planted.

use super::{
    EMPTY, LIBRARY, PORT, cases, later, number, record, run, run_and_search, run_spoilt,
    with_script,
};
use crate::command::{file, stdout};
use crate::extent::few_or_many;
use assert_cmd::assert::Assert;
use serde_json::{Value, json};
use std::fs;
use std::path::Path;

/// Returns a run on `port` whose parser runs `then` in the search.
fn broken(name: &str, then: &str, line: &str, code: i32) -> Assert {
    let script = format!("{}; {EMPTY}", later(name, then));
    run_and_search(&format!("--rule port --timeout 1 {line}"), &script, code)
}

#[test]
fn a_parser_that_answers_at_once_is_not_started_again() {
    let at_once = "while IFS= read -r line
        do case $line in *[!0-9]*) echo reject ;; *) echo accept ;; esac
        done";
    let (starts, rounds) = starts_and_rounds("at_once.started", at_once);
    assert!(rounds > 1);
    assert_eq!(
        starts, 3,
        "for the suite, for its sample and for the search"
    );
}

/// Returns how often a parser of `port` that also accepts the empty text is started, and the
/// number of rounds of the search.
fn starts_and_rounds(name: &str, parser: &str) -> (u64, u64) {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // An earlier run may have left it.
    let _ = fs::remove_file(&path);
    let script = format!("echo >>'{}'; {parser}", path.display());
    let record = record(&run_and_search("--rule port --report json", &script, 1));
    let search = &record["search"];
    let found: Vec<&str> = sentences(&record);
    assert!(
        found.contains(&"digits: accepts the empty text"),
        "{found:?}"
    );
    let starts = fs::read_to_string(&path).expect("a file").lines().count();
    let rounds = search["rounds"].as_u64().expect("a number");
    (u64::try_from(starts).expect("a few"), rounds)
}

#[test]
fn a_breakdown_in_the_search_keeps_the_counts() {
    let json = record(&broken("json.started", "exit 3", "--report json", 2));
    assert_eq!(json["false_accepts"], 1);
    assert_eq!(json["failure"]["kind"], "ended");
    assert_eq!(json["failure"]["round"], 1);
    assert_eq!(json["conclusion"]["kind"], "stopped");
    let shown = stdout(&broken("human.started", "exit 3", "", 2));
    assert!(
        shown.contains("741 as they should be, 1 wrongly accepted, 0 wrongly rejected"),
        "{shown}"
    );
    assert!(
        shown.contains("\nthe search for causes stopped: sh ended with exit status 3 before"),
        "{shown}"
    );
}

#[test]
fn each_planted_fault_is_a_cause() {
    // Accepts an underscore as a letter.
    let rule = few_or_many("toplabel", "hostname");
    let json = record(&run_spoilt_and_search(rule, "tr _ a", "cat", 1));
    let sentences = sentences(&json);
    assert_eq!(sentences, ["alpha: accepts `_`"], "{json}");
    assert_eq!(json["causes"][0]["id"], format!("{rule}/accepts/_"));
    assert_eq!(json["causes"][0]["learnt"]["too_many"], "^_$");
    assert_eq!(json["conclusion"]["kind"], "explained", "{json}");
    assert_eq!(json["unexplained"], json!([]));
}

/// Returns the sentences of the causes.
fn sentences(record: &Value) -> Vec<&str> {
    let causes = record["causes"].as_array().expect("a list").iter();
    let sentences = causes.map(|cause| cause["sentence"].as_str().expect("a text"));
    sentences.collect()
}

/// Returns a run with the library as the parser, between two scripts that spoil it.
fn run_spoilt_and_search(rule: &str, before: &str, after: &str, code: i32) -> Assert {
    let script = format!("{before} | {LIBRARY} | {after}");
    let mut command = with_script(&format!("--rule {rule} --report json"), &script);
    command.arg(rule).assert().code(code)
}

/// Names with the letters of Latin-1 and Latin Extended-A, without `×` and `÷`.
const GRAMMAR: &str = "name = 1*letter\nletter = %x61-7A / %xC0-D6 / %xD8-F6 / %xF8-17F\n";

/// A parser that also accepts `×` and `÷`.
const SIGNS: &str = r"LC_ALL=C sed -u -E -e 's/^([a-z]|\xc3[\x80-\xbf]|[\xc4\xc5][\x80-\xbf])+$/accept/' \
    -e t -e 's/.*/reject/'";

#[test]
fn causes_and_baselines_of_a_grammar_of_characters_have_characters() {
    let grammar = "conformance-characters.abnf";
    file(grammar, GRAMMAR.as_bytes());
    let json = record(&run_and_search(
        &format!("--grammar {grammar} --report json"),
        SIGNS,
        1,
    ));
    let causes = json["causes"].as_array().expect("a list");
    assert_eq!(causes.len(), 1, "{json}");
    assert_eq!(causes[0]["sentence"], "letter: accepts any of %xD7 %xF7");
    assert_eq!(causes[0]["learnt"]["regex"], r"^[a-z\u00c0-\u017f]$");
    assert_eq!(json["parser_alphabet"], "characters");

    let baseline = "conformance-characters.toml";
    let path = file(baseline, b"");
    let again = format!("--grammar {grammar} --baseline {baseline}");
    run_and_search(&format!("{again} --accept signs"), SIGNS, 0);
    let text = fs::read_to_string(path).expect("it is there");
    assert!(text.contains(r"'^[\u00d7\u00f7]$'"), "{text}");
    run_and_search(&again, SIGNS, 0);
}

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
fn counts_are_those_of_the_exported_suite() {
    let cases = cases("port");
    let valid = cases.iter().filter(|case| case["ok"] == true).count();
    let invalid = cases.len() - valid;
    let mut right = record(&run("--rule port --report json", PORT, 0));
    let expected = json!({
        "rule": "port",
        "extra_states": 0,
        "quick": false,
        "texts": cases.len(),
        "left_out": 0,
        "true_accepts": valid,
        "false_accepts": 0,
        "true_rejects": invalid,
        "false_rejects": 0,
        "offsets": {"given": invalid, "equal": invalid},
        "productions": right["productions"],
        "disagreements": [],
        "failure": null,
        "causes": [],
        "several": 0,
        "unexplained": [],
        "vanished": [],
        "search": null,
        "conclusion": null,
        "parser": null,
        "crashed": 0,
        "timed_out": 0,
        "restarts": null,
        "crashes": null,
        "hangs": null,
    });
    // `conformance report` has tests of what it reads.
    let saved = right.as_object_mut().and_then(|it| it.remove("saved"));
    assert!(saved.is_some());
    assert_eq!(right, expected);

    let accepts = "LC_ALL=C sed 's/.*/accept/'";
    let accepting = record(&run("--rule port --report json", accepts, 1));
    assert_eq!(accepting["true_accepts"], valid);
    assert_eq!(accepting["false_accepts"], invalid);
    let rejects = "LC_ALL=C sed 's/.*/reject/'";
    let rejecting = record(&run("--rule port --report json", rejects, 1));
    assert_eq!(rejecting["true_rejects"], invalid);
    assert_eq!(rejecting["false_rejects"], valid);
    assert_eq!(rejecting["offsets"], json!({"given": 0, "equal": 0}));
}

#[test]
fn a_wrongly_rejected_text_is_shown_with_the_offset() {
    // Rejects capital letters, with the offset.
    let spoilt = "LC_ALL=C awk '
        /^[b-z]$/ { print \"accept\"; next }
        /^[A-Z]$/ { print \"reject 0\"; next }
        /^a$/ { print \"reject 7\"; next }
        /^$/ { print \"reject 0\"; next }
        { print \"reject\" }'";
    let cases = cases("alpha");
    let run = run(
        "--rule alpha --most 27",
        &format!("tr '\\000' 1 | {spoilt}"),
        1,
    );
    let output = stdout(&run);
    let shown = [
        format!(
            "wrongly rejected: text {}, answered `reject 0`\nnote: a valid alpha\n   ,----\n 1 | A\n   | ^\n   | `-- rejected here\n",
            number(&cases, |text| text == "A")
        ),
        format!(
            "wrongly rejected: text {}, answered `reject 7`\nnote: a valid alpha\n   ,----\n 1 | a\n   | ^\n   | `-- rejected\n",
            number(&cases, |text| text == "a")
        ),
    ];
    for shown in shown {
        assert!(output.contains(&shown), "{output}");
    }
    assert!(!output.contains("--most"), "{output}");
}

#[test]
fn productions_with_disagreements_are_listed_first() {
    // Accepts a hyphen at the end of a label as a letter.
    let rule = few_or_many("hostname", "hostport");
    let record = record(&run_spoilt(
        "--report json",
        rule,
        "sed 's/-$/a/'",
        "cat",
        1,
    ));
    let productions = record["productions"].as_array().expect("a list");
    let wrong: Vec<&str> = productions
        .iter()
        .filter(|production| production["false_accepts"] != 0)
        .map(|production| production["rule"].as_str().expect("a name"))
        .collect();
    assert!(wrong.contains(&"toplabel"), "{wrong:?}");
    let first = productions.iter().take(wrong.len());
    assert!({ first }.all(|production| production["false_accepts"] != 0));
    // Each production with disagreements has an example.
    let examples = record["disagreements"].as_array().expect("a list");
    for rule in wrong {
        let fails_in_it = |example: &Value| {
            let context = example["expected"]["context"].as_array().expect("a list");
            context.iter().any(|name| name == rule)
        };
        assert!(examples.iter().any(fails_in_it), "{rule}: {record}");
    }
    let lengths = examples
        .iter()
        .map(|example| example["input"].as_str().expect("a text").len());
    assert!({ lengths }.is_sorted(), "{record}");
}
