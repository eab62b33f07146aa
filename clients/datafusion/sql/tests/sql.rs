//! The command, as its users run it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use assert_cmd::Command;
use tempfile::TempDir;

fn sql() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_rfc1738-sql"));
    command.env_remove("RUST_BACKTRACE");
    command
}

fn top() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..")
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Returns the message of a command that fails with the status 2.
fn error(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(output.stdout.is_empty(), "{output:?}");
    String::from_utf8(output.stderr).unwrap()
}

/// Returns the path of a CSV file with URLs.
fn urls(folder: &TempDir) -> String {
    let path = folder.path().join("urls.csv");
    fs::write(
        &path,
        "url\nhttp://h/\nhttp://me@h/\nhttp://h/~\nhttp://me@i/\n",
    )
    .unwrap();
    path.display().to_string()
}

#[test]
fn the_answer_is_a_table() {
    let folder = TempDir::new().unwrap();
    let query = format!(
        "SELECT rfc1738_error(url).id AS error, count(*) AS texts FROM '{}' GROUP BY 1 ORDER BY 2 DESC, 1",
        urls(&folder)
    );
    let output = sql().arg(query).output().unwrap();
    let table = stdout(&output);
    let rows: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows[1], ["", "error", "texts", ""]);
    assert_eq!(rows[3], ["", "http-user", "2", ""]);
    assert_eq!(rows[4][2], "1");
    assert_eq!(rows[5], ["", "", "1", ""]);
}

#[test]
fn the_answer_is_json_lines_in_ascii() {
    let query = "SELECT 'caf\u{e9}\u{1b}[2J\u{7f}' AS text, NULL AS nothing, rfc1738_error('http://h:/') AS error";
    let output = sql().args(["--format", "json", query]).output().unwrap();
    assert_eq!(
        stdout(&output),
        "{\"text\":\"caf\\u00e9\\u001b[2J\\u007f\",\"nothing\":null,\"error\":{\"id\":\"empty-port\",\"offset\":9,\
         \"found\":\"/\",\"next\":\"0123456789\",\"can_end\":false,\"expected\":[\"digit\"],\
         \"context\":[\"url\",\"httpurl\",\"hostport\",\"port\",\"digits\"],\
         \"note\":\"if the port is omitted, the colon is omitted as well (RFC 1738, 3.1)\"}}\n"
    );
}

#[test]
fn the_answer_is_csv() {
    let query = "SELECT 'a,\"b\"' AS \"x,y\", NULL AS nothing, '' AS empty, rfc1738_advice('http://h:81/') AS advice";
    let output = sql().args(["--format", "csv", query]).output().unwrap();
    assert_eq!(
        stdout(&output),
        "\"x,y\",nothing,empty,advice\n\"a,\"\"b\"\"\",,\"\",\"[{id: non-default-port, severity: warning, start: 9, \
         end: 11}, {id: reserved-port, severity: danger, start: 9, end: 11}]\"\n"
    );
    let none = "SELECT 1 AS one WHERE false";
    let output = sql().args(["--format", "csv", none]).output().unwrap();
    assert_eq!(stdout(&output), "one\n");
}

#[test]
fn a_table_escapes_what_does_not_print() {
    let output = sql()
        .arg("SELECT 'a\u{1b}[2J\u{202e}' AS \"\u{1b}b\"")
        .output()
        .unwrap();
    let table = stdout(&output);
    assert!(table.contains("| a\\u{1b}[2J\\u{202e} |"), "{table}");
    assert!(table.contains("\\u{1b}b"), "{table}");
}

#[test]
fn a_folder_is_a_table() {
    let folder = TempDir::new().unwrap();
    urls(&folder);
    fs::write(folder.path().join("more.csv"), "url\nhttp://j/\n").unwrap();
    let query = format!(
        "SELECT count(*) AS urls FROM '{}/'",
        folder.path().display()
    );
    for threads in ["1", "3"] {
        let output = sql()
            .args(["--format", "csv", "--threads", threads, &query])
            .output()
            .unwrap();
        assert_eq!(stdout(&output), "urls\n5\n");
    }
}

#[test]
fn standard_input_can_hold_the_query() {
    let output = sql()
        .args(["--format", "csv", "-"])
        .write_stdin("SELECT 1 AS one;\n")
        .output()
        .unwrap();
    assert_eq!(stdout(&output), "one\n1\n");
}

#[test]
fn an_error_is_one_line_first() {
    let unknown = error(sql().arg("SELECT rfc1738_is_valid('a', 'httpur')"));
    assert_eq!(
        unknown,
        "error: Error during planning: RFC 1738 has no production \"httpur\"; did you mean httpurl?\n"
    );
    let wrong = error(sql().arg("SELECT rfc1738_parse('\u{1b}')"));
    let lines: Vec<&str> = wrong.lines().collect();
    assert!(lines[0].starts_with("error: "), "{wrong}");
    assert!(
        lines[0].contains("rfc1738_parse: not a valid url: found \"\\u{1b}\" at offset 0"),
        "{wrong}"
    );
    let missing = error(sql().arg("SELECT * FROM 'no such file.parquet'"));
    let lines: Vec<&str> = missing.lines().collect();
    assert!(
        lines[0].contains("no such file.parquet") && lines[0].contains("not found"),
        "{missing}"
    );
    assert_eq!(
        lines[1],
        "  help: a table is the path of a file or a folder in single quotation marks; the files end in .parquet, .csv, \
         .json or .arrow"
    );
}

