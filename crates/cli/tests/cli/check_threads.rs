//! `rfc1738 check` on several threads: same output, same order, bounded memory.

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::command::{file, given, rfc1738, running, stderr, stdout};
use crate::extent::few_or_many;
use serde_json::Value;

/// The number of octets that `check` reads at once.
const BLOCK: usize = 64 * 1024;

/// Arguments that select every kind of output.
const WAYS: [&[&str]; 5] = [
    &[],
    &["--tree"],
    &["--format", "json"],
    &["--format", "json", "--tree", "--rule", "genericurl"],
    &["--advice", "--deny", "all", "--color", "always"],
];

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() {
    file("threads-a.txt", hostile());
    file("threads-b.txt", "http://h:80\nnews:a@b\r\n".repeat(1_000));
    for way in WAYS {
        let said = |threads| {
            let files = ["threads-a.txt", "no-such-file", "-", "threads-b.txt", "."];
            let mut command = rfc1738(&["check", "--threads", threads]);
            let input = few_or_many(b"http://h/\nx\n".to_vec(), hostile());
            command.args(way).args(files).write_stdin(input);
            let output = command.output().expect("the command runs");
            (output.status.code(), output.stdout, output.stderr)
        };
        let alone = said("1");
        assert_eq!(alone.0, Some(2), "{way:?}");
        assert!(!alone.1.is_empty() && !alone.2.is_empty(), "{way:?}");
        for threads in few_or_many(&["16"][..], &["2", "16"]) {
            assert!(said(threads) == alone, "{way:?} on {threads} threads");
        }
    }
}

#[test]
fn lines_keep_their_order_and_their_octets_whatever_they_contain() {
    let text = hostile();
    file("ordered.txt", &text);
    let output =
        stdout(&rfc1738(&["check", "-j", "8", "--format", "json", "ordered.txt"]).assert());
    let mut records = output.lines();
    for (line, number) in text.split(|octet| *octet == b'\n').zip(1u64..) {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let record = records.next().expect("a record for each line");
        let record: Value = serde_json::from_str(record).expect("a JSON object");
        assert_eq!(record["line"], number);
        assert!(
            record["input"] == *String::from_utf8_lossy(line),
            "line {number}"
        );
    }
    assert_eq!(records.next(), None);
}

#[test]
fn lines_about_as_long_as_a_block_stay_whole() {
    for length in [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK, 5 * BLOCK + 3] {
        for end in ["\n", "\r\n", ""] {
            let line = "7".repeat(length - 1);
            let text = format!("{line}\n{line}x\r\n1\n{line}{end}");
            let column = length;
            given(text, "check --rule digits -j 3", 1)
                .stdout(format!(
                    "<stdin>:2:{column}: found \"x\", expected digit or end of text; \
                     a number consists of the digits 0 to 9 (RFC 1738, 5) [digits-syntax]\n"
                ))
                .stderr(
                    "4 lines: 3 valid, 1 invalid\n  valid as\n    digits  3\n  \
                     invalid in\n    digits  1\n",
                );
        }
    }
}

#[test]
fn a_url_counts_the_same_with_a_tree_and_without() {
    let mut text = String::new();
    for scheme in [
        "ftp", "http", "gopher", "mailto", "news", "nntp", "telnet", "wais", "file", "prospero",
        "url", "other", "x-a", "https", "ht",
    ] {
        let mixed = format!("{}{}", scheme[..1].to_uppercase(), &scheme[1..]);
        for name in [scheme, &scheme.to_uppercase(), &mixed] {
            for rest in ["://h/a", "://h/a/1", ":a@b", ":a", "://h:1/g/2", ":"] {
                writeln!(text, "{name}{rest}").expect("a string takes everything");
            }
        }
    }
    let summary = |arguments: &[&str]| {
        let mut command = rfc1738(arguments);
        stderr(&command.write_stdin(text.as_str()).assert().code(1))
    };
    let counts = summary(&["check"]);
    assert_eq!(counts, summary(&["check", "--tree"]));
    let kinds = counts.split("invalid in").next().expect("valid ones");
    assert_eq!(kinds.lines().count(), 2 + 11, "{kinds}");
}

#[test]
fn input_is_not_read_far_ahead_of_the_output() {
    /// The length of a line with its end. It is long enough for the answers to be about as long.
    const LINE: usize = 4096;
    const MIB: usize = 1024 * 1024;

    // Room for nine blocks, the greatest number of pieces of answers for each, and two pipes. With two threads,
    // there are five blocks.
    let (threads, ahead, most) = few_or_many(("2", 9 * MIB, 14 * MIB), ("4", 16 * MIB, 24 * MIB));
    let lines = most / LINE;
    let mut child = running(&["check", "--format", "json", "--threads", threads]);
    let mut input = child.stdin.take().expect("a pipe");
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let written = &AtomicUsize::new(0);
    let farthest = thread::scope(|scope| {
        scope.spawn(move || {
            let line = format!("{}\n", "@".repeat(LINE - 1));
            for _ in 0..lines {
                input
                    .write_all(line.as_bytes())
                    .expect("the command reads its input");
                written.fetch_add(LINE, Ordering::Relaxed);
            }
        });
        let answers = output.split(b'\n').zip(1..);
        let ahead = answers.map(|(answer, number)| {
            answer.expect("an answer");
            // The pause lets all other threads get as far as they can.
            if number % 256 == 1 {
                thread::sleep(std::time::Duration::from_millis(2));
            }
            written
                .load(Ordering::Relaxed)
                .saturating_sub(number * LINE)
        });
        ahead.max()
    });
    assert!(farthest < Some(ahead), "{farthest:?} octets ahead");
    assert_eq!(written.load(Ordering::Relaxed), lines * LINE);
    assert_eq!(child.wait().expect("the command ends").code(), Some(1));
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_command_before_the_input_ends() {
    let mut child = running(&["check", "--rule", "port"]);
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"x\n")
        .expect("the command reads its input");
    // Its standard input stays open.
    assert_eq!(child.wait().expect("the command ends").code(), Some(141));
    drop(input);
}

/// Returns lines that take very different times, contain invalid octets, and are longer than a
/// block. The last has no line end.
fn hostile() -> Vec<u8> {
    let mut text = Vec::new();
    for round in 0..5 {
        let length = [3, 500, BLOCK - 1, 7, 3 * BLOCK][round];
        for line in [
            &b"http://user@h/"[..],
            b"",
            b"\r",
            b"\0\0",
            b"x:\xff\xfe\x80",
            b"news:\xe2\x80\xae",
            b"a:b\rc\r\r",
            b"ftp://h/a/b;type=q\r",
            b"http://h:80/%7e/\x1b[31m",
            &b"mailto:a@b,".repeat(length / 8),
            &b"@".repeat(length),
        ] {
            text.extend_from_slice(line);
            text.push(b'\n');
        }
        for number in 0..100 {
            text.extend_from_slice(format!("http://h{round}/{number}\n").as_bytes());
        }
    }
    text.extend_from_slice(b"wais://h/d?");
    text
}
