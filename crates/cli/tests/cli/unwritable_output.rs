//! Output that cannot be written is an error of every command.

use std::process::Output;

use crate::command::{file, run_in_shell};
use crate::extent::few_or_many;

/// A use of each command that writes to standard output.
const USES: [&str; 27] = [
    "--help",
    "-h",
    "--version",
    "help check",
    "check --help",
    "grammar diff --help",
    "parse http://h/",
    "parse --format json news:a",
    "inspect http://h/",
    "build http --host h",
    "derivations news:a",
    "trace news:a",
    "generate --rule port",
    "naive --rule hostname a.b1",
    "check unwritable.txt",
    "check --summary csv unwritable.txt",
    "conformance export --rule port",
    "conformance run --rule port --no-causes -- sed creject",
    "extract unwritable.txt",
    "rules",
    "explain port",
    "grammar check",
    "grammar diff unwritable.bnf",
    "grammar export --to bnf",
    "grammar railroad --rule port",
    "completions fish",
    "man unwritable-pages",
];

/// Runs the command by a shell, which changes its streams.
fn run(line: &str, redirection: &str) -> Output {
    run_in_shell(&format!("exec \"$0\" \"$@\" {redirection}"), line)
}

fn write_files() {
    file("unwritable.txt", "http://u@h/ <URL:http://h/>\n");
    file("unwritable.bnf", "a = \"b\"\n");
}

#[test]
fn every_command_reports_closed_or_full_standard_output() {
    write_files();
    let all = [
        (">/dev/full", "No space left on device (os error 28)"),
        (">&-", "Bad file descriptor (os error 9)"),
        ("1<unwritable.txt", "Bad file descriptor (os error 9)"),
    ];
    for (number, line) in USES.into_iter().enumerate() {
        // Every command notices each failure at the same place.
        let is_part = number % few_or_many(4, 1) != 0;
        let count = if is_part { 1 } else { all.len() };
        for (redirection, reason) in &all[..count] {
            let run = run(line, redirection);
            let told = String::from_utf8_lossy(&run.stderr);
            let message = format!("error: the output cannot be written: {reason}\n");
            assert_eq!(run.status.code(), Some(2), "{line} {redirection} {told}");
            assert!(told.ends_with(&message), "{line} {redirection} {told}");
        }
    }
}

#[test]
fn a_null_device_takes_all_output() {
    write_files_for_null();
    for line in ["--help", "parse news:a", "check null.txt"] {
        // Other programs open it for reading and writing, as the standard library of Rust does.
        for redirection in [">/dev/null", "1<>/dev/null"] {
            let run = run(line, redirection);
            assert_eq!(run.status.code(), Some(0), "{line} {redirection}");
        }
    }
}

fn write_files_for_null() {
    file("null.txt", "http://h/\n");
}

#[test]
fn a_command_without_output_needs_no_output() {
    file("silent.txt", "http://h/\n");
    for line in ["check silent.txt", "check --quiet silent.txt"] {
        let run = run(line, ">&-");
        assert_eq!(run.status.code(), Some(0), "{line}");
    }
}

#[test]
fn remarks_that_are_lost_are_an_error() {
    file("remarks.txt", "http://h/\n");
    for redirection in ["2>&-", "2>/dev/full"] {
        for line in ["check remarks.txt", "parse 1 2", "--no-such-option"] {
            let run = run(line, redirection);
            assert_eq!(run.status.code(), Some(2), "{line} {redirection}");
        }
        let run = run("check --quiet remarks.txt", redirection);
        assert_eq!(run.status.code(), Some(0), "{redirection}");
    }
}

#[test]
fn closed_standard_input_is_not_an_empty_file() {
    let run = run("check", "<&-");
    assert_eq!(run.status.code(), Some(2));
    let told = String::from_utf8_lossy(&run.stderr);
    assert_eq!(told, "error: <stdin>: Bad file descriptor (os error 9)\n");
}
