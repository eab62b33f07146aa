//! Grammars, texts and files that are made to grow: every command ends with an answer of its own, in little memory.
//!
//! The time-out is for hangs only. What ends a command is a limit of steps or octets, so a slow machine
//! changes no answer.

use std::fs::{self, File};
use std::io::{self, Read, Write as _};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use assert_cmd::cargo::cargo_bin;

use crate::command::{file, words};

/// The most memory that a command may hold, in KiB.
const MEMORY: u64 = 512 * 1024;

/// The time of a processor in which a command ends unless it hangs, in hundredths of a second. Other work on the
/// machine does not count.
const HANG: u64 = 6_000;

/// The time without any of a processor after which it waits for ever. Other work may leave a command little of one,
/// but never nothing.
const WAIT: Duration = Duration::from_secs(300);

/// The status of a command whose output has no reader any more.
const CLOSED_PIPE: i32 = 141;

/// What standard input is.
#[derive(Clone, Copy)]
enum Input {
    Nothing,
    /// An endless file of zeros.
    Zeros,
    /// A text that is written again and again, and how many octets of it there are.
    Repeated(&'static [u8], usize),
}

/// Runs the command with the arguments of `line`, and checks that it ends, with an answer, in little memory.
fn ends(line: &str, input: Input) {
    let mut command = Command::new(cargo_bin!("rfc1738"));
    command.current_dir(env!("CARGO_TARGET_TMPDIR"));
    command.args(words(line)).stdout(Stdio::piped());
    command.stdin(match input {
        Input::Nothing => Stdio::null(),
        Input::Zeros => File::open("/dev/zero").expect("Linux has it").into(),
        Input::Repeated(..) => Stdio::piped(),
    });
    let mut child = command
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    // Output can be long, as that of a suite is. A reader that stops reading ends the command.
    let mut out = child.stdout.take().expect("a pipe").take(1 << 24);
    let counted = Arc::new(AtomicU64::new(0));
    let mut sink = Counter(Arc::clone(&counted));
    let written = thread::spawn(move || io::copy(&mut out, &mut sink));
    let mut err = child.stderr.take().expect("a pipe").take(1 << 20);
    let said = thread::spawn(move || {
        let mut said = Vec::new();
        err.read_to_end(&mut said).map(|_| said)
    });
    if let (Input::Repeated(text, length), Some(mut pipe)) = (input, child.stdin.take()) {
        let block = text.repeat((1 << 16) / text.len());
        // The command may stop reading, and the thread ends with it.
        thread::spawn(move || {
            for _ in 0..length.div_ceil(block.len()) {
                if pipe.write_all(&block).is_err() {
                    break;
                }
            }
        });
    }
    let (status, is_streaming) = ended(&mut child, line, &counted);
    let said = said.join().expect("no panic").expect("it is read");
    let written = written.join().expect("no panic").expect("it is read");
    let said = String::from_utf8_lossy(&said);
    // A reader that is gone ends a command quietly.
    let is_cut = written == 1 << 24 || is_streaming;
    let is_ended = status.signal().is_some() || status.code() == Some(CLOSED_PIPE);
    let has_answer = matches!(status.code(), Some(0..=2)) || is_cut && is_ended;
    assert!(has_answer, "{line}: {status}: {said}");
    // What is not decided, or refused, is never silent.
    let is_silent = written == 0 && said.is_empty();
    assert!(!is_silent || status.code() != Some(2), "{line}: {status}");
}

/// Counts what is written, and forgets it.
struct Counter(Arc<AtomicU64>);

impl io::Write for Counter {
    fn write(&mut self, octets: &[u8]) -> io::Result<usize> {
        self.0.fetch_add(octets.len() as u64, Ordering::Relaxed);
        Ok(octets.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits for the end of a child, or ends it when it holds too much memory or hangs. Returns its status, and
/// whether it was ended while it still wrote: a stream of answers may take long.
fn ended(child: &mut Child, line: &str, written: &AtomicU64) -> (ExitStatus, bool) {
    let start = Instant::now();
    let mut worked = (0, start);
    let mut wrote = (0, 0);
    loop {
        if let Some(status) = child.try_wait().expect("the child is known") {
            return (status, false);
        }
        let (peak, spent) = (peak(child.id()), spent(child.id()));
        if spent > worked.0 {
            worked = (spent, Instant::now());
        }
        let written = written.load(Ordering::Relaxed);
        if written > wrote.0 {
            wrote = (written, spent);
        }
        let hangs = spent > wrote.1 + HANG || worked.1.elapsed() > WAIT;
        if peak <= MEMORY && !hangs && spent > HANG {
            child.kill().expect("it is a child");
            return (child.wait().expect("it is a child"), true);
        }
        if peak > MEMORY || hangs {
            child.kill().expect("it is a child");
            child.wait().expect("it is a child");
            let seconds = start.elapsed().as_secs();
            panic!("{line}: {peak} KiB, {spent} ticks in {seconds} s");
        }
        thread::sleep(Duration::from_millis(2));
    }
}

/// The most memory that a process has held, in KiB; 0 when it has ended.
fn peak(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB"));
    peak.map_or(0, |peak| peak.parse().expect("a number"))
}

/// The time of a processor that a process has spent, in hundredths of a second; 0 when it has ended.
fn spent(process: u32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    // The name of the program is in parentheses, and can have blanks.
    let fields = stat.rsplit_once(')').map_or("", |(_, fields)| fields);
    let times = fields.split_whitespace().skip(11).take(2);
    times.filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// A chain of productions: `each` with the number of a production and that of the next one, then the last.
fn chain(count: usize, each: impl Fn(usize, usize) -> String, last: &str) -> String {
    let rules = (0..count).map(|number| format!("r{number} = {}\n", each(number, number + 1)));
    rules.collect::<String>() + &format!("r{count} = {last}\n")
}

fn nested(open: &str, close: &str, count: usize) -> String {
    format!("s = {}\"a\"{}\n", open.repeat(count), close.repeat(count))
}

/// Returns the grammars that grow, each with a name.
fn grammars() -> Vec<(&'static str, String)> {
    let one_of = |count: usize, word: &dyn Fn(usize) -> String| {
        (0..count).map(word).collect::<Vec<_>>().join(" / ")
    };
    let counted = |counts: &[u32]| {
        let open = counts.iter().map(|count| format!("1*{count}("));
        let open: String = open.collect();
        format!("s = {open}\"a\"{}\n", ")".repeat(counts.len()))
    };
    vec![
        // Towers.
        ("tower", chain(90, |_, next| format!("*r{next}"), "\"x\"")),
        (
            "high-tower",
            chain(240, |_, next| format!("*r{next}"), "\"x\""),
        ),
        (
            "options",
            chain(90, |_, next| format!("[ r{next} ] [ r{next} ]"), "\"x\""),
        ),
        (
            "doubled",
            chain(40, |_, next| format!("r{next} / r{next} \"a\""), "\"c\""),
        ),
        (
            "squared",
            chain(40, |_, next| format!("r{next} r{next}"), "\"c\""),
        ),
        (
            "long-chain",
            chain(400, |_, next| format!("\"a\" r{next} / \"b\""), "\"c\""),
        ),
        // Nested groups.
        ("stars", nested("*(", ")", 90)),
        ("groups", nested("(\"b\" / ", ")", 90)),
        ("brackets", nested("[ \"b\" ", "]", 90)),
        // Counters.
        ("counter", counted(&[1024])),
        ("counters", counted(&[30, 30, 30, 30])),
        ("large-counters", counted(&[1000, 1000])),
        (
            "counted-recursion",
            "s = \"(\" 1*1000x \")\" / \"x\"\nx = *1000\"y\" / s\n".to_owned(),
        ),
        // Cycles.
        (
            "cycle",
            "a = b / \"x\"\nb = c / \"y\"\nc = a / \"z\"\n".to_owned(),
        ),
        (
            "cycle-of-stars",
            "a = *b\nb = *c\nc = *a / \"z\"\n".to_owned(),
        ),
        (
            "cycle-of-empty",
            "a = a a / b / \"\"\nb = a b / \"x\" / a\n".to_owned(),
        ),
        // Wide ranges.
        ("range", "s = %x80-10FFFF \"b\"\n".to_owned()),
        ("ranges", "s = *%x0-10FFFF \"b\" %x80-10FFFF\n".to_owned()),
        ("counted-range", "s = 1*20%x80-10FFFF\n".to_owned()),
        // Recursion.
        ("left", "e = e \"+\" e / e \"*\" e / \"1\"\n".to_owned()),
        ("ambiguous", "e = e e e / e e / \"a\"\n".to_owned()),
        ("hidden", "e = *\"b\" e \"a\" / \"c\"\n".to_owned()),
        (
            "deep",
            "e = [ f ] e \"a\" / f e f / \"b\"\nf = *e / \"c\"\n".to_owned(),
        ),
        (
            "mutual",
            "p = \"(\" *p \")\" / \"[\" *p \"]\" / *q\nq = \"<\" p \">\" / p \".\" p / \"x\"\n"
                .to_owned(),
        ),
        // Many alternatives, members and productions.
        (
            "words",
            format!("s = {}\n", one_of(3000, &|number| format!("\"k{number}\""))),
        ),
        (
            "choices",
            format!(
                "s = {}\n",
                "( \"a\" / \"ab\" / \"aba\" / *\"b\" ) ".repeat(60)
            ),
        ),
        (
            "subsets",
            "s = *( \"a\" / \"b\" ) \"a\" 15( \"a\" / \"b\" )\n".to_owned(),
        ),
        (
            "productions",
            chain(
                4_900,
                |number, _| format!("\"a{number}\" [ r{} ]", number * 7 % 4_900),
                "\"c\"",
            ),
        ),
        (
            "recursive-words",
            format!(
                "s = \"(\" s \")\" / {}\n",
                one_of(9_000, &|_| "\"x\"".to_owned())
            ),
        ),
    ]
}

/// The commands with a grammar `G`.
const COMMANDS: [&str; 37] = [
    "grammar check G",
    "grammar check --depth 8 --show all G",
    "grammar check --depth 99999999 --format json G",
    "grammar diff G G",
    "grammar diff --depth 99 G G",
    "grammar export --to abnf G",
    "grammar export --to ebnf G",
    "grammar export --to pest G",
    "grammar export --to regex G",
    "grammar export --to dot G",
    "grammar fmt --check G",
    "grammar extract G",
    "grammar railroad G",
    "grammar railroad --to text G",
    "grammar crate --overwrite --name c --out crate-G G",
    "naive --grammar G",
    "naive --depth 99 --grammar G",
    "naive --grammar G -- aaaaaaaaaaaaaaaaaaaab",
    "rules --grammar G",
    "explain --grammar G",
    "generate --grammar G",
    "generate --invalid --grammar G",
    "generate --cover --grammar G",
    "parse --grammar G aaaabbbcccxyz",
    "parse --grammar G aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "trace --grammar G aaaaaaaaaaaaaaaaaaaaaaaa",
    "derivations --grammar G aaaaaaaaaaaaaaaaaaaaaaaaaa",
    "derivations --grammar G xxxxxxxxxxxxx",
    "check --grammar G",
    "conformance export --quick --grammar G",
    "conformance export --by-productions --grammar G",
    "conformance export --keep-apart --grammar G",
    "conformance export --depth 99 --grammar G",
    "conformance cover --grammar G",
    "conformance shrink --grammar G aaaaab -- cat",
    "conformance run --quick --grammar G -- cat",
    "conformance report --grammar G report-G.json",
];

fn run(grammar: &str, command: &str) {
    let line = command.replace('G', grammar);
    let input = match command.split(' ').next() {
        Some("check") => Input::Repeated(b"aaaaaaab", 1 << 20),
        _ if command.contains("cover --grammar") => Input::Repeated(b"aaab\n", 1 << 14),
        _ => Input::Nothing,
    };
    ends(&line, input);
}

/// Writes a grammar to a file, and returns its name.
fn written((name, grammar): &(&str, String), test: &str) -> String {
    let file_name = format!("growth-{test}-{name}.abnf");
    file(&file_name, grammar.replace('\n', "\r\n"));
    file_name
}

#[test]
#[ignore = "takes long; `.ci/slow` runs it, and the next test the worst of it"]
fn every_command_ends_with_every_grammar_that_grows() {
    let grammars = grammars();
    let names: Vec<String> = grammars.iter().map(|one| written(one, "all")).collect();
    let runs = names
        .iter()
        .flat_map(|name| COMMANDS.map(|command| (name, command)));
    let mut failed = Vec::new();
    for (name, command) in runs {
        if std::panic::catch_unwind(|| run(name, command)).is_err() {
            failed.push(format!("{command}: {name}"));
        }
    }
    assert_eq!(failed, Vec::<String>::new());
}

#[test]
fn commands_end_with_grammars_that_ended_none() {
    let worst = [
        ("doubled", "parse --grammar G caaa"),
        ("doubled", "conformance cover --grammar G"),
        ("deep", "grammar check --depth 8 G"),
        ("stars", "parse --grammar G aaaabbbcccxyz"),
        ("ranges", "explain --grammar G"),
        ("recursive-words", "grammar export --to dot --depth 19999 G"),
    ];
    let grammars = grammars();
    for (name, command) in worst {
        let grammar = grammars.iter().find(|one| one.0 == name);
        run(
            &written(grammar.expect("it is in the table"), "worst"),
            command,
        );
    }
}

#[test]
fn endless_files_have_an_answer() {
    for command in [
        "parse -",
        "parse --file /dev/zero",
        "parse --grammar growth-zeros.abnf -",
        "inspect -",
        "trace -",
        "derivations -",
        "naive -",
        "check --whole",
        "check --csv 1",
        "conformance shrink - -- cat",
        "conformance report /dev/zero",
        "conformance cover --whole --rule port -",
        "conformance run --quick --rule port --corpus /dev/zero -- cat",
        "conformance run --quick --rule port --baseline /dev/zero -- cat",
        "grammar check -",
        "grammar diff -",
        "grammar export --to abnf -",
        "grammar extract -",
        "grammar fmt -",
        "grammar railroad -",
        "grammar crate --name c --out crate-of-zeros -",
        "rules --grammar -",
        "explain --grammar -",
        "generate --grammar -",
        "check --grammar - growth-zeros.abnf",
        "lsp",
    ] {
        file("growth-zeros.abnf", "s = *%x00 [ s \"x\" ]\r\n");
        ends(command, Input::Zeros);
    }
}

#[test]
fn a_line_without_end_has_an_answer() {
    for command in ["check", "check --jsonl a", "conformance cover --rule port"] {
        ends(command, Input::Zeros);
    }
}

#[test]
#[ignore = "reads 60 megabytes; `.ci/slow` runs it"]
fn dense_and_deep_json_takes_little_memory() {
    let library = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../rfcbnf/library/rfc8259.abnf"
    );
    let dense = format!("[{}1]\n", "1,".repeat(5_000_000));
    let deep = "[[[1]],".repeat(1_400_000) + "1" + &"]".repeat(1_400_000) + "\n";
    for (name, text) in [("dense", &dense), ("deep", &deep)] {
        let file_name = format!("growth-{name}.json");
        file(&file_name, text);
        ends(
            &format!("check --grammar {library} {file_name}"),
            Input::Nothing,
        );
    }
    // Files are read at the same time.
    let command = format!("check --whole --grammar {library}");
    ends(
        &format!("{command} growth-dense.json growth-deep.json growth-dense.json"),
        Input::Nothing,
    );
}

#[test]
#[ignore = "reads gigabytes; `.ci/slow` runs it"]
fn long_streams_take_little_memory() {
    file(
        "growth-stream.abnf",
        "s = \"[\" *s \"]\" / \"(\" s \")\"\r\n",
    );
    let recursive = "check --grammar growth-stream.abnf";
    for (command, text, length) in [
        ("check", &b"http://h/a\n"[..], 1 << 25),
        ("check", b"http://h/a", 1 << 27),
        ("check --csv 1 --no-header", b"http://h/a,\"b\"\n", 1 << 24),
        ("check --jsonl url", b"{\"url\":\"http://h/a\"}\n", 1 << 24),
        ("extract", b"see http://h/a ", 1 << 25),
        ("extract", b"<http://h/a", 1 << 26),
        ("conformance cover --rule port", b"123\n", 1 << 20),
        (recursive, b"[()]\n", 1 << 22),
        (recursive, b"[", 1 << 27),
        (recursive, b"[]", 1 << 22),
        ("parse --grammar growth-stream.abnf -", b"[", 1 << 22),
        ("parse --grammar growth-stream.abnf -", b"[", 1 << 19),
        ("trace --grammar growth-stream.abnf -", b"[", 1 << 16),
        ("derivations --grammar growth-stream.abnf -", b"[", 1 << 16),
        ("naive --grammar growth-stream.abnf -", b"[", 1 << 16),
        ("parse --rule hsegment -", b"%41", 1 << 19),
        (
            "parse --rule hsegment --detail characters --format json -",
            b"%41",
            1 << 19,
        ),
        (
            "trace --rule hsegment --detail characters --format json -",
            b"%41",
            1 << 16,
        ),
        ("derivations --rule hsegment -", b"%41", 1 << 16),
        ("naive --rule hsegment -", b"%41", 1 << 16),
        ("inspect -", b"http://h/a", 1 << 19),
        ("grammar extract -", b"a = \"b\"\n", 1 << 20),
    ] {
        ends(command, Input::Repeated(text, length));
    }
}
