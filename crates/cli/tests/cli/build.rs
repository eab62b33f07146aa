//! `rfc1738 build`.

use assert_cmd::assert::Assert;

use crate::command::{stdout, typed};

fn build(line: &str) -> Assert {
    typed(&format!("build {line}")).assert()
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
