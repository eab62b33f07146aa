//! `rfc1738 check` of lines that are too long to be kept.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::command::{file, given, objects, running, stdout};
use crate::extent::few_or_many;
use assert_cmd::assert::Assert;
use serde_json::Value;

/// The most octets of a line that are kept.
const LIMIT: usize = 1024 * 1024;

/// Returns the records that a run writes, which are short although the texts are long.
fn short_records(run: &Assert) -> Vec<Value> {
    let length = run.get_output().stdout.len();
    assert!(length < 8192, "{length}");
    objects(run)
}

#[test]
fn a_line_of_any_length_is_decided() {
    let lengths = [
        LIMIT - 8,
        2 * LIMIT + 7,
        LIMIT - 9,
        LIMIT - 12,
        LIMIT,
        LIMIT + 1,
        3 * LIMIT + 7,
    ];
    for length in &lengths[..few_or_many(2, 7)] {
        let path = "a/".repeat(length / 2);
        let column = 9 + path.len() + 1;
        let text = format!(
            "http://h/{path}\n~\nhttp://h/{path}~{path}\r\nhttp://u@h/{path}\nhttp://h/{path}\r"
        );
        let run = given(text, "check", 1);
        let output = stdout(&run);
        assert_eq!(
            facts(&output),
            format!(
                "<stdin>:2:1: found \"~\", expected alphadigit, \"+\", \"-\" or \".\"\n\
                 <stdin>:3:{column}: found \"~\", expected xchar or end of text\n\
                 <stdin>:4:9: found \"@\", expected alphadigit, \"-\", \".\", \":\", \"/\" or end of text\n\
                 <stdin>:5:{column}: found \"\\r\", expected xchar or end of text\n"
            )
        );
        run.stderr(
            "5 lines: 1 valid, 4 invalid\n  valid as\n    httpurl  1\n  invalid in\n    \
                 hsegment  2\n    url       1\n    hostport  1\n",
        );
    }
}

/// Returns what the lines say before the notes. Only of texts that are kept, there are any.
fn facts(output: &str) -> String {
    let facts = output.lines().map(|line| {
        let end = [line.find("; "), line.find(" [")]
            .into_iter()
            .flatten()
            .min();
        assert!(line.len() < 400, "{line}");
        line[..end.expect("a line has an id")].to_owned() + "\n"
    });
    facts.collect()
}

#[test]
fn an_error_far_from_any_window_has_its_offset() {
    const WINDOW: usize = 64 * 1024;
    for windows in few_or_many(16..17, 16..19) {
        for shift in 0..6 {
            // The escape may lie across the ends of windows.
            let before = windows * WINDOW + shift - 3;
            let text = format!("{}%4g{}\n", "%41".repeat(before / 3), "x".repeat(LIMIT));
            let column = before / 3 * 3 + 3;
            given(text, "check --rule hsegment", 1).stdout(format!(
                "<stdin>:1:{column}: found \"g\", expected hex [unfinished-escape]\n"
            ));
        }
    }
}

#[test]
fn a_long_line_of_a_recursive_production_is_decided() {
    file("nested.abnf", "nested = \"(\" [nested] \")\" / 1*%x61\n");
    // A level takes longer than a character.
    let (levels, characters) = few_or_many((10_000, LIMIT), (LIMIT / 2 + 1, 0));
    let open = "(".repeat(levels) + &"a".repeat(characters);
    let close = ")".repeat(levels);
    let length = open.len() + close.len();
    let text = format!("{open}{close})\n(\n");
    let end = length + 1;
    given(text.as_str(), "check --grammar nested.abnf", 1)
        .stdout(format!(
            "<stdin>:1:{end}: found \")\", expected end of text [nested-syntax]\n\
             <stdin>:2:2: found the end of the text, expected \"(\", \"a\" or \")\" [nested-syntax]\n"
        ))
        .stderr("2 lines: 0 valid, 2 invalid\n  invalid in\n    nested  2\n");
    let text = format!("{open}{close}\nx{open}{close}\n(\n");
    let run = given(text, "check --format json --grammar nested.abnf", 1);
    let records = short_records(&run);
    let facts: Vec<(Value, Value, Value)> = records
        .iter()
        .map(|one| {
            let offset = one["error"]["offset"].clone();
            (one["ok"].clone(), one["length"].clone(), offset)
        })
        .collect();
    let fact = |ok: bool, length: Option<usize>, offset: Option<usize>| {
        (ok.into(), length.into(), offset.into())
    };
    assert_eq!(
        facts,
        [
            fact(true, Some(length), None),
            fact(false, Some(length + 1), Some(0)),
            fact(false, None, Some(1)),
        ]
    );
}

