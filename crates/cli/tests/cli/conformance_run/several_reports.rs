//! `conformance run --report FORMAT=FILE`, and several reports from one run.

use std::fs;
use std::path::Path;

use super::{EMPTY, run};
use crate::command::{outputs, stdout};

/// Returns the contents of a file in the folder that the command runs in.
fn contents(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::read_to_string(path).expect("the file can be read")
}

#[test]
fn a_report_in_a_file_equals_the_one_shown() {
    for format in ["human", "json", "html"] {
        let name = format!("same.{format}");
        let line = format!("--rule port --report {format} --report {format}={name}");
        let shown = stdout(&run(&line, EMPTY, 1));
        assert_eq!(contents(&name), shown);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_unwritable_report_does_not_prevent_the_others() {
    let [shown, error] = outputs(&run(
        "--rule port --report json=/dev/full --report human=not-full.txt",
        EMPTY,
        2,
    ));
    assert_eq!(contents("not-full.txt"), shown);
    assert_eq!(
        error,
        "error: /dev/full cannot be written: No space left on device (os error 28)\n"
    );
}
