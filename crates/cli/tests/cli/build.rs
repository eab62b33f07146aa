//! `rfc1738 build`.

use assert_cmd::assert::Assert;

use crate::command::{stdout, typed};

fn build(line: &str) -> Assert {
    typed(&format!("build {line}")).assert()
}

#[test]
fn a_line_end_and_a_letter_outside_ascii_are_octets() {
    build("mailto --address é\r\n")
        .code(0)
        .stdout("mailto:%C3%A9%0D%0A\n");
}

#[test]
fn the_help_has_examples_that_work() {
    let help = stdout(&build("--help").code(0));
    let examples = help
        .lines()
        .filter_map(|line| line.strip_prefix("  rfc1738 build "));
    let mut count = 0;
    for example in examples {
        build(example).code(0).stderr("");
        count += 1;
    }
    assert!(count >= 5);
    assert!(help.lines().all(|line| line.chars().count() <= 80));
}
