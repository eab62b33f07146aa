//! Arguments and grammars that no command can use are refused, and nothing is written.

use super::{COMMANDS, phone};
use crate::command::{exits, file, given, stderr, stdout};

/// Asserts that every command refuses these options with this error.
fn assert_refused(options: &str, error: &str) {
    for (command, rest) in COMMANDS {
        let line = format!("{command} {options} {rest}");
        given("1\n", &line, 2).stdout("").stderr(error.to_owned());
    }
}

fn listed() -> String {
    format!("`rfc1738 rules --grammar {}` lists them", phone())
}

#[test]
fn an_unknown_production_gets_the_nearest_names_of_its_grammar() {
    assert_refused(
        &format!("--grammar '{}' --rule nubmer", phone()),
        &format!(
            "error: there is no production `nubmer`; did you mean `number`? {}\n",
            listed()
        ),
    );
    assert_refused(
        &format!("--grammar '{}' --rule hostport", phone()),
        &format!("error: there is no production `hostport`; {}\n", listed()),
    );
    assert_refused(
        "--rule htpurl",
        "error: there is no production `htpurl`; did you mean `httpurl`? `rfc1738 rules` lists them\n",
    );
    exits(&format!("trace --grammar '{}' --only aera 1", phone()), 2)
        .stdout("")
        .stderr(format!(
            "error: there is no production `aera`; did you mean `area`? {}\n",
            listed()
        ));
}

#[test]
fn an_unreadable_or_wrong_grammar_stops_every_command() {
    assert_refused(
        "--grammar no-such.bnf",
        "error: no-such.bnf: No such file or directory (os error 2)\n",
    );
    file("any-undefined.bnf", "a = b\n");
    assert_refused(
        "--grammar any-undefined.bnf",
        "\
error: the production `b` is used and never defined
   ,-[any-undefined.bnf:1:5]
 1 | a = b
   |     ^
   `----

error: any-undefined.bnf holds 1 error
",
    );
    assert_refused(
        &format!("--grammar '{}' --readings no-such.toml", phone()),
        "error: no-such.toml: No such file or directory (os error 2)\n",
    );
}

#[test]
fn the_readings_of_rfc_1738_need_one_of_its_productions() {
    file("any-numbers.bnf", "number = 1*\"0\"\n");
    let refusal = "error: any-numbers.bnf: the readings of RFC 1738 apply to none of its productions; \
                   omit --readings rfc1738, or name a file of readings for this grammar\n";
    assert_refused("--grammar any-numbers.bnf --readings rfc1738", refusal);
    for command in ["check", "railroad"] {
        let line = format!("grammar {command} --readings rfc1738 any-numbers.bnf");
        exits(&line, 2).stdout("").stderr(refusal);
    }
}

#[test]
fn a_file_named_like_the_readings_needs_a_folder() {
    file(
        "any-sets.bnf",
        "set = name | word\nname = 1*\"a\"\nword = \"a\" | \"b\"\n",
    );
    file(
        "rfc1738",
        "[[reading]]\nid = \"words-first\"\nproductions = [\"set\"]\nsection = \"2\"\n\
         decision = \"A word is a word.\"\nwhy = \"So it is.\"\napply = { first = \"word\" }\n",
    );
    let tree = |readings| {
        let line = format!("parse --grammar any-sets.bnf {readings} a");
        stdout(&exits(&line, 0))
    };
    assert_eq!(tree(""), "set 0..1 \"a\"\n└─ name 0..1 \"a\"\n");
    // `word` derives single characters, so it is not shown.
    assert_eq!(tree("--readings ./rfc1738"), "set 0..1 \"a\"\n");
}

#[test]
fn readings_need_a_grammar() {
    let error = stderr(&exits("parse --readings rfc1738 x", 2).stdout(""));
    assert!(error.contains("--grammar <FILE>"), "{error}");
}

#[test]
fn standard_input_is_the_grammar_or_the_texts() {
    for line in [
        "check --grammar -",
        "check --grammar - -",
        "parse --grammar - -",
        "trace --grammar - -",
        "rules --grammar - --readings -",
    ] {
        given("a = \"x\"\n", line, 2)
            .stdout("")
            .stderr("error: - can stand for one file only\n");
    }
    file("any-x.txt", "x\n");
    given("a = \"x\"\n", "check --grammar - any-x.txt", 0);
}

#[test]
fn advice_is_for_rfc_1738_only() {
    let refusal = "error: advice is for the URLs of RFC 1738, not for another grammar: omit \
                   --grammar, or omit --advice and --deny\n";
    for arguments in [
        "parse --deny all 1",
        "check --deny password",
        "check --advice",
    ] {
        exits(&format!("{arguments} --grammar '{}'", phone()), 2)
            .stdout("")
            .stderr(refusal);
    }
}

#[test]
fn only_a_production_that_is_too_large_lacks_an_automaton() {
    file(
        "any-large.bnf",
        "small = \"1\"\nlarge = 1000( 1000\"1\" )\n",
    );
    for (command, rest) in COMMANDS {
        // Ordered choice and the recognizer read its texts.
        if ["rules", "naive", "parse", "check", "trace", "derivations"].contains(&command) {
            continue;
        }
        let line = format!("{command} --grammar any-large.bnf --rule large {rest}");
        given("1\n", &line, 2).stdout("").stderr(
            "error: any-large.bnf: production `large` is too large to be decided: its automaton \
             takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps\n",
        );
    }
    for command in ["parse", "trace", "derivations", "naive"] {
        exits(&format!("{command} --grammar any-large.bnf 1"), 0);
    }
    for (command, code) in [("parse", 1), ("derivations", 1), ("trace", 1)] {
        let line = format!("{command} --grammar any-large.bnf --rule large 1");
        exits(&line, code);
    }
    file("any-larger.bnf", "larger = \"x\" | 1000( 1000\"xy\" )\n");
    for (command, output) in [
        ("parse", "larger 0..1 \"x\"\n"),
        ("derivations", "derivation 1\nlarger 0..1 \"x\"\n"),
    ] {
        exits(&format!("{command} --grammar any-larger.bnf x"), 0).stdout(output);
    }
    given("x\nxy\n", "check --grammar any-larger.bnf --format json", 1);
    exits("generate --grammar any-larger.bnf", 0).stdout("x\n");
    let naive = stdout(&exits("naive --grammar any-larger.bnf", 2));
    assert!(naive.starts_with("larger not decided: "), "{naive}");
    let page = stdout(&exits("rules --grammar any-large.bnf large", 0));
    assert!(
        page.contains("\nFirst     unknown: production `large` is too large"),
        "{page}"
    );
}
