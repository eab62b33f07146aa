//! `rfc1738 grammar check`.

use crate::command::{file, rfc1738, stderr};

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
