//! `rfc1738 extract`.

use std::io::{BufRead as _, BufReader, Write as _};

use crate::command::running;

#[test]
fn a_match_is_shown_while_the_input_is_still_open() {
    let mut child = running(&["extract"]);
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input
        .write_all(b"<URL:news:a> and so on")
        .expect("the command reads its input");
    input.flush().expect("the command reads its input");
    let mut first = String::new();
    output.read_line(&mut first).expect("a line");
    assert_eq!(first, "<stdin>:1:6: news:a\n");
    drop(input);
    assert_eq!(child.wait().expect("the command ends").code(), Some(0));
}
