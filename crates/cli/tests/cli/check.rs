//! `rfc1738 check`: long lines, many threads, streams, replaced files, and input that only Rust makes.

use crate::command::{exits, file, given, objects, outputs, rfc1738, running, stderr, stdout};
use crate::extent::few_or_many;
use assert_cmd::Command;
use assert_cmd::assert::Assert;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

#[test]
fn a_line_of_many_mb_is_a_line() {
    let length = few_or_many(3_000_000, 10_000_000);
    let text = format!(
        "http://h/{}\nhttp://h/{} \n",
        "a".repeat(length),
        "b".repeat(length)
    );
    given(text, "check", 1).stdout(format!(
        "<stdin>:2:{}: found \" \", expected xchar or end of text [white-space]\n",
        length + 10
    ));
}

/// Runs `check` on the input.
fn check(input: impl Into<Vec<u8>>, line: &str, code: i32) -> Assert {
    given(input, &format!("check {line}"), code)
}

/// Returns the errors of records, without the counts after them.
fn errors(errors: &str) -> Vec<&str> {
    errors
        .lines()
        .filter_map(|line| line.strip_prefix("error: <stdin>:"))
        .collect()
}

fn records(input: impl Into<Vec<u8>>, line: &str, code: i32) -> Vec<Value> {
    objects(&check(input, &format!("--format json {line}"), code))
}

const UNCLOSED: &str = "a quotation mark is not closed in the rest of the file, or in 1048576 \
     octets; close it, or double it if it is part of the value; the next line is read as a record";

#[test]
fn an_unclosed_quotation_mark_in_many_lines_costs_one_line() {
    // It is longer than a record can be.
    let (line, lines) = few_or_many(("a:bbbbbbbbbbbbb\n", 75_000), ("a:b\n", 500_000));
    let rest = line.repeat(lines);
    let table = format!("url\n\"a:c\n{rest}a: \n");
    let [shown, told] = outputs(&check(table, "--csv url", 2));
    assert_eq!(
        shown,
        format!(
            "<stdin>:{}:3: record {}, \"url\": found \" \", expected xchar or end of text; white space \
             that surrounds a URL or breaks its line is not part of it (RFC 1738, Appendix) \
             [white-space]; write a:\n",
            lines + 3,
            lines + 2
        )
    );
    assert_eq!(errors(&told), [format!("2: record 1: {UNCLOSED}")]);
    let counts = format!(
        "\n{} records: {lines} valid, 1 invalid, 1 unreadable\n",
        lines + 1
    );
    assert!(told.contains(&counts), "{told}");
}

/// Returns objects of at most two fields, with values that JSON has and that it lacks, and with and without blanks.
fn written_objects() -> Vec<String> {
    let values = [
        "\"a\"",
        "\"\"",
        "\" {,:}\"",
        "\"\\n\"",
        "\"\u{e9}\"",
        "\"\u{1}\"",
        "\"",
        "0",
        "-7",
        "01",
        "-",
        "1.5",
        "1e9",
        "1234567890123456",
        "null",
        "true",
        "tru",
        "[\"a\"]",
        "{}",
        "{\"v\":\"b\"}",
        "{\"v\":null}",
    ];
    let fields = ["\"u\"", "\"u.v\"", "\"w\"", "u"];
    let mut members = vec![String::new()];
    for field in fields {
        members.extend(values.map(|value| format!("{field}:{value}")));
    }
    let mut objects = Vec::new();
    for first in &members {
        objects.push(format!("{{{first}}}"));
        objects.push(format!(" {{ {} }}\t", first.replacen(':', " : ", 1)));
        objects.push(format!("{{{first}"));
        objects.push(format!("{{{first}}}}}"));
        // Of a name that is there twice, there is no one answer.
        let name = |member: &str| member.split(':').next().map(str::to_owned);
        let others = members.iter().filter(|second| name(second) != name(first));
        objects.extend(others.map(|second| format!("{{{first},{second}}}")));
    }
    objects
}

#[test]
fn every_object_has_the_text_that_serde_json_finds() {
    let objects: Vec<String> = written_objects()
        .into_iter()
        .step_by(few_or_many(3, 1))
        .collect();
    for field in ["u", "u.v"] {
        let mut found = Vec::new();
        for (line, object) in (1..).zip(&objects) {
            let object: Value = serde_json::from_str(object).unwrap_or_default();
            let value = object.get(field);
            let value = value.or_else(|| object.get("u")?.get(field.strip_prefix("u.")?));
            found.extend(
                value
                    .and_then(Value::as_str)
                    .map(|text| (line, text.to_owned())),
            );
        }
        assert!(found.len() > few_or_many(100, 300), "{}", found.len());
        let log = objects.join("\n");
        let records = records(log, &format!("--jsonl {field} --rule digits"), 2);
        let read = records.iter().map(|record| {
            let text = record["input"].as_str().expect("a text").to_owned();
            (record["line"].as_u64().expect("a number"), text)
        });
        assert_eq!(read.collect::<Vec<_>>(), found, "{field}");
    }
}

