//! `rfc1738 check --summary`, `--errors-only` and `--quiet`.

use std::io::{Read as _, Write as _};

use crate::command::running;

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
