//! Errors on unknown commands, options and values.

use crate::command::{exits, file, rfc1738, stderr, stdout};
use crate::help_pages::help_pages;

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

#[test]
fn the_first_screen_has_ten_lines_and_begins_with_purposes() {
    let screen = stdout(&rfc1738(&["-h"]).assert().code(0).stderr(""));
    let bare = stderr(&rfc1738(&[]).assert().code(2).stdout(""));
    assert_eq!(screen.trim_end(), bare.trim_end());
    assert!(screen.lines().count() <= 12, "{screen}");
    for purpose in ["Look at a text ", "Test a parser ", "Write a grammar "] {
        let line = screen.lines().find(|line| line.starts_with(purpose));
        let line = line.unwrap_or_else(|| panic!("{purpose}"));
        assert!(line.contains("  rfc1738 "), "{line}");
    }
}

#[test]
fn the_long_help_lists_every_command_once() {
    let help = stdout(&rfc1738(&["--help"]).assert().code(0));
    let commands = help_pages().iter().filter(|page| page.path.len() == 1);
    let completions = stdout(&rfc1738(&["completions", "bash"]).assert().code(0));
    for page in commands {
        let name = &page.path[0];
        let lines = help.lines().filter(|line| {
            let line = line.strip_prefix("  ").unwrap_or_default();
            line.split(' ').next() == Some(name)
        });
        assert_eq!(lines.count(), 1, "{name}");
    }
    // The shell knows the commands from the definition, not from the screen.
    let known = completions.lines().find(|line| line.contains("opts=\""));
    let known = known.expect("the script lists words").trim();
    let known = known.trim_start_matches("opts=\"").trim_end_matches('"');
    for word in known.split(' ').filter(|word| !word.starts_with('-')) {
        assert!(help.contains(&format!("\n  {word} ")), "{word}");
    }
}

#[test]
fn a_file_in_place_of_a_text_gets_the_command() {
    file("meant.abnf", "port = 1*DIGIT\n");
    file("meant.txt", "http://h/\n");
    let (grammar, text) = ("meant.abnf", "meant.txt");
    let checks = format!("`rfc1738 grammar check {grammar}` checks the grammar");
    for (arguments, code) in [
        (&["parse", grammar][..], 1),
        (&["check", grammar], 1),
        (&[grammar], 2),
    ] {
        let errors = stderr(&rfc1738(arguments).assert().code(code));
        assert!(errors.contains(&checks), "{arguments:?}: {errors}");
    }
    let errors = stderr(&rfc1738(&["parse", text]).assert().code(1));
    assert!(
        errors.contains(&format!(
            "`rfc1738 parse --file {text}` parses what it holds"
        )),
        "{errors}"
    );
    let errors = stderr(&rfc1738(&["parse", "absent.abnf"]).assert().code(1));
    assert!(!errors.contains("is a file"), "{errors}");
}
