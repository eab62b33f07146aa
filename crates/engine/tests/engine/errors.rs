//! Errors: what they say, and where.

use rfcbnf_engine::{CharacterSet, Expected, Found, LineColumn, SyntaxError, parse};

use super::sample::Sample::{self, Char, Digit, Escape, Letter, Line, Lines, Word};

fn error_in(production: Sample, text: &str) -> SyntaxError<Sample> {
    parse(production, text).expect_err(text)
}

#[test]
fn the_excerpt_and_the_position_are_those_of_the_line() {
    let error = error_in(Lines, "ab\na\tx\nc");
    assert_eq!(
        (error.rule(), error.offset(), error.span()),
        (Lines, 5, 5..6)
    );
    assert_eq!(error.found(), Some(Found::Character('x')));
    assert_eq!(error.expected(), [Expected::Production(Char)]);
    assert_eq!(
        (error.next(), error.can_end()),
        (CharacterSet::of("%abc"), false)
    );
    assert_eq!(error.context(), [Lines, Line, Word]);
    assert_eq!(error.position(), LineColumn { line: 2, column: 3 });
    assert_eq!(error.text(), b"ab\na\tx\nc");
    assert_eq!(
        error.to_string(),
        "not a valid lines: expected char, found \"x\" at offset 5"
    );
    assert_eq!(
        format!("{error:#}"),
        "expected char, found \"x\" at offset 5\n  |\n  | a\\tx\n  |    ^ in lines, line, word"
    );
}

#[test]
fn an_expected_character_that_does_not_print_is_escaped() {
    let error = error_in(Lines, "a!");
    assert_eq!(
        error.summary(),
        "expected char, \"\\t\", \"\\n\" or end of text, found \"!\" at offset 1"
    );
    assert_eq!(error.context(), [Lines, Line, Word]);
}

#[test]
fn an_unfinished_character_production_is_the_one_to_look_up() {
    let error = error_in(Line, "a%1z");
    assert_eq!((error.offset(), error.span()), (3, 1..4));
    assert_eq!(error.expected(), [Expected::Production(Digit)]);
    assert_eq!(error.context(), [Line, Word, Char, Escape]);
    assert_eq!((error.innermost(), error.help_rule()), (Word, Escape));
    let error = error_in(Line, "a%12z");
    assert_eq!((error.innermost(), error.help_rule()), (Word, Word));
}

#[test]
fn a_character_production_alone_is_its_own_context() {
    let error = error_in(Letter, "");
    assert_eq!(error.context(), [Letter]);
    assert_eq!((error.innermost(), error.help_rule()), (Letter, Letter));
    assert_eq!(
        error.summary(),
        "expected letter, found the end of the text at offset 0"
    );
}

#[test]
fn octets_that_are_no_text_are_an_error() {
    let error = parse(Word, b"a\xff".as_slice()).unwrap_err();
    assert_eq!(error.found(), Some(Found::Octet(0xFF)));
    assert_eq!(
        error.summary(),
        "expected char or end of text, found octet FF at offset 1"
    );
}
