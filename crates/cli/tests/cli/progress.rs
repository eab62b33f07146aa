//! The progress bars of `check` and `conformance run`, on a terminal.

use std::ffi::OsStr;
use std::fs::File;
use std::io::Read as _;
use std::os::unix::ffi::OsStrExt as _;
use std::process::{Command, Stdio};
use std::thread;

use crate::command::file;
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};

/// The length of a file that is long enough for a bar.
const LONG: usize = 17 * 1024 * 1024;

/// The greatest number of times that its bar is drawn: once for each 256 KiB.
const STEPS: usize = LONG / (256 * 1024);

/// The text at the end of every bar.
const BAR: &str = " left";

#[test]
fn invalid_lines_do_not_redraw_the_bar() {
    let lines = LONG / 10_000;
    file("many-lines.txt", long_lines(lines));
    let shown = on_terminal(|command, terminal| {
        command.args(["check", "many-lines.txt"]);
        command.stdout(terminal());
    });
    assert_eq!(shown.matches(": found \"@\", expected ").count(), lines);
    let bars = shown.matches(BAR).count();
    assert!((1..=STEPS).contains(&bars), "{bars} bars drawn");
    assert!(!shown.contains(" 0 B/s"));
    let mut behind = shown.split(BAR).skip(1);
    assert!(
        behind.all(|rest| rest.starts_with('\r')),
        "a bar is taken away before anything else is written"
    );
}

#[test]
fn a_long_file_on_standard_input_shows_a_bar() {
    let path = file("redirected.txt", long_lines(LONG / 10_000));
    let shown = on_terminal(|command, _| {
        command.args(["check"]);
        command.stdin(File::open(&path).expect("the file"));
        command.stdout(Stdio::null());
    });
    assert!(shown.contains("<stdin> ") && shown.contains(BAR), "{shown}");
}

#[test]
fn a_short_file_and_a_pipe_show_no_bar() {
    file("short.txt", "news:a\n");
    let shown = on_terminal(|command, _| {
        command.args(["check", "short.txt"]);
    });
    assert!(!shown.contains(BAR), "{shown}");
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(writer);
    let shown = on_terminal(|command, _| {
        command.args(["check"]).stdin(reader);
    });
    assert!(!shown.contains(BAR), "{shown}");
}

#[test]
fn a_conformance_run_shows_its_progress_and_the_time() {
    let shown = on_terminal(|command, _| {
        command.args(["conformance", "run", "--rule", "port", "--", "sh", "-c"]);
        command.arg("LC_ALL=C sed -u -E -e 's/^[0-9]*$/accept/' -e t -e 's/.*/reject/'");
    });
    assert!(shown.contains("/742 texts "), "{shown}");
    assert!(
        shown.contains("sh: the search for causes asked "),
        "{shown}"
    );
    assert!(shown.contains(" texts in 1 round, "), "{shown}");
}

/// Lines of 10,000 octets that are invalid from the first character on, so that `check` is fast.
fn long_lines(count: usize) -> String {
    format!("{}\n", "@".repeat(9_999)).repeat(count)
}

/// Returns everything that a terminal receives from the command's standard error. `prepare` can
/// connect further streams to the terminal.
fn on_terminal(prepare: impl FnOnce(&mut Command, &dyn Fn() -> File)) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).expect("a terminal");
    grantpt(&controller).expect("access to it");
    unlockpt(&controller).expect("access to it");
    let name = ptsname(&controller, Vec::new()).expect("its name");
    let terminal = || {
        let path = OsStr::from_bytes(name.as_bytes());
        File::options()
            .read(true)
            .write(true)
            .open(path)
            .expect("the terminal")
    };
    let size = Winsize {
        ws_row: 24,
        ws_col: 100,
        ws_xpixel: 0,
        ws_ypixel: 0,
    };
    let held = terminal();
    tcsetwinsize(&held, size).expect("a size");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("rfc1738"));
    command
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env("TERM", "xterm")
        .env_remove("NO_COLOR")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(terminal());
    prepare(&mut command, &terminal);
    let reader = thread::spawn(move || {
        let mut shown = Vec::new();
        // Some systems report an error once no process has the terminal open.
        let _ = File::from(controller).read_to_end(&mut shown);
        String::from_utf8_lossy(&shown).into_owned()
    });
    let mut child = command.spawn().expect("it starts");
    drop(command);
    drop(held);
    child.wait().expect("the command ends");
    reader.join().expect("no panic")
}
