//! `conformance run` leaves no process behind and always ends, whatever the parser does.

use super::{
    EMPTY, PORT, at_once, cases, later, number, record, reports, run, run_and_search, with_script,
};
use crate::command::{file, running, stderr};
use crate::extent::few_or_many;
use assert_cmd::assert::Assert;
use assert_cmd::cargo::cargo_bin;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use std::{fs, thread};

/// The time that a killed process may take to disappear.
const PATIENCE: Duration = Duration::from_secs(60);

/// A pipe that processes keep open as long as they live.
struct Watch {
    path: PathBuf,
    /// Reads a line from each process, and then the end of the pipe.
    heard: Receiver<Option<String>>,
}

impl Watch {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        // An earlier run may have left it.
        let _ = std::fs::remove_file(&path);
        let made = Command::new("mkfifo").arg(&path).status();
        assert!(made.expect("mkfifo runs").success());
        let (sender, heard) = mpsc::channel();
        let opened = path.clone();
        thread::spawn(move || {
            let pipe = File::open(opened).expect("a pipe");
            for line in BufReader::new(pipe).lines() {
                let _ = sender.send(Some(line.expect("UTF-8")));
            }
            let _ = sender.send(None);
        });
        Self { path, heard }
    }

    /// Returns a script that starts a process that would outlive it, and then runs `then`.
    fn script(&self, then: &str) -> String {
        format!(
            "exec 9>'{}'; sleep 600 & echo started >&9; {then}",
            self.path.display()
        )
    }

    fn sees_them_start(&self) -> bool {
        self.heard.recv_timeout(PATIENCE) == Ok(Some("started".to_owned()))
    }

    fn sees_them_gone(&self) -> bool {
        self.heard.recv_timeout(PATIENCE) == Ok(None)
    }
}

#[test]
fn a_parser_is_killed_with_every_process_that_it_started() {
    // They wait for the limit at the same time.
    thread::scope(|scope| {
        for (name, then) in [
            ("hanging.fifo", "sleep 600"),
            ("stubborn.fifo", "trap '' INT TERM HUP; exec >&-; sleep 600"),
            ("nonsense.fifo", "echo maybe; sleep 600"),
            ("ended.fifo", "exit 3"),
        ] {
            scope.spawn(move || {
                let watch = Watch::new(name);
                run("--rule port --timeout 4", &watch.script(then), 2);
                assert!(watch.sees_them_start() && watch.sees_them_gone(), "{name}");
            });
        }
    });
}

#[test]
fn an_interrupt_kills_the_parser_too() {
    for signal in ["INT", "TERM", "HUP"] {
        let watch = Watch::new(&format!("{signal}.fifo"));
        let script = watch.script("sleep 600");
        let child = start(&["--timeout", "600"], &script);
        assert!(watch.sees_them_start(), "{signal}");
        send(signal, &child);
        let output = child.wait_with_output().expect("the command ends");
        assert_eq!(output.status.code(), Some(2), "{signal}");
        let shown = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
        let first = "none of 742 texts was answered\n\
                     error: an interrupt ended the run after 0 of 742 texts of the suite\n";
        assert!(shown.starts_with(first), "{signal}: {shown}");
        assert!(watch.sees_them_gone(), "{signal}");
    }
}

#[test]
fn an_interrupt_in_the_search_kills_the_parser_too() {
    let watch = Watch::new("search.fifo");
    let then = watch.script("sleep 600");
    let script = format!("{}; {EMPTY}", later("search.started", &then));
    let child = start(&["--timeout", "600"], &script);
    assert!(watch.sees_them_start());
    send("INT", &child);
    let output = child.wait_with_output().expect("the command ends");
    let shown = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{shown}");
    let last = "\nthe search for causes was ended by an interrupt after ";
    assert!(shown.contains(last), "{shown}");
    assert!(shown.contains("[port/unexplained/accepts/end"), "{shown}");
    assert!(watch.sees_them_gone());
}

#[test]
fn an_interrupt_in_the_search_leaves_the_baseline_alone() {
    let watch = Watch::new("baseline.fifo");
    let then = watch.script("sleep 600");
    let script = format!("{}; {EMPTY}", later("baseline.started", &then));
    let baseline = "# As it is.\n[[cause]]\nid = \"gone\"\nreason = \"None.\"\n";
    let path = file("interrupted.toml", baseline);
    let name = path.to_str().expect("UTF-8");
    let accept = ["--baseline", name, "--accept", "It is right."];
    let child = start(&accept, &script);
    assert!(watch.sees_them_start());
    send("INT", &child);
    let output = child.wait_with_output().expect("the command ends");
    let shown = String::from_utf8([output.stdout, output.stderr].concat()).expect("UTF-8");
    assert_eq!(output.status.code(), Some(1), "{shown}");
    let note = "note: the baseline stays as it is, because the search for causes did not finish\n";
    assert!(shown.contains(note), "{shown}");
    assert!(!shown.contains("no longer found"), "{shown}");
    assert_eq!(std::fs::read_to_string(path).expect("a file"), baseline);
    assert!(watch.sees_them_gone());
}

