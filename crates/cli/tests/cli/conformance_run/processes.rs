//! `conformance run` leaves no process behind and always ends.

use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use assert_cmd::cargo::cargo_bin;

use super::{EMPTY, later, run, run_and_search};
use crate::command::{file, running};

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
                run("--rule port --timeout 1", &watch.script(then), 2);
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
