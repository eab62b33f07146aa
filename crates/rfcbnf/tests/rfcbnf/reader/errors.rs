//! The full messages of errors in rules that cannot be read.

use rfcbnf::{GrammarErrorKind, read};

use super::shows;

#[test]
fn a_file_without_rules_is_reported() {
    for source in ["", "\n \t\n", "; Heading\n", "\u{feff}"] {
        assert_eq!(
            *read(source).unwrap_err().errors()[0].kind(),
            GrammarErrorKind::NoRules
        );
    }
    shows(
        "",
        r"
1:1: the grammar has no productions
 1 |
   | ^",
    );
}

#[test]
fn text_outside_rules_is_reported() {
    shows(
        "a = \"x\"\n  | \"y\"\nNetwork Working Group\n  second line\n",
        r"
3:1: this text belongs to no production
 3 | Network Working Group
   | ^^^^^^^^^^^^^^^^^^^^^
help: write a production as `name = body`, with further lines indented deeper than the name",
    );
}

#[test]
fn an_invalid_name_is_reported() {
    shows(
        "rule.1 = \"x\"\n",
        r#"
1:1: `rule.1` cannot name a production
 1 | rule.1 = "x"
   | ^^^^^^
help: a name is a letter, followed by letters, digits, `-`, `_` or `+`"#,
    );
}

#[test]
fn a_rule_without_a_body_is_reported() {
    shows(
        "a = \"x\"\nb =  ; nothing\n",
        r"
2:1: the production `b` has no body
 2 | b =  ; nothing
   | ^^^
help: write the body of the production after the `=`",
    );
}

#[test]
fn an_unclosed_literal_is_reported() {
    shows(
        "a = \"x\" \"y ; z \n",
        r#"
1:9: the literal is not closed
 1 | a = "x" "y ; z
   |         ^^^^^^
help: close the literal on the same line; write a quotation mark itself as <">"#,
    );
}

