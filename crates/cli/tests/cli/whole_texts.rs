//! Files that are one text, and generated texts that no line can hold.

use std::path::Path;

use crate::command::{file, rfc1738, stderr, stdout};

/// A card of lines that end in CR LF, as in RFC 6350.
const CARD: &str = "card = \"BEGIN\" CRLF 1*line \"END\" CRLF\nline = 1*DIGIT CRLF\n";

const VALID: &[u8] = b"BEGIN\r\n12\r\nEND\r\n";
const INVALID: &[u8] = b"BEGIN\r\n12\r\nx\r\nEND\r\n";

#[test]
fn parse_takes_a_file_to_its_last_octet() {
    let (grammar, text) = (
        file("whole-parse.abnf", CARD),
        file("whole-parse.vcf", VALID),
    );
    let mut command = rfc1738(&["parse", "--grammar"]);
    let command = command.arg(grammar).arg("--file").arg(text);
    let run = command.args(["--format", "sexp"]).assert().code(0);
    assert_eq!(
        String::from_utf8_lossy(&run.get_output().stdout),
        "(card 0 16\n  (CRLF 5 7 \"\\r\\n\")\n  (line 7 11\n    (CRLF 9 11 \"\\r\\n\"))\n  (CRLF 14 16 \"\\r\\n\"))\n"
    );
}

#[test]
fn check_whole_takes_each_file_as_one_text() {
    let grammar = file("whole-check.abnf", CARD);
    let (valid, invalid) = (
        file("whole-valid.vcf", VALID),
        file("whole-invalid.vcf", INVALID),
    );
    let mut command = rfc1738(&["check", "--whole", "--grammar"]);
    let command = command.arg(grammar).args([valid, invalid]);
    let run = command.assert().code(1);
    let shown = stdout(&run);
    let expected = ":3:1: found \"x\", expected DIGIT, \"E\" or \"e\" [line-syntax]\n";
    assert!(shown.ends_with(expected), "{shown}");
    assert_eq!(shown.lines().count(), 1, "{shown}");
    let counts = stderr(&run);
    assert!(counts.contains("2 files: 1 valid, 1 invalid\n"), "{counts}");
}

#[test]
fn check_whole_takes_standard_input_with_its_last_line_end() {
    let grammar = file("whole-input.abnf", CARD);
    for (text, code) in [(VALID, 0), (INVALID, 1), (&VALID[..VALID.len() - 2], 1)] {
        let mut command = rfc1738(&["check", "--whole", "--quiet", "--grammar"]);
        let command = command.arg(&grammar).write_stdin(text);
        command.assert().code(code).stdout("").stderr("");
    }
}

#[test]
fn a_text_and_a_file_exclude_each_other() {
    refused(
        &["parse", "--file", "x", "http://h/"],
        "error: the argument '--file <FILE>' cannot be used with '[TEXT]'",
    );
}

/// Runs the command, which fails with this first line.
fn refused(arguments: &[&str], message: &str) {
    let errors = stderr(&rfc1738(arguments).assert().code(2));
    assert_eq!(errors.lines().next(), Some(message));
}

fn generated(grammar: &Path, arguments: &[&str]) -> (Vec<u8>, String) {
    let mut command = rfc1738(&["generate", "--grammar"]);
    let run = command.arg(grammar).args(arguments).assert().code(0);
    let output = run.get_output();
    (
        output.stdout.clone(),
        String::from_utf8_lossy(&output.stderr).into_owned(),
    )
}

#[test]
fn generate_writes_as_many_texts_as_asked_with_a_separator() {
    let grammar = file("whole-separator.abnf", CARD);
    let (texts, notes) = generated(&grammar, &["-n", "7", "--separator", r"\0"]);
    assert_eq!(notes, "");
    let texts: Vec<&[u8]> = texts.split(|octet| *octet == 0).collect();
    assert_eq!(
        texts.len(),
        8,
        "the last one is empty, behind the last separator"
    );
    let whole = texts[..7].iter();
    assert!({ whole }.all(|text| text.to_ascii_uppercase().ends_with(b"\r\nEND\r\n")));
    let (texts, _) = generated(&grammar, &["-n", "1", "--separator", r"\x2D\r\n"]);
    assert!(texts.ends_with(b"\r\n-\r\n"));
}

#[test]
fn generated_texts_that_no_line_can_hold_are_replaced() {
    let some = file("whole-some.abnf", "a = *(ALPHA / LF)\n");
    let (texts, notes) = generated(&some, &["-n", "50"]);
    assert_eq!(texts.split(|octet| *octet == b'\n').count(), 51);
    assert!(
        notes.contains("left out, because a line cannot hold LF"),
        "{notes}"
    );
    let none = file("whole-none.abnf", CARD);
    let (texts, notes) = generated(&none, &["-n", "50"]);
    assert_eq!(texts, b"");
    assert_eq!(
        notes,
        "note: 1000 texts are left out, because a line cannot hold LF or end in CR; --separator '\\0' \
         or --format jsonl writes them\n"
    );
}

#[test]
fn texts_that_hold_the_separator_are_left_out() {
    let grammar = file("whole-holds.abnf", "a = %x61 / \"-\"\n");
    let (texts, notes) = generated(&grammar, &["--separator", "-"]);
    assert_eq!(texts, b"a-");
    assert_eq!(
        notes,
        "note: 1 text is left out, because `-` is in them; choose another --separator\n"
    );
}

#[test]
fn a_separator_needs_an_octet_and_known_escapes() {
    refused(
        &["generate", "--separator", ""],
        "error: invalid value '' for '--separator <S>': a separator has at least one octet",
    );
    for wrong in [r"\q", r"\x4", r"\", r"\xg0"] {
        refused(
            &["generate", "--separator", wrong],
            &format!(
                "error: invalid value '{wrong}' for '--separator <S>': unknown escape; write \\n, \
                 \\r, \\t, \\0, \\xHH or \\\\"
            ),
        );
    }
}
