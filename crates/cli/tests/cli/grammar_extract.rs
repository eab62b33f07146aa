//! `rfc1738 grammar extract`.

use crate::command::{exits, file, given, typed};

const DOCUMENT: &str = "\
2.  Ports

   In this section, port = a number.

     port  = 1*DIGIT
     ports = port *( \",\" port )

Doe                          Standards Track                     [Page 7]
\u{c}
RFC 9999                         Ports                       March 2026

A.  Collected ABNF

     port  = 1*5DIGIT
";

#[test]
fn a_document_becomes_a_grammar_with_line_numbers() {
    file("extract-ports.txt", DOCUMENT);
    exits("grammar extract extract-ports.txt", 0)
        .stdout(
            "\
; extract-ports.txt: the grammar that it prints, with the line of each rule

; 2 Ports

; line 6
ports = port *( \",\" port )

; A Collected ABNF

; line 14
port  = 1*5DIGIT
",
        )
        .stderr(
            "note: extract-ports.txt: 1 production has several definitions that differ, and the last \
             is taken (--keep last): port (line 14, not 5)\n",
        );
}

#[test]
fn the_first_definitions_are_taken_if_asked_for() {
    let expected = "{\"name\":\"port\",\"line\":5,\"section\":\"2 Ports\",\"text\":\"port  = 1*DIGIT\"}\n\
                    {\"name\":\"ports\",\"line\":6,\"section\":\"2 Ports\",\"text\":\"ports = port *( \\\",\\\" port )\"}\n";
    given(DOCUMENT, "grammar extract --keep first --format json -", 0).stdout(expected);
}

#[test]
fn a_rule_that_cannot_be_read_has_its_line() {
    given(
        "\n\n   a = b ) c\n   b = \"x\"\n   c = b / b\n",
        "grammar extract -",
        1,
    )
    .stderr("error: <stdin>:3: the `)` was never opened\n");
}

#[test]
fn a_document_without_rules_is_an_error() {
    given("   Nothing is here.\n", "grammar extract -", 2)
        .stdout("")
        .stderr(
            "error: <stdin>: this text prints no rules of a grammar: `name = body` or `<name> ::= \
             body`, each at the beginning of a line\n",
        );
    given("   Id ::= INTEGER\n", "grammar extract -", 2).stderr(
        "error: <stdin>: this text prints no rules of a grammar; what it defines, from line 1 on, \
             is ASN.1\n",
    );
}

#[test]
fn a_document_in_utf_16_is_read() {
    let wide: Vec<u8> = "\u{feff}a = \"x\" / b\nb = 1*DIGIT\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    given(wide.clone(), "grammar extract -", 0)
        .stdout(
            "; <stdin>: the grammar that it prints, with the line of each rule\n\n; line 1\na = \"x\" / b\n\
             \n; line 2\nb = 1*DIGIT\n",
        )
        .stderr("note: <stdin> is read as UTF-16LE\n");
    given(wide, "grammar check -", 1).stderr(
        "error: <stdin> is in UTF-16LE, and a grammar file is in UTF-8; convert it: iconv -f \
             UTF-16LE -t UTF-8\n",
    );
}

#[test]
fn what_comes_from_a_document_is_escaped() {
    let document = "1.  A \u{1b}[31m title\n\n   a = \"x\" \u{1b}[31m\n   b = a / a\n";
    let run = typed("grammar extract -").write_stdin(document).assert();
    assert!(!run.get_output().stderr.contains(&0x1b));
}

#[test]
fn lines_that_should_be_grammar_and_are_not_are_errors() {
    let block = |lines: &str| format!("Text.\n\n~~~ abnf\n{lines}\n~~~\n");
    given(block("a = \"x\"\nb \"y\"\n  / \"z\""), "grammar extract -", 1).stderr(
        "error: <stdin>:5: the lines to line 6 belong to no production, although the block says that it is a grammar\n",
    );
    // Without any rule, the lines are the answer.
    given(block("b ) y"), "grammar extract -", 1).stderr(
        "error: <stdin>:4: this line belongs to no production, although the block says that it is a grammar\n",
    );
}

#[test]
fn a_body_after_a_rule_is_an_error() {
    let text = "   a = \"x\" / b\n   b = \"y\" / \"w\"\n   1*( \"z\" / \"v\" ) [ a ]\n";
    given(text, "grammar extract -", 1).stderr(
        "error: <stdin>:3: this line follows a production and is written like a body, but belongs to no production\n",
    );
}

#[test]
fn a_document_with_bodies_alone_names_their_line() {
    given("~~~ abnf\nport 1*DIGIT\n~~~\n", "grammar extract -", 2).stderr(
        "error: <stdin>: this text prints no rules of a grammar; the block at line 2 says that it is one, and has a \
         body without `name =` before it\n",
    );
}

#[test]
fn a_rule_has_one_error_however_much_follows_it() {
    given(
        "\n   a = b ) c ) d ]\n   b = \"x\"\n   c = b / d\n   d = ( \"y\"\n",
        "grammar extract -",
        1,
    )
    .stderr(
        "error: <stdin>:2: the `)` was never opened\nerror: <stdin>:5: the `(` is not closed\n",
    );
}

#[test]
fn what_was_left_out_or_repaired_is_said() {
    given(
        "   a = \u{201c}x\u{201d} / b\n   b = 1*DIGIT\n   a = h(b) \"y\"\n",
        "grammar extract -",
        0,
    )
    .stderr(
        "note: <stdin>: 1 line of a production has characters that only look like ASCII, and is read as if they \
         were: line 1\n\
         note: <stdin>: 1 definition calls functions and is left out: line 3\n",
    );
}

#[test]
fn a_grammar_that_is_too_long_has_no_line() {
    let document = format!("   a = \"{}\"\n", "x".repeat(1 << 20));
    given(document, "grammar extract -", 1)
        .stderr("error: <stdin>: the grammar file is longer than 1048576 octets\n");
}
