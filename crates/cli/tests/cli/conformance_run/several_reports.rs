//! `conformance run --report FORMAT=FILE`, and several reports from one run.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::{EMPTY, run, run_and_search};
use crate::command::{exits, file, outputs, stderr, stdout};

/// Returns the contents of a file in the folder that the command runs in.
fn contents(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::read_to_string(path).expect("the file can be read")
}

/// Returns the error of a run with these reports that never starts its command.
fn refusal(line: &str) -> String {
    let started = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports.started");
    let script = format!("echo >'{}'", started.display());
    let run = run(&format!("--rule port {line}"), &script, 2).stdout("");
    assert!(!started.exists(), "{line} starts the command");
    stderr(&run)
}

#[test]
fn one_run_writes_reports_to_files_and_to_standard_output() {
    let alone = stdout(&run_and_search("--rule port", EMPTY, 1));
    let line = "--rule port --report json=several.json --report junit=several.xml \
                --report html=several=1.html --report human=several.txt";
    let shown = stdout(&run_and_search(line, EMPTY, 1).stderr(""));
    assert_eq!(shown, alone);
    assert_eq!(contents("several.txt"), alone);
    let record: Value = serde_json::from_str(&contents("several.json")).expect("JSON");
    assert_eq!(record["causes"][0]["id"], "port/accepts-empty");
    assert!(contents("several.xml").contains("<testsuites name="));
    assert!(contents("several=1.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_report_in_a_file_equals_the_one_shown() {
    for format in ["human", "json", "html"] {
        let name = format!("same.{format}");
        let line = format!("--rule port --report {format} --report {format}={name}");
        let shown = stdout(&run(&line, EMPTY, 1));
        assert_eq!(contents(&name), shown);
    }
}

#[test]
fn a_run_that_does_not_start_leaves_the_old_file() {
    file("kept.xml", "old");
    let line = "conformance run --rule port --report junit=kept.xml -- ./no-such-command";
    exits(line, 2);
    assert_eq!(contents("kept.xml"), "old");
}

#[test]
fn a_comparison_of_two_programs_has_several_reports_too() {
    let line = "--rule port --against 'sed s/.*/accept/' --report json=compared.json --report \
                human=compared.txt";
    let shown = stdout(&run(line, EMPTY, 1));
    assert_eq!(contents("compared.txt"), shown);
    let record: Value = serde_json::from_str(&contents("compared.json")).expect("JSON");
    assert_eq!(record["first_alone"], 0);
}

#[test]
fn two_reports_for_standard_output_are_refused() {
    assert_eq!(
        refusal("--report human --report json"),
        "error: --report human and --report json both write to standard output; write one of them to a \
         file, such as --report json=FILE\n"
    );
}

#[test]
fn two_reports_in_one_file_are_refused() {
    assert_eq!(
        refusal("--report json=twice.out --report html=./twice.out"),
        "error: --report json=twice.out and --report html=./twice.out name the same file\n"
    );
}

#[test]
fn a_report_over_an_input_is_refused() {
    file("reports-known.toml", "");
    let [_, error] = outputs(&run_and_search(
        "--report json=./reports-known.toml --baseline reports-known.toml",
        EMPTY,
        2,
    ));
    assert_eq!(
        error,
        "error: --report json=./reports-known.toml would replace the file of --baseline\n"
    );
}

#[test]
fn a_file_without_a_name_is_refused() {
    assert_eq!(
        refusal("--report junit="),
        "error: --report junit= has no file name after `=`\n"
    );
    assert_eq!(
        refusal("--report junit=-"),
        "error: --report junit=- names no file; leave `=-` out for standard output, or write `=./-` for \
         a file with this name\n"
    );
}

#[test]
fn an_unknown_format_is_refused_with_a_list_of_formats() {
    for value in ["jnit", "jnit=out.xml"] {
        let error = refusal(&format!("--report {value}"));
        assert!(
            error.starts_with(
                "error: invalid value 'jnit' for '--report <FORMAT[=FILE]>'\n  \
                 [possible values: human, json, junit, html"
            ),
            "{error}"
        );
        assert!(
            error.contains("tip: a similar value exists: 'junit'"),
            "{error}"
        );
    }
}

#[test]
fn an_unwritable_file_ends_the_run_before_it_starts() {
    assert_eq!(
        refusal("--report json=no-such-folder/\u{1b}.json"),
        "error: no-such-folder/\\u{1b}.json cannot be written: No such file or directory (os error 2)\n"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_report_does_not_prevent_the_others() {
    let [shown, error] = outputs(&run(
        "--rule port --report json=/dev/full --report human=not-full.txt",
        EMPTY,
        2,
    ));
    assert_eq!(contents("not-full.txt"), shown);
    assert_eq!(
        error,
        "error: /dev/full cannot be written: No space left on device (os error 28)\n"
    );
}
