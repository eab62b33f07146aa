//! The last line end of standard input: part of the text, or put there by `echo`.

use crate::command::{file, given, rfc1738, stderr, stdout};

/// A vCard, whose lines all end with CR LF.
const VCARD: &str = "\
vcard = %s\"BEGIN:VCARD\" CRLF 1*line %s\"END:VCARD\" CRLF
line = 1*ALPHA \":\" *VCHAR CRLF
";

fn parse(grammar: &str, arguments: &[&str], text: &str) -> assert_cmd::assert::Assert {
    let start = ["parse", "--format", "sexp", "--grammar", grammar];
    rfc1738(&[&start, arguments, &["-"]].concat())
        .write_stdin(text.to_owned())
        .assert()
}

#[test]
fn a_text_that_needs_its_line_end_keeps_it() {
    file("line-end-vcard.abnf", VCARD);
    let card = "BEGIN:VCARD\r\nFN:AB\r\nEND:VCARD\r\n";
    let tree = stdout(&parse("line-end-vcard.abnf", &[], card).code(0).stderr(""));
    assert!(tree.starts_with("(vcard 0 31\n"), "{tree}");
    for command in ["trace", "derivations"] {
        given(
            card,
            &format!("{command} --grammar line-end-vcard.abnf -"),
            0,
        );
    }
    let line = "naive --grammar line-end-vcard.abnf --rule line -";
    given("FN:AB\r\n", line, 0);
    // A further line end, as an editor adds it, is taken off.
    parse("line-end-vcard.abnf", &[], &format!("{card}\n")).code(0);
    parse("line-end-vcard.abnf", &["--whole"], &format!("{card}\n")).code(1);
}

#[test]
fn an_error_may_be_about_the_line_end_itself() {
    file("line-end-cut.abnf", VCARD);
    let error = |text: &str| stderr(&parse("line-end-cut.abnf", &[], text).code(1).stdout(""));
    // The line is complete, and `END` is missing.
    let cut = error("BEGIN:VCARD\r\nFN:A\r\n");
    assert!(cut.contains("at offset 19"), "{cut}");
    // An LF alone is no line end of this grammar.
    let line_feed = error("BEGIN:VCARD\r\nFN:A\n");
    assert!(line_feed.contains("at offset 17"), "{line_feed}");
}

#[test]
fn a_text_that_needs_no_line_end_loses_it() {
    file("line-end-any.abnf", "text = *%x00-7F\n");
    parse("line-end-any.abnf", &[], "x\n")
        .code(0)
        .stdout("(text 0 1 \"x\")\n");
    parse("line-end-any.abnf", &["--whole"], "x\n")
        .code(0)
        .stdout("(text 0 2 \"x\\n\")\n");
    given("80\r\n", "parse --rule port --format sexp -", 0)
        .stdout("(port 0 2\n  (digits 0 2 \"80\"))\n");
    given("80\n", "parse --whole --rule port -", 1);
}

#[test]
fn a_recursive_production_keeps_the_line_end_that_it_needs() {
    file("line-end-list.abnf", "list = \"(\" *list \")\" CRLF\n");
    parse("line-end-list.abnf", &[], "(()\r\n)\r\n").code(0);
    parse("line-end-list.abnf", &[], "(()\r\n)\n").code(1);
}
