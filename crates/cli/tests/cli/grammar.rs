//! Grammars with an obstacle or beyond a limit, in the commands that read them.

use crate::command::{exits, file, given, rfc1738, stderr, stdout};
use crate::extent::few_or_many;
use std::fmt::Write as _;

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

#[test]
fn a_grammar_that_is_too_long_has_no_line() {
    let document = format!("   a = \"{}\"\n", "x".repeat(1 << 20));
    given(document, "grammar extract -", 1)
        .stderr("error: <stdin>: the grammar file is longer than 1048576 octets\n");
}

#[test]
fn of_many_errors_the_first_are_shown() {
    file("limits-errors.bnf", "a = \"x\"\n".repeat(1000));
    let errors = stderr(&exits("grammar check limits-errors.bnf", 1));
    assert!(
        errors.ends_with("error: limits-errors.bnf holds 999 errors, the first 50 are shown\n"),
        "{errors}"
    );
    assert_eq!(errors.matches("is already defined").count(), 50);
}

#[test]
fn findings_in_a_long_line_are_short_and_limited() {
    let choice = "( \"a\" | \"a\" \"b\" ) \"c\" ".repeat(300);
    file("limits-line.bnf", format!("s = {choice}\n"));
    let findings = stdout(&exits("grammar check --show all limits-line.bnf", 0));
    let shown = findings.matches("warning: ").count() + findings.matches("note: ").count();
    assert_eq!(shown, 200);
    assert!(
        findings.contains("\nand 100 further findings\n"),
        "{findings}"
    );
    assert!(findings.len() < 1_000 * shown, "{}", findings.len());
}

#[test]
fn a_diagram_of_nested_brackets_or_many_alternatives_is_small() {
    let nested = format!("{}\"a\"{}", "[ \"a\" ".repeat(100), "]".repeat(100));
    let alternatives = few_or_many(4_000, 20_000);
    let wide = vec!["\"key\""; alternatives].join(" | ");
    file("limits-drawn.bnf", format!("s = {nested}\nt = {wide}\n"));
    for (drawing, most) in [("text", 150_000), ("svg", 400_000), ("html", 400_000)] {
        let run = exits(
            &format!("grammar railroad limits-drawn.bnf --to {drawing}"),
            0,
        );
        let drawn = stdout(&run);
        assert!(drawn.len() < most, "{drawing}: {}", drawn.len());
        let more = format!("… {} more", alternatives - 400);
        assert!(drawn.contains(&more), "{drawing}");
        assert!(drawn.contains("… 89 more"), "{drawing}");
    }
}

#[test]
fn a_cover_of_too_many_alternatives_is_refused() {
    let mut alternatives = String::new();
    for number in 0..5000 {
        let _ = write!(
            alternatives,
            "{}\"k{number}\"",
            if number == 0 { "" } else { " | " }
        );
    }
    file("limits-cover.bnf", format!("s = {alternatives}\n"));
    exits("generate --cover --grammar limits-cover.bnf", 2)
        .stdout("")
        .stderr(
            "error: limits-cover.bnf: production `s` has 5001 parts and choices to cover, \
             and 1200 is the limit; name a smaller production\n",
        );
}
