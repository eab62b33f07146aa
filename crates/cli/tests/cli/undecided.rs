//! Texts that are not decided: a verdict of its own in every output, with exit status 2.

use std::path::Path;

use crate::command::{exits, file, rfc1738};
use crate::extent::few_or_many;

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
