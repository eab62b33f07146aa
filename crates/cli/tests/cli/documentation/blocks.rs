//! The console blocks of the documentation show what the commands print.
//!
//! A shell runs the commands at the top of the repository. A command without output is not run. A command that needs a
//! program of [`NEEDED`] is skipped, by name, where that is missing.

use std::collections::{BTreeSet, HashMap};
use std::process::{Command, Stdio};

use super::{Document, documents, top};
use crate::console::{Part, compare, in_parallel, is_case, parts, shell};

/// How a fresh checkout starts the command, which the tests have built already.
const UNINSTALLED: &str = "cargo run -- ";

/// The programs that not every machine has.
const NEEDED: [&str; 1] = ["python3"];

#[test]
fn console_blocks_show_what_the_commands_print() {
    let documents: Vec<(Document, Vec<Part>)> = documents()
        .into_iter()
        .filter(|document| !is_case(&document.path))
        .map(|document| {
            let parts = parts(&document.text);
            (document, parts)
        })
        .collect();
    let commands: BTreeSet<String> = documents
        .iter()
        .flat_map(|(_, parts)| parts)
        .filter_map(with_output)
        .collect();
    assert!(commands.len() > 50, "{commands:?}");
    let (skipped, commands): (BTreeSet<String>, BTreeSet<String>) = commands
        .into_iter()
        .partition(|command| missing(command, has_program).is_some());
    for command in skipped {
        let program = missing(&command, has_program).unwrap_or_default();
        eprintln!("skipped, because {program} is missing: {command}");
    }
    // Some of them wait.
    let printed = in_parallel(2, commands, |command| {
        let output = run(&command);
        (command, output)
    });
    let printed: HashMap<String, String> = printed.into_iter().collect();
    for (command, output) in &printed {
        let has_its_files = !output.contains("No such file or directory");
        assert!(has_its_files, "{command}\n{output}");
    }
    let mut failures = Vec::new();
    for (document, parts) in &documents {
        let outputs = parts.iter().map(|part| {
            let output = printed.get(&with_output(part)?)?;
            Some(output.as_str())
        });
        let outputs: Vec<Option<&str>> = outputs.collect();
        failures.extend(compare(&document.path, parts, &outputs));
    }
    for failure in &failures {
        eprintln!("{failure}");
    }
    assert!(failures.is_empty(), "{} commands differ", failures.len());
}

/// Returns a command below which the document shows output.
fn with_output(part: &Part) -> Option<String> {
    let Part::Command { shown, .. } = part else {
        return None;
    };
    part.command().filter(|_| !shown.trim().is_empty())
}

/// Returns the program that the command needs and that `has` does not find.
fn missing(command: &str, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let mut needed = NEEDED.into_iter();
    needed.find(|program| command.split_whitespace().any(|word| word == *program) && !has(program))
}

/// Returns whether the program can be run.
fn has_program(program: &str) -> bool {
    let mut command = Command::new(program);
    let run = command.arg("--version").stdin(Stdio::null()).output();
    run.is_ok_and(|run| run.status.success())
}

/// Returns what the shell prints, on both streams.
fn run(command: &str) -> String {
    let command = command.replace(UNINSTALLED, "rfc1738 ");
    let output = shell(&format!("exec 2>&1\n{command}"), top());
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

#[test]
fn a_command_without_its_program_is_skipped_by_name() {
    let command = "rfc1738 conformance run --rule port \\\n  -- python3 port.py";
    assert_eq!(missing(command, |_| false), Some("python3"));
    assert_eq!(missing(command, |_| true), None);
    assert_eq!(missing("rfc1738 rules python3.md", |_| false), None);
}
