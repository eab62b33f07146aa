//! What the README and the tutorial show of the command is what it prints.
//!
//! In a block marked `console`, each line that begins with `$` is given to a shell at the top of
//! the repository, with the lines below it that begin with `>`. What it prints has to be what is
//! shown, where `…` on a line of its own stands for any lines. A command with nothing below it is
//! not run.

use std::collections::HashMap;
use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use assert_cmd::cargo::cargo_bin;
use snapbox::Assert;

/// Stands for the command in the first lines that a reader sees.
const UNINSTALLED: &str = "cargo run -- ";

/// A command and what is printed below it.
struct Shown {
    command: String,
    output: String,
}

#[test]
fn the_readme_and_every_chapter_of_the_tutorial_show_what_is_printed() {
    let entries = fs::read_dir(top().join("src/tutorial")).expect("the tutorial is there");
    let names = entries.map(|entry| entry.expect("it is read").file_name());
    let names = names.map(|name| name.into_string().expect("it is UTF-8"));
    let chapters: Vec<String> = names
        .filter(|name| name != "mod.rs")
        .map(|name| format!("src/tutorial/{name}"))
        .collect();
    assert_eq!(chapters.len(), 8);
    // Some commands take long, and stand in several files.
    let mut printed = HashMap::new();
    for file in [String::from("README.md")].iter().chain(&chapters) {
        let shown = shown(&fs::read_to_string(top().join(file)).expect("the file is there"));
        assert!(!shown.is_empty(), "{file}");
        for Shown { command, output } in shown {
            let printed = printed
                .entry(command.clone())
                .or_insert_with(|| run(&command));
            let printed = format!("{file}: {command}\n{}\n", printed.trim_end());
            let expected = format!("{file}: {command}\n{}\n", output.trim_end());
            let expected = expected.replace("\n…\n", "\n...\n");
            Assert::new().normalize_paths(false).eq(printed, expected);
        }
    }
}

/// What the shell prints, on both streams.
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
    String::from_utf8(output.stdout).expect("what is printed is UTF-8")
}

/// The commands of a file that have something below them.
fn shown(document: &str) -> Vec<Shown> {
    let mut shown: Vec<Shown> = Vec::new();
    let mut is_console = false;
    let mut is_open = false;
    for line in document.lines() {
        if line.starts_with("```") {
            is_console = line == "```console";
            is_open = false;
        } else if is_console && let Some(command) = line.strip_prefix("$ ") {
            let command = command.to_owned();
            let output = String::new();
            shown.push(Shown { command, output });
            is_open = true;
        } else if is_open && let Some(last) = shown.last_mut() {
            let more = line.strip_prefix("> ").filter(|_| last.output.is_empty());
            let (text, line) = match more {
                Some(more) => (&mut last.command, ["\n", more]),
                None => (&mut last.output, [line, "\n"]),
            };
            text.extend(line);
        }
    }
    shown.retain(|shown| !shown.output.trim().is_empty());
    shown
}

/// The top of the repository.
fn top() -> &'static Path {
    let cli = Path::new(env!("CARGO_MANIFEST_DIR"));
    cli.parent()
        .expect("the command is in a folder of the repository")
}
