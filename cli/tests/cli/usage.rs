//! Errors on unknown commands, options and values.

use crate::command::{exits, rfc1738, stderr};

#[test]
fn a_misspelt_command_or_option_gets_a_suggestion() {
    let uses: [(&[&str], &str); 6] = [
        (
            &["derivation", "x"],
            "a similar subcommand exists: 'derivations'",
        ),
        (&["grammar", "chek"], "a similar subcommand exists: 'check'"),
        (
            &["parse", "--rules", "url", "x"],
            "a similar argument exists: '--rule'",
        ),
        (
            &["check", "--fromat", "json"],
            "a similar argument exists: '--format'",
        ),
        (
            &["parse", "--detail", "character", "x"],
            "a similar value exists: 'characters'",
        ),
        (
            &["--colour", "never", "rules"],
            "a similar argument exists: '--color'",
        ),
    ];
    assert_tips(&uses);
}

#[test]
fn the_error_on_a_misplaced_option_says_where_it_belongs() {
    let uses: [(&[&str], &str); 2] = [
        (&["--rule", "url", "parse", "x"], "'parse --rule' exists"),
        (&["--format", "json", "check"], "'check --format' exists"),
    ];
    assert_tips(&uses);
}

#[test]
fn the_error_on_an_unknown_value_lists_the_known_ones() {
    exits("parse --format yaml x", 2).stdout("").stderr(
        "\
error: invalid value 'yaml' for '--format <FORMAT>'
  [possible values: tree, json, jsonl, sexp]

For more information, try '--help'.
",
    );
}

/// Asserts that each use exits with 2 and shows its tip.
fn assert_tips(uses: &[(&[&str], &str)]) {
    for (arguments, tip) in uses {
        let errors = stderr(&rfc1738(arguments).assert().code(2).stdout(""));
        assert!(errors.contains(&format!("\n  tip: {tip}\n")), "{errors}");
    }
}