#[test]
fn an_interrupt_kills_every_process_of_several() {
    let watch = Watch::new("jobs.fifo");
    let script = watch.script("sleep 600");
    let child = start(&["--timeout", "600", "--jobs", "3", "--restart"], &script);
    assert!(watch.sees_them_start() && watch.sees_them_start() && watch.sees_them_start());
    send("INT", &child);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(2));
    assert!(watch.sees_them_gone());
}

#[test]
fn a_hang_up_does_not_end_a_run_under_nohup() {
    let script = format!("kill -HUP $PPID; {EMPTY}");
    let run = Command::new("nohup")
        .arg(cargo_bin!("rfc1738"))
        .args(["conformance", "run", "--rule", "port", "--no-causes"])
        .args(["--", "sh", "-c", &script])
        .output()
        .expect("it is part of POSIX");
    assert_eq!(run.status.code(), Some(1), "{run:?}");
    let shown = String::from_utf8_lossy(&run.stdout);
    let answered = "\n742 texts answered: 741 as they should be";
    assert!(shown.contains(answered), "{shown}");
}

#[test]
#[cfg(target_os = "linux")]
fn a_second_interrupt_ends_the_command_at_once() {
    let watch = Watch::new("twice.fifo");
    // A process in a session of its own keeps standard error open, so the report waits for it.
    let script = format!(
        "exec 9>'{}'; setsid sh -c 'echo started >&9; exec sleep 3 9>&-' & sleep 600",
        watch.path.display()
    );
    let child = start(&["--timeout", "600"], &script);
    assert!(watch.sees_them_start());
    send("INT", &child);
    assert!(watch.sees_them_gone());
    send("INT", &child);
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!([output.stdout, output.stderr].concat(), b"");
}

fn send(signal: &str, child: &Child) {
    let number = child.id().to_string();
    let sent = Command::new("kill").args(["-s", signal, &number]).status();
    assert!(sent.expect("kill runs").success());
}

fn start(arguments: &[&str], script: &str) -> Child {
    let start = ["conformance", "run", "--rule", "port"];
    running(&[&start, arguments, &["--", "sh", "-c", script]].concat())
}

#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    for report in ["human", "json"] {
        let (reader, writer) = std::io::pipe().expect("a pipe");
        drop(reader);
        let mut command = Command::new(cargo_bin!("rfc1738"));
        command.args(["conformance", "run", "--rule", "port", "--report", report]);
        let script = "LC_ALL=C sed 's/.*/accept/'";
        command.args(["--no-causes", "--", "sh", "-c", script]);
        let run = command.stdout(writer).output().expect("the command runs");
        assert_eq!(
            (run.status.code(), run.stderr.as_slice()),
            (Some(141), &b""[..])
        );
    }
}

#[test]
fn a_closed_standard_error_causes_no_panic() {
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let mut command = Command::new(cargo_bin!("rfc1738"));
    command.args(["conformance", "run", "--rule", "port", "--", "true"]);
    let run = command.stderr(writer).output().expect("the command runs");
    assert!(matches!(run.status.code(), Some(2 | 141)), "{run:?}");
}

#[test]
fn the_command_does_not_consume_the_input_of_the_shell() {
    let mut command = Command::new(cargo_bin!("rfc1738"));
    command.args(["conformance", "run", "--rule", "port", "--", "true"]);
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("it starts");
    let input = child.stdin.take();
    let mut first = String::new();
    let output = child.stdout.take().expect("a pipe");
    BufReader::new(output)
        .read_line(&mut first)
        .expect("a line");
    assert!(first.starts_with("none of "), "{first}");
    assert_eq!(child.wait().expect("the command ends").code(), Some(2));
    drop(input);
}

