//! The console blocks of the documentation show what the commands print.
//!
//! In a block marked `console`, a line that begins with `$` is a command, and the lines below it
//! that begin with `>` continue it. A shell runs the command at the top of the repository. The
//! lines that follow are its output, where `…` on a line of its own stands for any lines. A command
//! without output is not run. A command that needs a program of [`NEEDED`] is skipped, by name, where that is missing.
//!
//! After a message has changed, `SNAPSHOTS=overwrite cargo test --workspace --test cli documentation` writes the new
//! output into the blocks.

use std::collections::{BTreeSet, HashMap};
use std::env;
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::Mutex;
use std::thread;

use assert_cmd::cargo::cargo_bin;
use snapbox::filter::{Filter as _, FilterNewlines, NormalizeToExpected};
use snapbox::{Assert, Data};

use super::{Document, documents, top};

/// How a fresh checkout starts the command, which the tests have built already.
const UNINSTALLED: &str = "cargo run -- ";

/// The programs that not every machine has.
const NEEDED: [&str; 1] = ["python3"];

/// A stretch of a document.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    /// Text, including the commands themselves.
    Text(String),
    /// The output of a command.
    Output { command: String, shown: String },
}

#[test]
fn console_blocks_show_what_the_commands_print() {
    let documents: Vec<(Document, Vec<Part>)> = documents()
        .into_iter()
        .map(|document| {
            let parts = parts(&document.text);
            (document, parts)
        })
        .collect();
    let commands: BTreeSet<&str> = documents
        .iter()
        .flat_map(|(_, parts)| parts)
        .filter_map(|part| match part {
            Part::Output { command, .. } => Some(command.as_str()),
            Part::Text(_) => None,
        })
        .collect();
    assert!(commands.len() > 50, "{commands:?}");
    let (skipped, commands): (BTreeSet<&str>, BTreeSet<&str>) = commands
        .into_iter()
        .partition(|command| missing(command, has_program).is_some());
    for command in skipped {
        let program = missing(command, has_program).unwrap_or_default();
        eprintln!("skipped, because {program} is missing: {command}");
    }
    let printed = run_all(commands);
    for (command, output) in &printed {
        let has_its_files = !output.contains("No such file or directory");
        assert!(has_its_files, "{command}\n{output}");
    }
    let mut failures = Vec::new();
    for (document, parts) in &documents {
        let actual: String = parts.iter().map(|part| part.with(&printed)).collect();
        if actual == document.text {
            continue;
        }
        let expected = Data::read_from(&top().join(&document.path), None).raw();
        let name = document.path.display();
        let assert = Assert::new().action_env("SNAPSHOTS");
        failures.extend(
            assert
                .try_eq(Some(&name), Data::text(actual), expected)
                .err(),
        );
    }
    for failure in &failures {
        eprintln!("{failure}");
    }
    assert!(failures.is_empty(), "{} documents differ", failures.len());
}

impl Part {
    /// Returns the part as the document should have it.
    fn with(&self, printed: &HashMap<&str, String>) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Output { command, shown } => {
                let Some(printed) = printed.get(command.as_str()) else {
                    return shown.clone();
                };
                let printed = printed.trim_end();
                if printed == shown.trim_end() {
                    return shown.clone();
                }
                // Whole lines on both sides: snapbox elides nothing that lacks its line end.
                let printed = format!("{printed}\n");
                let elided = format!("{}\n", shown.trim_end().replace('…', "..."));
                let printed = FilterNewlines.filter(Data::text(printed));
                let normalize = NormalizeToExpected::new().redact();
                let printed = normalize
                    .normalize(printed, &Data::text(elided))
                    .to_string();
                let printed = with_ellipses(printed.trim_end());
                let end = &shown[shown.trim_end().len()..];
                format!("{printed}{end}")
            }
        }
    }
}

