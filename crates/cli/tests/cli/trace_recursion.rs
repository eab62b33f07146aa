//! `rfc1738 trace` of productions that recurse.

use serde_json::{Value, json};

use crate::command::{file, given, rfc1738, stdout};
use crate::extent::few_or_many;

/// A parser that backtracks tries all ways to divide the octets before it finds that there is no `!`.
const DIVIDED: &str = "s = n \"!\" / n\nn = \"a\" [ n ] *\"b\"\n";

/// Returns the output for a grammar in the file of that name, which no other test writes.
fn output_of(name: &str, grammar: &str, arguments: &[&str], status: i32) -> String {
    let grammar = file(&format!("trace-{name}.abnf"), grammar);
    let run = rfc1738(&["trace", "--grammar"])
        .arg(&grammar)
        .args(arguments)
        .assert()
        .code(status)
        .stderr("");
    stdout(&run)
}

#[test]
fn only_the_right_choices_of_excessive_backtracking_are_shown() {
    let text = format!("{}{}", "a".repeat(60), "b".repeat(60));
    let output = output_of("divided", DIVIDED, &[&text], 0);
    let first = "a parser that backtracks takes more than 112000 steps here: only the right choices are shown\n";
    assert!(output.starts_with(first), "{output}");
    assert!(output.ends_with("all of the text is derived\n"), "{output}");
    assert!(
        !output.contains("wants") && !output.contains("fails"),
        "{output}"
    );
    let lines = output_of("divided-json", DIVIDED, &["--format", "jsonl", &text], 0);
    let last: Value = serde_json::from_str(lines.lines().last().expect("a line")).expect("JSON");
    assert_eq!(
        (&last["ok"], &last["exceeded"]),
        (&json!(true), &json!(112_000))
    );
    let invalid = format!("{text}?");
    let output = output_of("divided-invalid", DIVIDED, &[&invalid], 1);
    assert!(output.starts_with("a parser that backtracks takes more than 112100 steps"));
    assert!(
        output.ends_with("the first 120 octets of the text are derived\n"),
        "{output}"
    );
}

#[test]
fn many_levels_have_all_steps() {
    let levels = few_or_many(5_000, 100_000);
    let text = format!("{}x{}", "(".repeat(levels), ")".repeat(levels));
    file(
        "trace-deep.abnf",
        "s = \"(\" s \")\" / \"x\" \"y\" / \"x\"\n",
    );
    let output = stdout(&given(text, "trace --grammar trace-deep.abnf -", 0));
    // Each level is tried, takes two octets and matches; the innermost one has six steps more.
    assert_eq!(output.lines().count(), 4 * levels + 8);
}