#[test]
fn a_command_that_starts_slowly_is_started_once() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("slow.starts");
    let _ = std::fs::remove_file(&path);
    let script = format!(
        "echo start >>'{}'; sleep 0.4; while IFS= read -r text; do case $text in *[!0-9]*) \
         echo reject ;; *) echo accept ;; esac; done",
        path.display()
    );
    run_and_search("--rule port", &script, 1);
    let starts = std::fs::read_to_string(&path).expect("it was started");
    // For the suite, for texts of the suite once more, and for the search.
    assert_eq!(starts.lines().count(), 3, "{starts}");
}

/// A parser of `port` that does not know the digit 9, and writes each answer at once.
const PROMPT: &str = "LC_ALL=C sed -u -E -e 's/^[0-8]+$/accept/' -e t -e 's/.*/reject/'";

/// One that also crashes at every text with two letters `x`.
const CRASHES_ON_X: &str =
    at_once!("case $text in xx) exit 3 ;; '' | *[!0-8]*) echo reject ;; *) echo accept ;; esac");

#[test]
fn every_report_is_the_same_however_many_processes_answer() {
    for (script, restart) in [
        (PORT, ""),
        (EMPTY, ""),
        (PROMPT, ""),
        (CRASHES_ON_X, "--restart"),
    ] {
        let with = |jobs: &str| {
            let path = file("jobs.json", "");
            let questions = few_or_many(1000, 2000);
            let line = format!(
                "--rule port --jobs {jobs} --report human --report json=jobs.json {restart} \
                 --questions {questions}"
            );
            let run = with_script(&line, script).output();
            let json = fs::read_to_string(path).expect("a report");
            (run.expect("the command runs"), json)
        };
        let one = with("1");
        assert_ne!(one.0.status.code(), Some(2), "{one:?}");
        assert_eq!(one, with("3"), "{script}");
    }
}

#[test]
fn the_first_unanswered_text_does_not_depend_on_the_jobs() {
    let script = "LC_ALL=C awk '/^x$/ { exit 3 } { print \"reject\" }'";
    let with = |jobs| {
        let errors = stderr(&run(&format!("--rule port --jobs {jobs}"), script, 2));
        errors.lines().next().expect("a line").to_owned()
    };
    let one = with("1");
    assert!(
        one.starts_with("error: sh ended with exit status 3 before it answered text "),
        "{one}"
    );
    assert_eq!(one, with("3"));
}

#[test]
fn a_process_that_hangs_does_not_delay_a_failed_run() {
    let start = std::time::Instant::now();
    let script = "if read -r text && test -z \"$text\"; then echo maybe; else sleep 600; fi";
    run("--rule port --jobs 2 --timeout 500", script, 2);
    assert!(start.elapsed() < std::time::Duration::from_secs(60));
}

/// Runs the command with a parser that answers one text and then runs `then`, which breaks down.
fn run_after_one(line: &str, then: &str) -> Assert {
    let script = format!("read -r text; echo 'reject 0'; {then}");
    run(&format!("--rule port --timeout 1 {line}"), &script, 2)
}

/// Returns the number of texts in the suite for `port`, and the second text in quotation marks.
fn texts_and_second() -> (usize, String) {
    let cases = cases("port");
    (cases.len(), cases[1]["input"].to_string())
}

#[test]
fn the_text_that_a_parser_died_on_is_escaped() {
    let cases = cases("port");
    let number = number(&cases, |text| text.contains('\u{1}'));
    let text = cases[number - 1]["input"].as_str().expect("a text");
    let escaped = text.replace('\u{1}', "\\u{1}");
    let script = format!("LC_ALL=C sed -e '/\u{1}/q' | sed '$d' | {{ {PORT}; }}");
    let shown = stderr(&run("--rule port", &script, 2));
    let line = format!(
        "before it answered text {number} of {}\n  text {number}: \"{escaped}\"\n",
        cases.len()
    );
    assert!(shown.contains(&line), "{shown}");
}

#[test]
fn json_describes_the_breakdown() {
    let (texts, second) = texts_and_second();
    let second: String = serde_json::from_str(&second).expect("a text");
    let failure = |then: &str| {
        let record = record(&run_after_one("--report json", then));
        assert_eq!(record["texts"], texts);
        assert_eq!(record["true_rejects"], 1);
        record["failure"].clone()
    };
    let ended = failure("cat >/dev/null; echo bye >&2; exit 3");
    assert_eq!(
        ended,
        serde_json::json!({
            "kind": "ended",
            "message": format!("sh ended with exit status 3 before it answered text 2 of {texts}"),
            "number": 2,
            "input": second,
            "answer": null,
            "given": texts,
            "exit_status": 3,
            "signal": null,
            "stderr": "bye\n",
            "round": null,
        })
    );
    let killed = failure("kill -9 $$");
    assert_eq!(
        (&killed["exit_status"], &killed["signal"]),
        (&().into(), &9.into())
    );
    let nonsense = failure("echo maybe");
    assert_eq!(
        (&nonsense["kind"], &nonsense["answer"]),
        (&"nonsense".into(), &"maybe".into())
    );
    let surplus = record(&run(
        "--rule port --report json",
        &format!("{PORT}; echo accept"),
        2,
    ));
    assert_eq!(surplus["failure"]["kind"], "surplus");
    assert_eq!(surplus["failure"]["number"], serde_json::Value::Null);
}

