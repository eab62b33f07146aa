//! `rfc1738 conformance shrink`, with parsers written with POSIX tools.

use crate::command::{file, rfc1738, stderr, stdout};
use assert_cmd::Command;

/// A parser for `port` that does not know the digit 9.
const NO_NINE: &str = "LC_ALL=C sed -u -E -e 's/^[0-8]+$/accept/' -e t -e 's/.*/reject/'";

/// A parser for `port` that also accepts the empty text.
const EMPTY: &str = "LC_ALL=C sed -u -E -e 's/^[0-9]*$/accept/' -e t -e 's/.*/reject/'";

/// Returns the command that makes the text small, with a shell script as the parser.
fn shrink(arguments: &[&str], script: &str) -> Command {
    let mut command = rfc1738(&["conformance", "shrink"]);
    command.args(arguments).args(["--", "sh", "-c", script]);
    command
}

/// Returns the beginning of standard output, before the number of questions.
fn shown(command: &mut Command, code: i32) -> String {
    let shown = stdout(&command.assert().code(code).stderr(""));
    let (shown, _) = shown.split_once(", after").unwrap_or((&shown, ""));
    shown.to_owned()
}

#[test]
fn a_text_that_is_wrongly_rejected_gets_small() {
    let expected = "\
wrongly rejected: \"9\"
  port: accepts
  sh: rejects
1 of 7 octets are left";
    let mut command = shrink(&["--rule", "port", "8192909"], NO_NINE);
    assert_eq!(shown(&mut command, 1), expected);
}

#[test]
fn a_wrongly_accepted_text_shrinks_and_stays_wrongly_accepted() {
    // It rejects wrongly, too, which is another direction.
    let script = "LC_ALL=C sed -u -E -e 's/^.*x.*$/accept/' -e t -e 's/.*/reject/'";
    let shown = shown(&mut shrink(&["--rule", "port", "12x34"], script), 1);
    assert!(
        shown.starts_with("wrongly accepted: \"x\"\n  port: rejects: "),
        "{shown}"
    );
    assert!(
        shown.ends_with("\n  sh: accepts\n1 of 5 octets are left"),
        "{shown}"
    );
}

#[test]
fn octets_become_readable_where_they_still_disagree() {
    let script = "LC_ALL=C sed -u -E -e 's/^..$/accept/' -e t -e 's/.*/reject/'";
    let shown = shown(&mut shrink(&["--rule", "port", "%!"], script), 1);
    assert!(shown.starts_with("wrongly accepted: \"aa\"\n"), "{shown}");
}

#[test]
fn agreement_on_the_text_is_said() {
    for (text, verdict) in [("80", "accept"), ("8x", "reject")] {
        let expected = format!("port and sh both {verdict} \"{text}\"\n");
        let mut command = shrink(&["--rule", "port", text], NO_NINE);
        assert_eq!(shown(&mut command, 0), expected);
    }
}

#[test]
fn the_text_can_come_from_standard_input_and_be_empty() {
    let mut command = shrink(&["--rule", "port", "-"], EMPTY);
    let shown = shown(command.write_stdin("\n"), 1);
    assert!(shown.starts_with("wrongly accepted: \"\"\n"), "{shown}");
    assert!(shown.ends_with("0 of 0 octets are left"), "{shown}");
}

#[test]
fn a_text_that_no_line_can_hold_is_refused() {
    shrink(&["--rule", "port", "8\n"], NO_NINE)
        .assert()
        .code(2)
        .stdout("")
        .stderr(
            "error: TEXT has LF in it or ends in CR, and a program gets one text a line: choose \
             another TEXT\n",
        );
}

#[test]
fn candidates_that_no_line_can_hold_are_not_tried() {
    let grammar = file("shrink-lines.abnf", "text = 1*%x0A-7F\n");
    let grammar = grammar.to_str().expect("UTF-8");
    let script = "LC_ALL=C sed 's/.*/reject/'";
    let shown = shown(&mut shrink(&["--grammar", grammar, "a\rb"], script), 1);
    assert!(shown.starts_with("wrongly rejected: \"a\"\n"), "{shown}");
}

#[test]
fn texts_of_a_production_that_recurses_get_small() {
    let grammar = file("shrink-pair.abnf", "pair = \"(\" [ pair ] \")\"\n");
    let grammar = grammar.to_str().expect("UTF-8");
    let script = "LC_ALL=C sed -u -E -e 's/^\\(\\)$/accept/' -e t -e 's/.*/reject/'";
    let shown = shown(&mut shrink(&["--grammar", grammar, "(((())))"], script), 1);
    assert!(
        shown.starts_with("wrongly rejected: \"(())\"\n  pair: accepts\n"),
        "{shown}"
    );
}

#[test]
fn a_program_that_breaks_down_is_an_error() {
    let run = shrink(&["--rule", "port", "80"], "echo 'no answer'").assert();
    let shown = stderr(&run.code(2).stdout(""));
    assert!(shown.starts_with("error: sh "), "{shown}");
}

#[test]
fn a_program_that_cannot_be_started_is_an_error() {
    let arguments = ["conformance", "shrink", "80", "--", "./no-such-parser"];
    let shown = stderr(&rfc1738(&arguments).assert().code(2).stdout(""));
    assert!(
        shown.starts_with("error: ./no-such-parser cannot be started: "),
        "{shown}"
    );
}