#[test]
#[ignore = "writes 64 MiB"]
fn a_line_above_the_limit_is_not_decided() {
    let grammar = file("nested-too-long.abnf", "nested = \"(\" [nested] \")\"\n");
    let grammar = grammar.to_str().expect("UTF-8");
    let mut child = running(&["check", "--grammar", grammar]);
    let mut input = child.stdin.take().expect("a pipe");
    let chunk = "(".repeat(LIMIT);
    for _ in 0..64 {
        input
            .write_all(chunk.as_bytes())
            .expect("the command reads");
    }
    input.write_all(b"(\n()\n").expect("the command reads");
    drop(input);
    let ended = child.wait_with_output().expect("the command ends");
    assert_eq!(ended.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&ended.stdout),
        "<stdin>:1: undecided: the text is not decided, because it takes more than 67108864 octets; \
         shorten it\n"
    );
}

/// The most memory that a command that runs has held, in KiB.
#[cfg(target_os = "linux")]
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("it runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    peak.expect("Linux says it").parse().expect("a number")
}

#[cfg(target_os = "linux")]
#[test]
fn memory_stays_below_a_hundred_times_a_long_line() {
    let element = r#"{"name": ["é", -1.5e3, true, null, {}]},"#;
    let length = few_or_many(1_000_000, 10_000_000);
    let text = element.repeat(length / element.len());
    let mut child = running(&["check", "--grammar", "../../examples/grammars/rfc8259.abnf"]);
    let mut input = child.stdin.take().expect("a pipe");
    // The second line has an answer, which comes when the first line has been read.
    input
        .write_all(format!("[{text}0]\n[0,\n").as_bytes())
        .expect("the command reads");
    let mut answer = String::new();
    let output = child.stdout.take().expect("a pipe");
    BufReader::new(output)
        .read_line(&mut answer)
        .expect("the command answers");
    assert!(answer.starts_with("<stdin>:2:4: found"), "{answer}");
    let peak = peak(child.id());
    let most = 100 * length as u64 / 1000;
    assert!(peak < most, "{peak} KiB");
    drop(input);
    let ended = child.wait_with_output().expect("the command ends");
    let summary = String::from_utf8_lossy(&ended.stderr).into_owned();
    assert!(
        summary.starts_with("2 lines: 1 valid, 1 invalid"),
        "{summary}"
    );
}

#[cfg(target_os = "linux")]
#[test]
fn long_lines_take_bounded_memory() {
    for (options, begin) in [
        (&["--csv", "url"][..], "url\n\"a:"),
        (&["--jsonl", "url"], "{\"url\":\"a:"),
        (&[], "a:"),
    ] {
        let mut child = running(&[&["check", "--threads", "2"], options].concat());
        let mut input = child.stdin.take().expect("a pipe");
        input
            .write_all(begin.as_bytes())
            .expect("the command reads");
        let chunk = "b".repeat(LIMIT);
        for _ in 0..few_or_many(36, 48) {
            input
                .write_all(chunk.as_bytes())
                .expect("the command reads");
        }
        let peak = peak(child.id());
        assert!(peak < 32 * 1024, "{peak} KiB for {options:?}");
        drop(input);
        child.wait_with_output().expect("the command ends");
    }
}
