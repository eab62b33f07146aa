//! Grammars where some productions cannot be decided: all others work in every command.

use super::{COMMANDS, with_options};
use crate::command::{exits, file, rfc1738, stderr, stdout};

/// `number` has no obstacle, and each other production has one of its own.
const MIXED: &str = "\
number = 1*digit
digit = \"0\" / \"1\"
sum = term *( \"+\" term )
term = number / \"(\" sum \")\"
word = %x61 / <any word>
user = \"@\" word
odd = number missing
";

/// Writes the grammar to a file, one for each test.
fn mixed(name: &'static str) -> &'static str {
    file(name, MIXED);
    name
}

/// Returns the line about the errors of the file.
fn note(name: &str) -> String {
    format!(
        "note: {name} holds 1 error, and the productions without them are used; \
         `rfc1738 grammar check` shows them\n"
    )
}

#[test]
fn a_production_without_obstacles_works_in_every_command() {
    let options = ["--grammar", mixed("mixed-free.abnf"), "--rule", "number"];
    for (command, rest) in COMMANDS {
        let run = with_options(command, &options, rest)
            .write_stdin("1\n")
            .assert();
        let errors = stderr(&run);
        assert!(
            errors.starts_with(&note("mixed-free.abnf")),
            "{command:?}: {errors}"
        );
        // `true` answers nothing.
        let expected = if command == ["conformance", "run"] {
            2
        } else {
            0
        };
        assert_eq!(
            run.get_output().status.code(),
            Some(expected),
            "{command:?}: {errors}"
        );
    }
}

#[test]
fn a_production_with_an_obstacle_is_refused_with_a_remedy() {
    let note = note("mixed-refused.abnf");
    let options = ["--grammar", mixed("mixed-refused.abnf"), "--rule", "user"];
    for (command, rest) in COMMANDS {
        // The first two show what does not depend on the texts, and the others have a verdict without it.
        let others = [
            &["rules"][..],
            &["explain"],
            &["parse"],
            &["check"],
            &["trace"],
        ];
        if others.contains(&command) {
            continue;
        }
        with_options(command, &options, rest)
            .write_stdin("1\n")
            .assert()
            .code(2)
            .stdout("")
            .stderr(format!(
                "{note}error: mixed-refused.abnf: production `user` uses `word`, which uses prose: <any \
                 word>; write a production in place of the prose, or choose another production \
                 with --rule\n"
            ));
    }
}

#[test]
fn a_production_with_an_obstacle_is_explained_without_its_texts() {
    rfc1738(&[
        "explain",
        "--grammar",
        mixed("mixed-explained.abnf"),
        "user",
    ])
    .assert()
    .code(0)
    .stderr(note("mixed-explained.abnf"))
    .stdout(
        "\
user = \"@\" word

Uses      word
Used by   no other production
Not said  what only automata decide: production `user` uses `word`, which uses
          prose: <any word>

Diagram
  ├─ \"@\" ─ word ─┤
",
    );
}

#[test]
fn a_recursive_production_is_checked_parsed_and_generated() {
    let options = ["--grammar", mixed("mixed-recursive.abnf"), "--rule", "sum"];
    with_options(&["parse"], &options, &["1+(0)"])
        .assert()
        .code(0)
        .stdout(
            "\
sum 0..5 \"1+(0)\"
├─ term 0..1 \"1\"
│  └─ number 0..1 \"1\"
└─ term 2..5 \"(0)\"
   └─ sum 3..4 \"0\"
      └─ term 3..4 \"0\"
         └─ number 3..4 \"0\"
",
        );
    with_options(&["check"], &options, &["--format", "json"])
        .write_stdin("(1+1)\n(1+)\n")
        .assert()
        .code(1)
        .stdout(
            "{\"line\":1,\"input\":\"(1+1)\",\"rule\":\"sum\",\"ok\":true,\"file\":\"<stdin>\"}\n\
             {\"line\":2,\"input\":\"(1+)\",\"rule\":\"sum\",\"ok\":false,\"error\":{\"offset\":3,\
             \"start\":3,\"end\":4,\"found\":\")\",\"expected\":[\"digit\",\"\\\"(\\\"\"],\
             \"next\":\"(01\",\"can_end\":false,\"context\":[\"sum\",\"term\",\"sum\",\"term\"],\
             \"notes\":[],\"id\":\"term-syntax\"},\"file\":\"<stdin>\"}\n",
        );
    for more in [&["-n", "20"][..], &["--cover"]] {
        let texts = with_options(&["generate"], &options, more).assert().code(0);
        let texts = texts.get_output().stdout.clone();
        assert!(texts.contains(&b'\n'));
        with_options(&["check"], &options, &[])
            .write_stdin(texts)
            .assert()
            .code(0);
    }
}

#[test]
fn ordered_choice_is_right_about_a_recursive_production() {
    let options = ["--grammar", mixed("mixed-decided.abnf"), "--rule", "sum"];
    with_options(&["naive"], &options, &[])
        .assert()
        .code(0)
        .stdout(
            "Right     sum\n\
             1 production: 0 wrong by themselves, 0 because of others, 0 not decided, 1 right\n",
        )
        .stderr(note("mixed-decided.abnf"));
}

#[test]
fn grammar_check_shows_errors_and_without_errors_findings() {
    let run = rfc1738(&["grammar", "check", mixed("mixed-errors.abnf")])
        .assert()
        .code(1)
        .stdout("");
    let errors = stderr(&run);
    assert!(
        errors.starts_with("error: the production `missing` is used and never defined\n"),
        "{errors}"
    );
    file("mixed-findings.abnf", format!("{MIXED}missing = %x21\n"));
    let findings = stdout(&exits("grammar check --show all mixed-findings.abnf", 0).stderr(""));
    for part in [
        "note: recursion in `sum`",
        "note: prose in `word`",
        ", 1 production in prose, 1 recursion, 0 errors\n",
    ] {
        assert!(findings.contains(part), "{findings}");
    }
}

#[test]
fn grammar_diff_compares_the_other_productions() {
    file("mixed-b.abnf", MIXED.replace("/ \"1\"", "/ \"2\""));
    let run = rfc1738(&[
        "grammar",
        "diff",
        "--format",
        "json",
        mixed("mixed-diff.abnf"),
        "mixed-b.abnf",
    ]);
    let found = stdout(&{ run }.assert().code(1));
    for part in [
        "{\"rule\":\"digit\",\"result\":\"differs\",\"only_a\":\"1\",\"only_b\":\"2\",",
        "{\"rule\":\"word\",\"result\":\"abstained\",\"side\":\"a\",\"why\":\"production `word` uses \
         prose: <any word>\"}",
    ] {
        assert!(found.contains(part), "{found}");
    }
    assert_eq!(found.matches("\"abstained\"").count(), 3, "{found}");
}
