//! Texts that are not decided: a verdict of its own in every output, with exit status 2.

use std::path::Path;

use serde_json::Value;

use crate::command::{exits, file, given, rfc1738};
use crate::extent::few_or_many;

/// Why the text of [`long`] is not decided by [`AMBIGUOUS`].
const STEPS: &str = "the text takes more than 20000000 steps and 100 for each octet";

/// Takes cubic time.
const AMBIGUOUS: &str = "e = e \"+\" e | \"1\"\n";

/// Returns a text that takes too many steps.
fn long() -> String {
    format!("{}1", "1+".repeat(2_000))
}

/// A valid text, an invalid one, one that takes too many steps, and a valid one.
fn lines() -> String {
    format!("1\n+\n{}\n1+1\n", long())
}

/// Its trees take more steps than its verdicts: each `b` can belong to any `n` that is open. A parser
/// that backtracks tries all of them before it finds that there is no `!`.
const NESTED: &str = "s = n \"!\" / n\nn = \"a\" [ n ] *\"b\"\n";

/// The same of a grammar whose steps take less time.
const DIVIDED: &str = "s = n \"!\" / n\nn = [ n ] *\"b\" / \"a\" n / \"a\"\n";

/// Why a deep text of these grammars has no tree.
const DEEP: &str = "the text is valid, but its tree is not computed: the text takes more than 20000000 \
                    steps and 100 for each octet";

/// Returns a text of [`NESTED`] and [`DIVIDED`].
fn deep(half: usize) -> String {
    format!("{}{}", "a".repeat(half), "b".repeat(half))
}

/// Returns the record on the only line of the output.
fn record(output: &[u8]) -> Value {
    serde_json::from_slice(output).expect("one record")
}

#[test]
fn only_the_line_that_takes_too_many_steps_is_undecided() {
    file("undecided-lines.bnf", AMBIGUOUS);
    given(lines(), "check --grammar undecided-lines.bnf", 2)
        .stdout(format!(
            "<stdin>:2:1: found \"+\", expected \"1\" [e-syntax]\n<stdin>:3: undecided: {STEPS}\n"
        ))
        .stderr(
            "4 lines: 2 valid, 1 invalid, 1 undecided\n  valid as\n    e  2\n  invalid in\n    e  1\n",
        );
    let run = given(
        lines(),
        "check --format json --grammar undecided-lines.bnf",
        2,
    )
    .stderr("");
    let records = run.get_output().stdout.split(|octet| *octet == b'\n');
    let records: Vec<Value> = records
        .filter(|line| !line.is_empty())
        .map(record)
        .collect();
    let verdicts: Vec<&Value> = records.iter().map(|record| &record["ok"]).collect();
    assert_eq!(
        verdicts,
        [&true.into(), &false.into(), &Value::Null, &true.into()]
    );
    assert_eq!(records[2]["undecided"]["reason"], STEPS);
    for field in ["error", "tree", "position"] {
        assert_eq!(records[2].get(field), None, "{field}");
    }
}

#[test]
fn a_text_that_takes_too_many_steps_is_undecided() {
    let grammar = file("undecided-steps.bnf", AMBIGUOUS);
    is_undecided(&ABOUT_ONE_TEXT, &grammar, &long(), STEPS);
    is_undecided_in_json(&grammar, &long(), STEPS);
}

#[test]
fn a_valid_text_whose_tree_takes_too_long_is_undecided() {
    let commands = &ABOUT_ONE_TEXT[..few_or_many(1, 3)];
    let cheap = file("undecided-divided.abnf", DIVIDED);
    let nested = file("undecided-deep.abnf", NESTED);
    for (grammar, half) in &[(&cheap, 3_000), (&nested, 8_000)][..few_or_many(1, 2)] {
        is_undecided(commands, grammar, &deep(*half), DEEP);
        is_valid_without_tree(grammar, &deep(*half), DEEP);
    }
    exits("parse --grammar undecided-deep.abnf aab", 0)
        .stdout("s 0..3 \"aab\"\n└─ n 0..3 \"aab\"\n   └─ n 1..3 \"ab\"\n");
}

/// The commands about one text.
const ABOUT_ONE_TEXT: [&str; 3] = ["parse", "trace", "derivations"];

/// Asserts that each command says nothing but the reason.
fn is_undecided(commands: &[&str], grammar: &Path, text: &str, reason: &str) {
    for &command in commands {
        rfc1738(&[command, "--grammar"])
            .arg(grammar)
            .arg("-")
            .write_stdin(text)
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!("undecided: {reason}\n"));
    }
}

/// Asserts that the records of these commands have no verdict, and the reason, in both formats of JSON.
fn is_undecided_in_json(grammar: &Path, text: &str, reason: &str) {
    for command in ABOUT_ONE_TEXT {
        let of = |format| {
            let run = rfc1738(&[command, "--format", format, "--grammar"])
                .arg(grammar)
                .arg("-")
                .write_stdin(text)
                .assert();
            run.code(2).stderr("").get_output().stdout.clone()
        };
        let json = of("json");
        if few_or_many(command == "parse", true) {
            assert_eq!(of("jsonl"), json, "{command}");
        }
        let record = record(&json);
        let fields: Vec<&String> = record.as_object().expect("an object").keys().collect();
        assert_eq!(fields, ["input", "ok", "rule", "undecided"], "{command}");
        assert_eq!(record["ok"], Value::Null);
        assert_eq!(record["undecided"]["reason"], reason);
    }
}

/// Asserts that `check` knows the verdict, and only `--tree` makes the text undecided.
fn is_valid_without_tree(grammar: &Path, text: &str, reason: &str) {
    let check = |options: &[&str], code: i32, stdout: String| {
        rfc1738(&["check", "--grammar"])
            .arg(grammar)
            .args(options)
            .write_stdin(text)
            .assert()
            .code(code)
            .stdout(stdout);
    };
    check(&[], 0, String::new());
    check(&["--tree"], 2, format!("<stdin>:1: undecided: {reason}\n"));
}
