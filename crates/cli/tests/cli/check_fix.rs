//! `rfc1738 check --fix`.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};

use assert_cmd::Command;

use crate::command::{exits, file, rfc1738, running, stderr};
use crate::extent::few_or_many;

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