#[test]
fn an_empty_literal_is_reported() {
    shows(
        "a = \"x\" | \"\"\"\"\n",
        r#"
1:11: the literal is empty, and a quotation mark directly follows it
 1 | a = "x" | """"
   |           ^^
help: write a quotation mark itself as <"> or %x22, and a space behind an empty literal"#,
    );
}

#[test]
fn a_literal_with_a_character_outside_printable_ascii_is_reported() {
    shows(
        "a = \"caf\u{e9}\"\nb = \"a\tb\"\n",
        r#"
1:9: the literal contains U+00E9, which is not a printable ASCII character
 1 | a = "café"
   |         ^

2:7: the literal contains U+0009, which is not a printable ASCII character
 2 | b = "a\tb"
   |       ^^"#,
    );
}

#[test]
fn an_unclosed_angle_bracket_is_reported() {
    shows(
        "a = \"x\" <any \"OCTET\"\n    but CTLs\n",
        r#"
1:9: the `<` is not closed
 1 | a = "x" <any "OCTET"
   |         ^"#,
    );
}

#[test]
fn stray_text_is_reported() {
    shows(
        "a = \"x\" % '0'\n  $ \u{1b}\0[\"y\" \u{202e}]\n",
        r#"
1:9: `%` has no meaning here
 1 | a = "x" % '0'
   |         ^
help: a literal needs quotation marks: "%"

1:11: `'0'` has no meaning here
 1 | a = "x" % '0'
   |           ^^^
help: write literals in double quotation marks

2:3: `$` has no meaning here
 2 |   $ \u{1b}\0["y" \u{202e}]
   |   ^
help: a literal needs quotation marks: "$"

2:5: the control character U+001B has no meaning here
 2 |   $ \u{1b}\0["y" \u{202e}]
   |     ^^^^^^^^
help: remove it; write a control character of the language as a number: %x0D

2:12: `\u{202e}` has no meaning here
 2 |   $ \u{1b}\0["y" \u{202e}]
   |                  ^^^^^^^^"#,
    );
}

#[test]
fn a_second_equals_sign_is_reported() {
    shows(
        "a = \"x\" b = \"y\"\nc = = \"z\"\n",
        r#"
1:9: 1 production begins within a line
 1 | a = "x" b = "y"
   |         ^
help: begin each production, and each comment on productions, on a line of its own; the rest was read as if productions did

2:5: `=` has no meaning here
 2 | c = = "z"
   |     ^
help: begin each production on a line of its own"#,
    );
}

#[test]
fn an_empty_alternative_is_reported() {
    shows(
        "a = \"x\" | | \"y\"\nb = [ / \"z\" ]\nc = \"x\" /\n",
        r#"
1:11: an alternative next to `|` is empty
 1 | a = "x" | | "y"
   |           ^
help: a literal "|" needs quotation marks; without them `|` separates alternatives

2:7: an alternative next to `/` is empty
 2 | b = [ / "z" ]
   |       ^
help: a literal "/" needs quotation marks; without them `/` separates alternatives

3:9: an alternative next to `/` is empty
 3 | c = "x" /
   |         ^
help: a literal "/" needs quotation marks; without them `/` separates alternatives"#,
    );
}

#[test]
fn an_unclosed_bracket_is_reported() {
    shows(
        "a = ( \"x\" [ \"y\" )\nb = \"x\" (\n  \"y\"\n",
        r#"
1:11: the `[` is not closed
 1 | a = ( "x" [ "y" )
   |           ^

2:9: the `(` is not closed
 2 | b = "x" (
   |         ^"#,
    );
}

#[test]
fn curly_brackets_are_reported() {
    shows(
        "a = \"x\" { \"y\" }\n",
        r#"
1:9: `{` and `}` are not brackets of this notation
 1 | a = "x" { "y" }
   |         ^
help: a repetition is `*( x )`, and an optional part `[ x ]`; it is read as a repetition"#,
    );
}

#[test]
fn an_unopened_bracket_is_reported() {
    shows(
        "a = \"x\" ]\nb = )\n",
        r#"
1:9: the `]` was never opened
 1 | a = "x" ]
   |         ^

2:5: the `)` was never opened
 2 | b = )
   |     ^"#,
    );
}

#[test]
fn empty_brackets_are_reported() {
    shows(
        "a = [ ] \"x\" *()\n",
        r#"
1:5: `[` and `]` enclose nothing
 1 | a = [ ] "x" *()
   |     ^^^

1:14: `(` and `)` enclose nothing
 1 | a = [ ] "x" *()
   |              ^^"#,
    );
}

#[test]
fn brackets_nested_too_deep_are_reported() {
    let nested = |depth: usize| format!("a = {}\"x\"{}\n", "(".repeat(depth), ")".repeat(depth));
    assert!(read(&nested(100)).is_ok());
    let errors = read(&nested(101)).unwrap_err();
    assert_eq!(errors.errors().len(), 1);
    let error = &errors.errors()[0];
    assert_eq!(
        error.to_string(),
        "1:105: brackets are nested more than 100 deep"
    );
    assert_eq!(error.span(), 104..105);
    assert_eq!(
        error.help().as_deref(),
        Some("give the inner brackets a production of their own")
    );
}

#[test]
fn a_repetition_of_nothing_is_reported() {
    shows(
        "a = \"x\"*\nb = [ 1* ] | 2 3\"x\"\n",
        r#"
1:8: `*` has no meaning here
 1 | a = "x"*
   |        ^
help: write a repetition before the repeated element: `*x`

2:7: the repetition has nothing to repeat
 2 | b = [ 1* ] | 2 3"x"
   |       ^^
help: write a repetition before the repeated element: `*x`

2:14: the repetition has nothing to repeat
 2 | b = [ 1* ] | 2 3"x"
   |              ^
help: write a repetition before the repeated element: `*x`"#,
    );
}

#[test]
fn impossible_counts_are_reported() {
    shows(
        "a = 1*4294967296\"x\"\nb = 3*2\"x\"\n",
        r#"
1:7: the repetition count is greater than 65536
 1 | a = 1*4294967296"x"
   |       ^^^^^^^^^^
help: write the repetition without a count, or with a smaller one

2:5: the repetition requires at least 3 rounds and allows at most 2
 2 | b = 3*2"x"
   |     ^^^
help: write the smaller count first"#,
    );
}