/// Parsers of `port` that end at the text `x`: one writes each answer at once, one writes all
/// answers at the end and loses them if it crashes, and one is cut off within a line.
const CRASHES: [&str; 3] = [
    at_once!("case $text in x) exit 3 ;; '' | *[!0-9]*) echo reject ;; *) echo accept ;; esac"),
    "tr '\\000' y | LC_ALL=C awk '
        /^x$/ { crashed = 1; exit 3 }
        { answers[NR] = /^[0-9]+$/ ? \"accept\" : \"reject\" }
        END { if (!crashed) for (i = 1; i <= NR; i++) print answers[i]; else exit 3 }'",
    at_once!(
        "case $text in x) printf accept; exit 3 ;; '' | *[!0-9]*) echo reject ;; *) echo accept ;; esac"
    ),
];

/// Returns the command, which starts these again.
fn restarted(line: &str, script: &str, code: i32) -> Assert {
    let line = format!("--rule port --restart --timeout 1 {line}");
    run_and_search(&line, script, code)
}

#[test]
fn causes_of_verdicts_and_of_crashes_stay_apart() {
    let script = CRASHES[0].replace("'' | ", "");
    let record = record(&restarted("--report json", &script, 1));
    let ids = |causes: &Value| {
        let causes = causes.as_array().expect("a list").iter();
        causes
            .map(|one| one["id"].as_str().expect("an id").to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&record["causes"]), ["port/accepts-empty"]);
    assert_eq!(ids(&record["crashes"]["causes"]), ["crash,port/accepts/x"]);
    let cause = &record["crashes"]["causes"][0];
    assert_eq!(cause["sentence"], "digits: crashes on `x`");
    assert_eq!(
        (&cause["derived"], &cause["witness"]),
        (&false.into(), &"x".into())
    );
    assert_eq!(record["hangs"], Value::Null);
}

#[test]
fn a_command_that_depends_on_the_texts_before_is_noted() {
    // Each text takes a start or two.
    let (suite, answered) = few_or_many(
        (
            "--rule=hostport --quick",
            "\n20 texts answered: 16 as they should be",
        ),
        (
            "--rule=port --extra-states=0",
            "\n742 texts answered: 722 as they should be",
        ),
    );
    let [shown, page] = reports("dependent", ["human", "html"], |reports| {
        let line = format!("{suite} --restart {reports}");
        run(&line, "read -r text; echo reject", 1)
    });
    assert!(shown.contains(answered), "{shown}");
    assert!(
        shown.contains("\nsh broke ") && shown.contains(
            " times on texts that it answered when they were asked again, so it depends on the texts before\n"
        ),
        "{shown}"
    );
    assert!(page.contains("<p class=\"failure\">sh broke "), "{page}");
}

#[test]
fn a_command_that_crashes_too_often_is_given_up() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("crashing.started");
    let _ = fs::remove_file(&path);
    let script = format!("echo >>'{}'; exit 3", path.display());
    let shown = stderr(&run("--rule port --restart=3", &script, 2));
    assert_eq!(
        shown,
        "error: sh crashed or timed out on more than 3 texts\n  \
         help: --restart=N allows N texts; --time ends a run with a report, and --rule chooses a smaller production\n"
    );
    // At most two processes a crash, and not two for each of the other texts.
    let started = fs::read_to_string(&path).expect("it is written");
    assert!((4..=8).contains(&started.lines().count()), "{started:?}");
    let record = record(&run("--rule port --restart=3 --report json", "exit 3", 2));
    assert_eq!(record["failure"]["kind"], "too_often");
    assert_eq!(
        (&record["crashed"], &record["texts"]),
        (&4.into(), &742.into())
    );
}

#[test]
fn time_ends_a_command_that_always_crashes() {
    let shown = stderr(&restarted("--time 300ms", "exit 3", 2));
    assert!(
        shown.starts_with("error: --time 300ms ended the run after "),
        "{shown}"
    );
}
