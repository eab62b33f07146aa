//! `rfc1738 grammar check`.

use crate::command::{exits, file, rfc1738, stderr};

#[test]
fn a_position_far_along_a_line_is_right() {
    file(
        "long.bnf",
        format!("a = \"é\" {} % \"x\"\n", "\"y\" ".repeat(1000)),
    );
    let errors = stderr(&exits("grammar check long.bnf", 1));
    assert!(errors.contains("\n   ,-[long.bnf:1:4010]\n"), "{errors}");
    assert!(errors.contains("\n 1 | …"), "{errors}");
    assert!(
        errors.lines().all(|line| line.chars().count() < 250),
        "{errors}"
    );
}

#[test]
fn many_errors_on_one_long_line_take_little_time() {
    file("many.bnf", format!("a = {}\n", "% ".repeat(10_000)));
    let run = rfc1738(&["grammar", "check", "many.bnf"])
        .timeout(std::time::Duration::from_mins(1))
        .assert()
        .code(1);
    let errors = stderr(&run);
    assert!(
        errors
            .lines()
            .last()
            .expect("a count")
            .ends_with("many.bnf holds 10000 errors, the first 50 are shown"),
        "{errors}"
    );
}
