//! `rfc1738 check --fix`.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};

use assert_cmd::Command;

use crate::command::{exits, file, rfc1738, running, stderr};
use crate::extent::few_or_many;

/// Lines with every kind of end, valid ones, and errors with and without a certain fix.
const MIXED: &[u8] =
    b"http://h/~user\r\nhttp://h/a#b\n<URL:http://h/b>\nnews:*\n  http://h/a b  \n\
\nhttp://u@h/\nhttp://h/\xff\nhttp://h/100%\rx\nhttp://h/\xc3\xa9|";

const FIXED: &[u8] = b"http://h/%7Euser\r\nhttp://h/a#b\nhttp://h/b\nnews:*\nhttp://h/a%20b\n\
\nhttp://u@h/\nhttp://h/%FF\nhttp://h/100%\rx\nhttp://h/%C3%A9%7C";

const COUNTS: &str = "\
10 lines: 6 valid, 4 invalid
  valid as
    httpurl  5
    newsurl  1
  invalid in
    hsegment  2
    url       1
    hostport  1
5 lines fixed
";

/// Returns the lines that are left invalid.
fn rest(name: &str) -> String {
    format!(
        "\
{name}:2:11: found \"#\", expected xchar or end of text; \"#\" is unsafe (it delimits a URL from a \
fragment identifier): the URL ends before it (RFC 1738, 2.2) [fragment]; write http://h/a
{name}:6:1: found the end of the text, expected alphadigit, \"+\", \"-\" or \".\"; a URL begins with the \
name of its scheme (letters, digits, \"+\", \".\" and \"-\") and a colon (RFC 1738, 2.1) [scheme-missing]
{name}:7:9: found \"@\", expected alphadigit, \"-\", \".\", \":\", \"/\" or end of text; no user name or \
password is allowed in an http URL (RFC 1738, 3.3) [http-user]; write http://h/
{name}:9:14: found \"\\r\", expected hex; \"%\" and two hexadecimal digits encode an octet; \"%\" itself \
is encoded as %25 (RFC 1738, 2.2) [unfinished-escape]; write http://h/100%25%0Dx
"
    )
}

#[test]
fn a_replaced_file_has_every_certain_fix_and_nothing_else() {
    let path = file("fix.txt", MIXED);
    exits("check --fix fix.txt", 1)
        .stdout(rest("fix.txt"))
        .stderr(COUNTS);
    assert_eq!(fs::read(path).expect("it is there"), FIXED);
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
