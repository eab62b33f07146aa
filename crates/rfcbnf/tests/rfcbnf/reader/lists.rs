//! Lists: RFC 822, Section 2.7.

use rfcbnf::limits::EXPRESSIONS;
use rfcbnf::syntax::Kind;

use super::body;

const NAMES: &str = "\nx = \"x\"\ny = \"y\"\n";

#[track_caller]
fn reads_as(text: &str, expected: &str) {
    assert_eq!(body(&format!("a = {text}{NAMES}")), expected, "{text}");
}

#[test]
fn a_list_has_commas_before_between_and_behind_its_elements() {
    reads_as("#x", "(0*\",\" ?(x 0*(1*\",\" x) 0*\",\"))");
    reads_as("1#x", "(0*\",\" x 0*(1*\",\" x) 0*\",\")");
    reads_as("2#4x", "(0*\",\" x 1*3(1*\",\" x) 0*\",\")");
    reads_as("#2x", "(0*\",\" ?(x 0*1(1*\",\" x) 0*\",\"))");
    reads_as("1#1x", "(0*\",\" x 0*\",\")");
}

#[test]
fn a_list_is_part_of_the_sequence_around_it() {
    reads_as("\"a\" 1#x y", "(\"a\" 0*\",\" x 0*(1*\",\" x) 0*\",\" y)");
    reads_as("1#( x y )", "(0*\",\" x y 0*(1*\",\" x y) 0*\",\")");
    reads_as(
        "1#( x | y ) | y",
        "{(0*\",\" {x | y} 0*(1*\",\" {x | y}) 0*\",\") | y}",
    );
    reads_as("*( 1#1x )", "0*(0*\",\" x 0*\",\")");
}

#[test]
fn brackets_behind_a_list_only_group() {
    reads_as("1#1[ x y ]", "(0*\",\" x y 0*\",\")");
}

#[test]
fn the_parts_of_a_list_have_its_span() {
    let source = "a = x 1#( x y )\nx = \"x\"\ny = \"y\"\n";
    let grammar = rfcbnf::read(source).expect("no errors");
    let mut commas = 0;
    grammar.productions[0].body.walk(&mut |part| {
        if matches!(&part.kind, Kind::Literal { text, .. } if text == ",") {
            assert_eq!(&source[part.span.clone()], "1#( x y )");
            commas += 1;
        }
    });
    assert_eq!(commas, 3);
}

#[test]
fn counts_of_lists_are_checked_like_those_of_repetitions() {
    let errors = rfcbnf::read("a = 3#2x 65537#x\nx = \"x\"\n").expect_err("two faults");
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(
        errors,
        [
            "1:5: the repetition requires at least 3 rounds and allows at most 2",
            "1:10: the repetition count is greater than 65536",
        ]
    );
}

/// Every level doubles the element.
#[test]
fn lists_in_lists_are_bounded() {
    let nested =
        |depth: usize| format!("a = {}\"x\"{}\n", "1#( ".repeat(depth), " )".repeat(depth));
    assert!(rfcbnf::read(&nested(8)).is_ok());
    let errors = rfcbnf::read(&nested(90)).expect_err("it is too large");
    assert!(
        errors
            .iter()
            .all(|error| error.message().contains(&EXPRESSIONS.to_string())),
        "{errors}"
    );
}
