//! What is said of a command line that asks for what there is not.

use crate::command::rfc1738;

#[test]
fn a_misspelt_command_or_option_gets_a_suggestion() {
    let uses: [(&[&str], &str); 6] = [
        (
            &["dervations", "x"],
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
fn a_misplaced_option_is_told_where_it_belongs() {
    let uses: [(&[&str], &str); 2] = [
        (&["--rule", "url", "parse", "x"], "'parse --rule' exists"),
        (&["--format", "json", "check"], "'check --format' exists"),
    ];
    assert_tips(&uses);
}

#[test]
fn an_unknown_value_is_told_what_there_is() {
    rfc1738(&["parse", "--format", "yaml", "x"])
        .assert()
        .code(2)
        .stdout("")
        .stderr(
            "\
error: invalid value 'yaml' for '--format <FORMAT>'
  [possible values: tree, json, sexp]

For more information, try '--help'.
",
        );
}

/// Each use ends with 2, and its tip is shown.
fn assert_tips(uses: &[(&[&str], &str)]) {
    for (arguments, tip) in uses {
        let run = rfc1738(arguments).assert().code(2).stdout("");
        let errors = String::from_utf8(run.get_output().stderr.clone()).expect("UTF-8");
        assert!(errors.contains(&format!("\n  tip: {tip}\n")), "{errors}");
    }
}
