//! Grammars where some productions cannot be decided: all others work in every command.

use super::COMMANDS;
use crate::command::{exits, file, given, stderr, stdout};

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
    let name = mixed("mixed-free.abnf");
    for (command, rest) in COMMANDS {
        let line = format!("{command} --grammar {name} --rule number {rest}");
        // `true` answers nothing.
        let code = if command == "conformance run" { 2 } else { 0 };
        let errors = stderr(&given("1\n", &line, code));
        assert!(errors.starts_with(&note(name)), "{command}: {errors}");
    }
}

#[test]
fn a_production_with_an_obstacle_is_refused_with_a_remedy() {
    let note = note(mixed("mixed-refused.abnf"));
    for (command, rest) in COMMANDS {
        // The first two show what does not depend on the texts, and the others have a verdict without it.
        if ["rules", "explain", "parse", "check", "trace"].contains(&command) {
            continue;
        }
        let line = format!("{command} --grammar mixed-refused.abnf --rule user {rest}");
        given("1\n", &line, 2)
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
    let note = note(mixed("mixed-explained.abnf"));
    exits("explain --grammar mixed-explained.abnf user", 0)
        .stderr(note)
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
    let options = format!("--grammar {} --rule sum", mixed("mixed-recursive.abnf"));
    exits(&format!("parse {options} 1+(0)"), 0).stdout(
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
    let line = format!("check {options} --format json");
    given("(1+1)\n(1+)\n", &line, 1).stdout(
        "{\"line\":1,\"input\":\"(1+1)\",\"rule\":\"sum\",\"ok\":true,\"file\":\"<stdin>\"}\n\
             {\"line\":2,\"input\":\"(1+)\",\"rule\":\"sum\",\"ok\":false,\"error\":{\"offset\":3,\
             \"start\":3,\"end\":4,\"found\":\")\",\"expected\":[\"digit\",\"\\\"(\\\"\"],\
             \"next\":\"(01\",\"can_end\":false,\"context\":[\"sum\",\"term\",\"sum\",\"term\"],\
             \"notes\":[],\"id\":\"term-syntax\"},\"file\":\"<stdin>\"}\n",
    );
    for more in ["-n 20", "--cover"] {
        let texts = stdout(&exits(&format!("generate {options} {more}"), 0));
        assert!(texts.contains('\n'));
        given(texts, &format!("check {options}"), 0);
    }
}

#[test]
fn ordered_choice_is_right_about_a_recursive_production() {
    let note = note(mixed("mixed-decided.abnf"));
    exits("naive --grammar mixed-decided.abnf --rule sum", 0)
        .stdout(
            "Right     sum\n\
             1 production: 0 wrong by themselves, 0 because of others, 0 not decided, 1 right\n",
        )
        .stderr(note);
}

#[test]
fn grammar_check_shows_errors_and_without_errors_findings() {
    let line = format!("grammar check {}", mixed("mixed-errors.abnf"));
    let errors = stderr(&exits(&line, 1).stdout(""));
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
    mixed("mixed-diff.abnf");
    let line = "grammar diff --format json mixed-diff.abnf mixed-b.abnf";
    let found = stdout(&exits(line, 1));
    for part in [
        "{\"rule\":\"digit\",\"result\":\"differs\",\"only_a\":\"1\",\"only_b\":\"2\",",
        "{\"rule\":\"word\",\"result\":\"abstained\",\"side\":\"a\",\"why\":\"production `word` uses \
         prose: <any word>\"}",
    ] {
        assert!(found.contains(part), "{found}");
    }
    assert_eq!(found.matches("\"abstained\"").count(), 3, "{found}");
}
