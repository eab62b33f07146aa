//! Colours, and output streams that close early.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};

use crate::command::{file, outputs, running, stdout, typed};
use crate::extent::few_or_many;

/// The exit status that a shell shows for a program that a closed pipe ended.
#[cfg(unix)]
const CLOSED_PIPE: i32 = 141;

#[test]
fn every_command_has_an_option_for_colours() {
    file("colours.txt", "x\n");
    let uses = [
        "rules",
        "derivations news:a",
        "rules port",
        "grammar check",
        "check colours.txt",
    ];
    for line in uses {
        let colored = stdout(&typed(&format!("--color always {line}")).assert());
        assert!(colored.contains('\u{1b}'), "{line}");
        let plain = outputs(&typed(line).assert()).concat();
        assert!(!plain.contains('\u{1b}'), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_every_command_quietly() {
    let path = file(
        "pipe.txt",
        "x\nhttp://h/\n".repeat(few_or_many(20_000, 100_000)),
    );
    let path = path.to_str().expect("UTF-8");
    let uses: [&[&str]; 6] = [
        &["extract", "--bare", path],
        &["extract", "--bare", "--format", "json", path],
        &["check", path],
        &["check", "--tree", path],
        &["check", "--format", "json", path],
        &["check", "--format", "json", "--tree", path],
    ];
    for arguments in uses {
        let mut child = running(arguments);
        let mut first = String::new();
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        output.read_line(&mut first).expect("a line");
        drop(output);
        let mut errors = String::new();
        let mut stream = child.stderr.take().expect("a pipe");
        stream.read_to_string(&mut errors).expect("UTF-8");
        let status = child.wait().expect("the command ends");
        assert_eq!(
            (status.code(), errors.as_str()),
            (Some(CLOSED_PIPE), ""),
            "{arguments:?}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_closed_from_the_start_ends_every_command_quietly() {
    let uses = [
        "completions zsh",
        "man man-closed",
        "derivations news:a",
        "derivations --format json news:a",
        "parse news:a",
        "parse --format json news:a",
        "parse --format sexp news:a",
        "rules",
        "rules url",
        "grammar check",
        "--help",
    ];
    for line in uses {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("rfc1738"));
        let run = command
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .args(crate::command::words(line))
            .stdout(writer)
            .output()
            .expect("the command runs");
        assert_eq!(
            (run.status.code(), run.stderr.as_slice()),
            (Some(CLOSED_PIPE), &b""[..]),
            "{line}"
        );
    }
}

#[cfg(unix)]
#[test]
fn a_closed_standard_error_causes_no_panic() {
    for arguments in [
        &["parse", "1 2"][..],
        &["rules", "xyz"],
        &["check", "missing"],
        &["parse"],
    ] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("rfc1738"));
        let run = command
            .args(arguments)
            .stderr(writer)
            .output()
            .expect("the command runs");
        assert!(
            matches!(run.status.code(), Some(2 | CLOSED_PIPE)),
            "{arguments:?} {run:?}"
        );
    }
}

#[test]
fn check_answers_each_line_before_it_waits_for_the_next() {
    for format in ["human", "json"] {
        let mut child = running(&["check", "--rule", "port", "--format", format]);
        let mut input = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        for number in 1..=3 {
            // The beginning of a line is not a line yet.
            for part in ["x\n7", "y\n"] {
                input
                    .write_all(part.as_bytes())
                    .expect("the command reads its input");
                let mut answer = String::new();
                output.read_line(&mut answer).expect("an answer");
                let line = 2 * number - usize::from(part == "x\n7");
                let named = [format!("<stdin>:{line}:"), format!("{{\"line\":{line},")];
                assert!(
                    named.iter().any(|name| answer.starts_with(name)),
                    "{answer}"
                );
            }
        }
        drop(input);
        assert_eq!(child.wait().expect("the command ends").code(), Some(1));
    }
}
