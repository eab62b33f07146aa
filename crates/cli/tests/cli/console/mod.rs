//! Console blocks show commands and what they print, in the documents and in the cases of the command.
//!
//! In a block marked `console`, a line that begins with `$` is a command, and the lines below it
//! that begin with `>` continue it. A shell runs the command. The lines that follow are its output, where `…` on a
//! line of its own stands for any lines. A block with a second word after its backticks is a file of that name.
//!
//! `SNAPSHOTS=overwrite cargo test --workspace --test cli console` writes the new output into the blocks.

mod cases;

pub(crate) use cases::is_case;

use std::env;
use std::fmt;
use std::num::NonZero;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::thread;

use assert_cmd::cargo::cargo_bin;
use snapbox::filter::{Filter as _, FilterNewlines, NormalizeToExpected};
use snapbox::{Assert, Data};

use crate::command::COLOUR_VARIABLES;
use crate::documentation::top;

/// A stretch of a document. All of them together are the document.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Part {
    Text(String),
    /// A line that begins with `## `.
    Heading(String),
    /// The lines of a block that has the name of a file.
    File {
        name: String,
        content: String,
    },
    /// A command with its signs `$` and `>`, and the lines below it.
    Command {
        typed: String,
        shown: String,
    },
}

/// What the block of a line holds.
enum Block {
    Console,
    File,
    Other,
}

impl Part {
    /// Returns the heading without its sign.
    pub(crate) fn heading(&self) -> Option<&str> {
        match self {
            Self::Heading(line) => line.strip_prefix("## ").map(str::trim_end),
            _ => None,
        }
    }

    /// Returns the command as the shell gets it.
    pub(crate) fn command(&self) -> Option<String> {
        let Self::Command { typed, .. } = self else {
            return None;
        };
        let lines = typed.lines().map(|line| line.get(2..).unwrap_or_default());
        Some(lines.collect::<Vec<_>>().join("\n"))
    }

    /// Returns the part as the document should have it, if its command prints this.
    fn with(&self, printed: Option<&str>) -> String {
        match (self, printed) {
            (Self::Command { typed, shown }, Some(printed)) => {
                format!("{typed}{}", updated(shown, printed))
            }
            (Self::Command { typed, shown }, None) => format!("{typed}{shown}"),
            (Self::Text(text) | Self::Heading(text), _) => text.clone(),
            (Self::File { content, .. }, _) => content.clone(),
        }
    }
}

/// Returns the lines of a command with what it prints, in which `…` still stands for any lines.
fn updated(shown: &str, printed: &str) -> String {
    let printed = printed.trim_end();
    if printed == shown.trim_end() {
        return shown.to_owned();
    }
    let end = match shown.trim_end() {
        "" => format!("\n{shown}"),
        text => shown[text.len()..].to_owned(),
    };
    if printed.is_empty() {
        return end[1..].to_owned();
    }
    // Whole lines on both sides: snapbox elides nothing that lacks its line end.
    let printed = format!("{printed}\n");
    let elided = format!("{}\n", replaced(shown.trim_end(), "…", "..."));
    let printed = FilterNewlines.filter(Data::text(printed));
    let normalize = NormalizeToExpected::new().redact();
    let printed = normalize
        .normalize(printed, &Data::text(elided))
        .to_string();
    format!("{}{end}", replaced(printed.trim_end(), "...", "…"))
}

/// Replaces the lines that are `line`. snapbox has another sign for elided lines than the documents.
fn replaced(text: &str, line: &str, by: &str) -> String {
    let lines = text
        .split('\n')
        .map(|each| if each == line { by } else { each });
    lines.collect::<Vec<_>>().join("\n")
}

/// Splits a document at its commands, files and headings.
pub(crate) fn parts(document: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut block: Option<(&str, Block)> = None;
    for line in document.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        let info = content.trim_start_matches('`');
        let fence = &content[..content.len() - info.len()];
        match &block {
            None if fence.len() >= 3 => {
                add_text(&mut parts, line);
                let mut words = info.split_whitespace();
                let language = words.next();
                block = Some(match (language, words.next()) {
                    (Some("console"), None) => (fence, Block::Console),
                    (_, Some(name)) => {
                        parts.push(Part::File {
                            name: name.to_owned(),
                            content: String::new(),
                        });
                        (fence, Block::File)
                    }
                    _ => (fence, Block::Other),
                });
            }
            None if line.starts_with("## ") => parts.push(Part::Heading(line.to_owned())),
            Some((opening, _)) if info.is_empty() && fence.len() >= opening.len() => {
                // A command that is the last of a block does not reach into the next one.
                parts.push(Part::Text(line.to_owned()));
                block = None;
            }
            Some((_, Block::Console)) if line.starts_with("$ ") => parts.push(Part::Command {
                typed: line.to_owned(),
                shown: String::new(),
            }),
            _ => match (&block, parts.last_mut()) {
                (Some((_, Block::Console)), Some(Part::Command { typed, shown })) => {
                    let continues = line.starts_with("> ") || content == ">";
                    let to = if continues && shown.is_empty() {
                        typed
                    } else {
                        shown
                    };
                    to.push_str(line);
                }
                (Some((_, Block::File)), Some(Part::File { content, .. })) => {
                    content.push_str(line);
                }
                _ => add_text(&mut parts, line),
            },
        }
    }
    parts
}