/// Replaces the lines that snapbox leaves for elided ones.
fn with_ellipses(text: &str) -> String {
    let lines = text
        .split('\n')
        .map(|line| if line == "..." { "…" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// Splits a document at the outputs of its commands.
fn parts(document: &str) -> Vec<Part> {
    let mut parts = vec![Part::Text(String::new())];
    let mut is_console = false;
    let mut command: Option<String> = None;
    for line in document.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        if content.starts_with("```") {
            is_console = content == "```console";
            command = None;
        } else if is_console && let Some(new) = content.strip_prefix("$ ") {
            command = Some(new.to_owned());
        } else if let Some(command) = &mut command {
            if let Some(Part::Output { shown, .. }) = parts.last_mut() {
                shown.push_str(line);
                continue;
            }
            if let Some(more) = content.strip_prefix("> ") {
                command.push('\n');
                command.push_str(more);
            } else if !content.is_empty() {
                let command = command.clone();
                parts.push(Part::Output {
                    command,
                    shown: line.to_owned(),
                });
                continue;
            }
        }
        match parts.last_mut() {
            Some(Part::Text(text)) => text.push_str(line),
            _ => parts.push(Part::Text(line.to_owned())),
        }
    }
    parts
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

/// Runs each command once, two at a time on each core, because some of them wait.
fn run_all(commands: BTreeSet<&str>) -> HashMap<&str, String> {
    let threads = 2 * thread::available_parallelism().map_or(1, NonZero::get);
    let waiting = Mutex::new(commands.into_iter());
    let next = || waiting.lock().expect("no thread panicked").next();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut printed = Vec::new();
                    while let Some(command) = next() {
                        printed.push((command, run(command)));
                    }
                    printed
                })
            })
            .collect();
        let printed = workers
            .into_iter()
            .map(|worker| worker.join().expect("no panic"));
        printed.flatten().collect()
    })
}

/// Returns what the shell prints, on both streams.
fn run(command: &str) -> String {
    let own = cargo_bin!("rfc1738");
    let folder = own.parent().expect("the command is in a folder");
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = [folder.to_owned()]
        .into_iter()
        .chain(env::split_paths(&others));
    let command = command.replace(UNINSTALLED, "rfc1738 ");
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(top())
        .env(
            "PATH",
            env::join_paths(folders).expect("the folders have no colons"),
        )
        .env("NO_COLOR", "1")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell");
    String::from_utf8(output.stdout).expect("the output is UTF-8")
}

#[test]
fn commands_and_their_outputs_are_distinguished() {
    let text = |text: &str| Part::Text(text.to_owned());
    let output = |command: &str, shown: &str| Part::Output {
        command: command.to_owned(),
        shown: shown.to_owned(),
    };
    assert_eq!(
        parts("a\n```console\n$ b\n\n$ c |\n> d\ne\n\nf\n$ g\nh\n```\n$ i\nj\n"),
        [
            text("a\n```console\n$ b\n\n$ c |\n> d\n"),
            output("c |\nd", "e\n\nf\n"),
            text("$ g\n"),
            output("g", "h\n"),
            text("```\n$ i\nj\n"),
        ]
    );
}

#[test]
fn a_command_without_its_program_is_skipped_by_name() {
    let command = "rfc1738 conformance run --rule port \\\n  -- python3 port.py";
    assert_eq!(missing(command, |_| false), Some("python3"));
    assert_eq!(missing(command, |_| true), None);
    assert_eq!(missing("rfc1738 rules python3.md", |_| false), None);
    let shown = Part::Output {
        command: command.to_owned(),
        shown: "as it was\n".to_owned(),
    };
    assert_eq!(shown.with(&HashMap::new()), "as it was\n");
}

#[test]
fn a_block_keeps_its_elisions_and_takes_the_changed_lines() {
    let printed = HashMap::from([("c", String::from("one\ntwo\nthree\nfour\n"))]);
    let with = |shown: &str| {
        let (command, shown) = (String::from("c"), shown.to_owned());
        Part::Output { command, shown }.with(&printed)
    };
    assert_eq!(with("one\n…\nfour\n\n"), "one\n…\nfour\n\n");
    assert_eq!(with("one\ntwo\nthree\n4\n"), "one\ntwo\nthree\nfour\n");
    assert_ne!(with("one\n…\nfive\n"), "one\n…\nfive\n");
}