#[test]
fn an_unknown_function_names_the_nearest() {
    let message = error(sql().arg("SELECT rfc1738_isvalid('a')"));
    assert!(
        message.contains("rfc1738_isvalid") && message.contains("rfc1738_is_valid"),
        "{message}"
    );
}

#[test]
fn a_wrong_use_has_the_status_2() {
    assert!(error(&mut sql()).contains("<QUERY>"));
    assert!(error(sql().args(["--format", "xml", "SELECT 1"])).contains("xml"));
    assert!(error(sql().args(["--threads", "0", "SELECT 1"])).contains("--threads"));
}

#[test]
fn a_scheduler_that_nobody_runs_is_an_error() {
    let message = error(sql().args([
        "--scheduler",
        "http://localhost:1",
        "SELECT rfc1738_is_valid('a')",
    ]));
    let first = "error: no scheduler answers at http://localhost:1; start rfc1738-scheduler there, or correct the address\n  note: ";
    assert!(message.starts_with(first), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn output_that_cannot_be_written_has_the_status_2() {
    let full = || {
        Stdio::from(
            fs::OpenOptions::new()
                .write(true)
                .open("/dev/full")
                .unwrap(),
        )
    };
    for format in ["table", "json", "csv"] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_rfc1738-sql"));
        let output = command
            .args(["--format", format, "SELECT 1"])
            .stdout(full())
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{output:?}");
        let message = String::from_utf8(output.stderr).unwrap();
        assert!(
            message.starts_with("error: the output cannot be written: No space"),
            "{message}"
        );
    }
    let closed = "exec \"$0\" \"$@\" >&-";
    let mut shell = std::process::Command::new("sh");
    let shell = shell.args(["-c", closed, env!("CARGO_BIN_EXE_rfc1738-sql"), "SELECT 1"]);
    let output = shell.output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{output:?}");
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_ends_the_command_quietly() {
    let query = "SELECT value FROM generate_series(1, 1000000)";
    let line = format!(
        "('{}' --format csv '{query}'; echo $? >&2) | head -n 1",
        env!("CARGO_BIN_EXE_rfc1738-sql")
    );
    let output = std::process::Command::new("sh")
        .args(["-c", &line])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "value\n");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "141\n");
}

/// The program `script` runs the command on a terminal.
#[cfg(target_os = "linux")]
#[test]
fn a_terminal_shows_how_many_rows_have_been_read() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("urls.parquet");
    let copy = format!(
        "COPY (SELECT 'http://me@host' || value || '/' AS url FROM generate_series(1, 1000000)) TO '{}'",
        file.display()
    );
    sql()
        .args(["--format", "csv", &copy])
        .assert()
        .success()
        .stderr("");
    let query = format!(
        "SELECT count(DISTINCT rfc1738_error(url).note) FROM '{}'",
        file.display()
    );
    let line = format!(
        "'{}' --threads 1 \"{query}\" > /dev/null",
        env!("CARGO_BIN_EXE_rfc1738-sql")
    );
    let output = std::process::Command::new("script")
        .args(["--quiet", "--return", "--command", &line, "/dev/null"])
        .env("TERM", "xterm")
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(
        shown.contains("/1,000,000 rows ") && shown.contains(" left"),
        "{shown:?}"
    );
}

#[test]
fn help_has_examples_and_the_exit_status() {
    let output = sql().arg("--help").output().unwrap();
    let help = stdout(&output);
    for part in [
        "rfc1738_error(url).id",
        "Exit status:",
        "--scheduler <URL>",
        "[default: table]",
    ] {
        assert!(help.contains(part), "{help}");
    }
}

/// The blocks of the chapter that this test runs.
const BLOCK: &str = "```shell-session\n";

/// `SNAPSHOTS=overwrite` writes the output into the chapter.
#[test]
fn the_chapter_shows_what_the_command_prints() {
    let page = top().join("docs/sql.md");
    let text = fs::read_to_string(&page).unwrap();
    let mut actual = String::new();
    let mut rest = text.as_str();
    let mut count = 0;
    while let Some((before, after)) = rest.split_once(BLOCK) {
        let (block, after) = after.split_once("```").unwrap();
        actual.push_str(before);
        actual.push_str(BLOCK);
        for command in block.lines().filter_map(|line| line.strip_prefix("$ ")) {
            actual.extend(["$ ", command, "\n", &printed(command)]);
            count += 1;
        }
        actual.push_str("```");
        rest = after;
    }
    actual.push_str(rest);
    assert!(count > 6, "{count}");
    if std::env::var_os("SNAPSHOTS").is_some_and(|value| value == "overwrite") {
        fs::write(&page, actual).unwrap();
    } else {
        assert_eq!(actual, text);
    }
}

/// Runs the command in a shell at the top of the repository.
fn printed(command: &str) -> String {
    let folder = Path::new(env!("CARGO_BIN_EXE_rfc1738-sql"))
        .parent()
        .unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", command])
        .env("PATH", path)
        .current_dir(top())
        .output()
        .unwrap();
    stdout(&output)
}