#[test]
fn errors_keep_their_order_on_any_number_of_threads() {
    let mut table = "n,url\n".to_owned();
    let rounds = few_or_many(1_000, 3_000);
    for number in 0..7 * rounds {
        table += match number % 7 {
            0 => "1\n",
            1 => "\"2\n3\",\"a: \"\n",
            2 => "4,http://u@h/\n",
            _ => "5,a:b\r\n",
        };
    }
    let run = |threads| {
        let line = format!("-j {threads} --csv url");
        outputs(&check(table.as_str(), &line, 2))
    };
    let [shown, told] = run(1);
    assert_eq!(run(7), [shown.as_str(), &told]);
    assert_eq!(shown.lines().count(), 2 * rounds);
    assert_eq!(errors(&told).len(), rounds);
}

#[test]
fn quiet_stops_at_the_first_invalid_text() {
    let mut child = running(&["check", "--quiet"]);
    let mut input = child.stdin.take().expect("a pipe");
    input
        .write_all(b"http://h/\nx\n")
        .expect("the command reads its input");
    // Its standard input stays open.
    assert_eq!(child.wait().expect("the command ends").code(), Some(1));
    let mut errors = String::new();
    child
        .stderr
        .take()
        .expect("a pipe")
        .read_to_string(&mut errors)
        .expect("UTF-8");
    assert_eq!(errors, "");
    drop(input);
}

#[test]
fn a_long_report_on_standard_error_has_no_styles() {
    let lines = "http://u@h/\n".repeat(2000);
    let mut command = rfc1738(&["check", "--fix"]);
    let report = stderr_of(command.write_stdin(lines), 1);
    for (index, line) in report.lines().take(2000).enumerate() {
        let place = format!("<stdin>:{}:9: found ", index + 1);
        assert!(line.starts_with(&place), "{line:?}");
    }
}

#[test]
fn lines_keep_their_order_on_any_number_of_threads() {
    let mut text = String::new();
    let mut fixed = String::new();
    let lines = few_or_many(10_000, 30_000);
    for number in 0..lines {
        let end = if number % 3 == 0 { "\r\n" } else { "\n" };
        let _ = write!(text, "http://h/~{number}{end}http://h/{number}#{end}");
        let _ = write!(fixed, "http://h/%7E{number}{end}http://h/{number}#{end}");
    }
    let path = file("fix-many.txt", &text);
    for threads in ["1", "7"] {
        fs::write(&path, &text).expect("the file is written");
        let arguments = ["check", "--fix", "--threads", threads, "fix-many.txt"];
        let counts = stderr_of(&mut rfc1738(&arguments), 1);
        let fixed_lines = format!("\n{lines} lines fixed\n");
        assert!(counts.ends_with(&fixed_lines), "{counts}");
        assert!(
            fs::read_to_string(&path).expect("it is text") == fixed,
            "{threads}"
        );
    }
}

#[test]
fn no_other_file_is_left_in_the_folder() {
    let folder = file("fix-folder", "").with_extension("d");
    fs::create_dir_all(&folder).expect("it can be made");
    for (name, text) in [("a", "http://h/~"), ("b", "http://h/#"), ("c", "http://h/")] {
        fs::write(folder.join(name), text).expect("it can be written");
    }
    let all = ["a", "b", "c"].map(|name| folder.join(name));
    rfc1738(&["check", "--fix"]).args(all).assert().code(1);
    let names = fs::read_dir(&folder).expect("it is a folder");
    assert_eq!(names.count(), 3);
}

#[cfg(unix)]
#[test]
fn permissions_and_symbolic_links_of_a_fixed_file_are_kept() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, symlink};

    let path = file("fix-private.txt", "http://h/~\n");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let link = path.with_file_name("fix-link.txt");
    let _ = fs::remove_file(&link);
    symlink("fix-private.txt", &link).expect("links can be made");
    exits("check --fix fix-link.txt", 0);
    assert!(
        fs::symlink_metadata(&link)
            .expect("it is there")
            .is_symlink()
    );
    let fixed = fs::metadata(&path).expect("it is there");
    assert_eq!(fixed.permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read(&path).expect("it is there"), b"http://h/%7E\n");
    exits("check --fix fix-link.txt", 0);
    assert_eq!(fs::metadata(&path).expect("it is there").ino(), fixed.ino());
}

#[test]
fn a_line_is_fixed_before_the_next_one_is_read() {
    let mut child = running(&["check", "--fix"]);
    let mut input = child.stdin.take().expect("it has a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("it has a pipe"));
    for (line, fixed) in [("http://h/~\n", "http://h/%7E\n"), ("news:*\n", "news:*\n")] {
        input.write_all(line.as_bytes()).expect("it reads");
        let mut read = String::new();
        output.read_line(&mut read).expect("it answers");
        assert_eq!(read, fixed);
    }
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

/// Runs the command, which ends with the exit status. Returns standard error.
fn stderr_of(command: &mut Command, code: i32) -> String {
    stderr(&command.assert().code(code))
}

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
