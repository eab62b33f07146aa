//! `rfc1738 generate`.

use std::collections::HashSet;
use std::io::{BufRead as _, BufReader};

use crate::command::{exits, file, given, rfc1738, running, stderr, stdout};

const DATES: &str = include_str!("../../../rfcbnf/tests/grammars/dates.bnf");

fn output_of(line: &str) -> String {
    stdout(&exits(&format!("generate {line}"), 0).stderr(""))
}

#[test]
fn texts_are_valid_and_differ() {
    let texts = output_of("-n 300");
    let distinct: HashSet<&str> = texts.lines().collect();
    assert_eq!(distinct.len(), 300);
    let counts = stderr(&given(texts, "check", 0));
    assert!(
        counts.starts_with("300 lines: 300 valid, 0 invalid\n"),
        "{counts}"
    );
}

#[test]
fn equal_seeds_give_equal_texts_and_the_default_is_0() {
    let texts = output_of("--rule hostport");
    assert_eq!(texts.lines().count(), 10);
    assert_eq!(texts, output_of("--rule hostport --seed 0"));
    assert_ne!(texts, output_of("--rule hostport --seed 1"));
}

#[test]
fn the_command_ends_when_no_texts_are_left() {
    let texts = output_of("--rule digit -n 1000");
    let mut digits: Vec<&str> = texts.lines().collect();
    digits.sort_unstable();
    assert_eq!(digits.concat(), "0123456789");
    assert_eq!(output_of("-n 0"), "");
}

#[test]
fn an_invalid_text_precedes_its_error() {
    for line in output_of("--invalid -n 50").lines() {
        let (text, error) = line.split_once('\t').expect("there is a tab");
        let expected = rfc1738::parse(rfc1738::Rule::Url, text).expect_err("it is invalid");
        assert_eq!(error, expected.summary());
    }
}

#[test]
fn errors_of_another_grammar_are_those_of_its_parser() {
    file("misses.bnf", "pair = \"x\" [ \"y\" | \"z\" ]\n");
    let output = output_of("--grammar misses.bnf --invalid -n 10000");
    for line in [
        "\texpected \"x\", found the end of the text at offset 0",
        "xy \texpected end of text, found \" \" at offset 2",
        "x!\texpected \"y\", \"z\" or end of text, found \"!\" at offset 1",
        "xé\texpected \"y\", \"z\" or end of text, found \"é\" at offset 1",
    ] {
        assert!(output.lines().any(|found| found == line), "{line}");
    }
}

#[test]
fn a_space_among_the_expected_characters_is_named() {
    file("blank.bnf", "day = \"1\" ( \" \" | \"2\" )\n");
    let output = output_of("--grammar blank.bnf --invalid -n 1000");
    let line = "1\texpected \" \" or \"2\", found the end of the text at offset 1";
    assert!(output.lines().any(|found| found == line), "{output}");
}

#[test]
fn a_cover_of_url_contains_every_kind_of_url() {
    let texts = output_of("--cover");
    assert!(texts.lines().count() < 60, "{texts}");
    let checked = rfc1738(&["check", "--format", "json", "--tree"]);
    let assert = { checked }.write_stdin(texts).assert().code(0);
    let trees = stdout(&assert);
    let is_reached = |rule: &rfc1738::Rule| {
        !rule.is_character() && !["national", "punctuation"].contains(&rule.name())
    };
    for rule in rfc1738::Rule::ALL.iter().filter(|rule| is_reached(rule)) {
        assert!(trees.contains(&format!("\"rule\":\"{rule}\"")), "{rule}");
    }
    assert_eq!(output_of("--cover -n 3").lines().count(), 3);
}

#[test]
fn another_grammar_is_read_from_a_file_or_standard_input() {
    file("dates.bnf", DATES);
    let from_file = output_of("--grammar dates.bnf --rule day --cover");
    let mut days: Vec<&str> = from_file.lines().collect();
    days.sort_unstable();
    assert_eq!(days, ["Fri", "Mon", "Sat", "Sun", "Thu", "Tue", "Wed"]);
    let mut command = rfc1738(&["generate", "--grammar", "-", "--rule", "day", "--cover"]);
    command
        .write_stdin(DATES)
        .assert()
        .code(0)
        .stdout(from_file.clone());
    let start = output_of("--grammar dates.bnf -n 2");
    assert_eq!(start, output_of("--grammar dates.bnf -n 2 --rule when"));
}

#[test]
fn a_grammar_with_errors_is_explained() {
    file("undefined.bnf", "a = b\n");
    let run = rfc1738(&["generate", "--grammar", "undefined.bnf"]).assert();
    let errors = stderr(&run.code(2).stdout(""));
    assert!(
        errors.starts_with("error: the production `b` is used and never defined\n"),
        "{errors}"
    );
    assert!(
        errors.ends_with("error: undefined.bnf holds 1 error\n"),
        "{errors}"
    );
    file("large.bnf", "a = 1000( 1000\"x\" )\n");
    exits("generate --grammar large.bnf", 2)
        .stdout("")
        .stderr(
            "error: large.bnf: production `a` is too large to be decided: \
             its automaton takes more than 10000 states or 64 MiB, or the grammar more than 8 million steps\n",
        );
}

#[test]
fn usage_errors_are_reported() {
    for (arguments, error) in [
        (
            &["--rule", "hostpart"][..],
            "error: there is no production `hostpart`; did you mean `hostport`",
        ),
        (
            &["--cover", "--invalid"],
            "error: the argument '--cover' cannot be used with '--invalid'",
        ),
        (
            &["--readings", "x.toml"],
            "error: the following required arguments were not provided",
        ),
        (
            &["--grammar", "-", "--readings", "-"],
            "error: - can stand for one file only\n",
        ),
        (
            &["--seed", "x"],
            "error: invalid value 'x' for '--seed <S>'",
        ),
    ] {
        let run = rfc1738(&[&["generate"], arguments].concat())
            .assert()
            .code(2)
            .stdout("");
        let errors = stderr(&run);
        assert!(errors.starts_with(error), "{errors}");
    }
}

#[test]
fn texts_are_written_immediately_until_the_pipe_closes() {
    let number = u64::MAX.to_string();
    let mut child = running(&["generate", "-n", &number]);
    let mut first = String::new();
    let out = child.stdout.take().expect("there is a pipe");
    BufReader::new(out)
        .read_line(&mut first)
        .expect("it is written");
    assert!(rfc1738::is_valid(rfc1738::Rule::Url, first.trim_end()));
    let ended = child.wait_with_output().expect("the command ends");
    assert_eq!(ended.status.code(), Some(141));
    assert!(ended.stderr.is_empty());
}
