//! `rfc1738 generate`.

use std::io::{BufRead as _, BufReader};

use crate::command::{exits, rfc1738, running, stdout};

fn output_of(line: &str) -> String {
    stdout(&exits(&format!("generate {line}"), 0).stderr(""))
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