fn add_text(parts: &mut Vec<Part>, line: &str) {
    match parts.last_mut() {
        Some(Part::Text(text)) => text.push_str(line),
        _ => parts.push(Part::Text(line.to_owned())),
    }
}

/// Compares the document at `path`, from the top of the repository, with what each command prints. `printed` is as
/// long as `parts`. Returns the differences, or writes them into the file if `SNAPSHOTS=overwrite` asks for it.
pub(crate) fn compare(path: &Path, parts: &[Part], printed: &[Option<&str>]) -> Vec<String> {
    let pairs = || parts.iter().zip(printed);
    let old: String = parts.iter().map(|part| part.with(None)).collect();
    let new: String = pairs().map(|(part, printed)| part.with(*printed)).collect();
    if new == old {
        return Vec::new();
    }
    let saved = Data::read_from(&top().join(path), None).raw();
    let whole = Assert::new().action_env("SNAPSHOTS");
    if whole.try_eq(None, Data::text(new), saved).is_ok() {
        return Vec::new();
    }
    let mut heading = "";
    let mut failures = Vec::new();
    for (part, printed) in pairs() {
        heading = part.heading().unwrap_or(heading);
        let (Part::Command { typed, shown }, Some(printed)) = (part, printed) else {
            continue;
        };
        let name = format!("{}: {heading}\n{typed}", path.display());
        let name: &dyn fmt::Display = &name;
        let printed = Data::text(updated(shown, printed));
        let one = Assert::new().try_eq(Some(name), printed, Data::text(shown.as_str()).raw());
        failures.extend(one.err().map(|failure| failure.to_string()));
    }
    failures
}

/// Runs `run` on each item, `each` at a time on each core. The order of the results is arbitrary.
pub(crate) fn in_parallel<T: Send, R: Send>(
    each: usize,
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    run: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let threads = each * thread::available_parallelism().map_or(1, NonZero::get);
    let waiting = Mutex::new(items.into_iter());
    let next = || waiting.lock().expect("no thread panicked").next();
    let work = || std::iter::from_fn(next).map(&run).collect::<Vec<_>>();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let results = workers
            .into_iter()
            .flat_map(|worker| worker.join().expect("no panic"));
        results.collect()
    })
}

/// Runs a script in `folder`. `rfc1738` is the built command, and `$TOP` the top of the repository.
pub(crate) fn shell(script: &str, folder: &Path) -> Output {
    let own = cargo_bin!("rfc1738");
    let own = own.parent().expect("the command is in a folder");
    let others = env::var_os("PATH").unwrap_or_default();
    let folders = [own.to_owned()]
        .into_iter()
        .chain(env::split_paths(&others));
    let path = env::join_paths(folders).expect("the folders have no colons");
    let mut command = Command::new("sh");
    for name in &COLOUR_VARIABLES {
        command.env_remove(name);
    }
    command
        .args(["-c", script])
        .current_dir(folder)
        .env("PATH", path)
        .env("TOP", top())
        .stdin(Stdio::null())
        .output()
        .expect("there is a shell")
}

#[test]
fn commands_files_and_headings_are_distinguished() {
    let text = |text: &str| Part::Text(text.to_owned());
    let command = |typed: &str, shown: &str| Part::Command {
        typed: typed.to_owned(),
        shown: shown.to_owned(),
    };
    let file = Part::File {
        name: "k.txt".to_owned(),
        content: "```\n".to_owned(),
    };
    let document = "a\n```console\n$ b\n\n$ c |\n> d\n>\ne\n> f\n\n$ g\nh\n```\n$ i\n## j\n````text k.txt\n```\n````\n";
    let parts = parts(document);
    assert_eq!(
        parts,
        [
            text("a\n```console\n"),
            command("$ b\n", "\n"),
            command("$ c |\n> d\n>\n", "e\n> f\n\n"),
            command("$ g\n", "h\n"),
            text("```\n$ i\n"),
            Part::Heading("## j\n".to_owned()),
            text("````text k.txt\n"),
            file,
            text("````\n"),
        ]
    );
    assert_eq!(parts[2].command().as_deref(), Some("c |\nd\n"));
    let whole: String = parts.iter().map(|part| part.with(None)).collect();
    assert_eq!(whole, document);
}

#[test]
fn a_block_keeps_its_elisions_and_takes_the_changed_lines() {
    let with = |shown| updated(shown, "one\ntwo…\nthree\nfour\n");
    assert_eq!(with("one\n…\nfour\n\n"), "one\n…\nfour\n\n");
    assert_eq!(with("one\ntwo…\n…\nfour\n"), "one\ntwo…\n…\nfour\n");
    assert_eq!(with("one\ntwo\nthree\n4\n"), "one\ntwo…\nthree\nfour\n");
    assert_ne!(with("one\n…\nfive\n"), "one\n…\nfive\n");
    assert_eq!(with(""), "one\ntwo…\nthree\nfour\n");
    assert_eq!(with("\n"), "one\ntwo…\nthree\nfour\n\n");
    assert_eq!(updated("one\n\n", ""), "\n");
}
