//! The expressions that each form of the notation is read as.

use rfcbnf::read;
use rfcbnf::syntax::{Case, Kind, Quantifier};

use super::{body, tree};

/// Rules for the names that the tests use.
const NAMES: &str = "\nx = \"x\"\ny = \"y\"\nz = \"z\"\n";

fn reads_as(text: &str, expected: &str) {
    assert_eq!(body(&format!("a = {text}{NAMES}")), expected, "{text}");
}

#[test]
fn a_sequence_binds_tighter_than_an_alternative() {
    reads_as("x y | z", "{(x y) | z}");
    reads_as("x | y z | \"w\"", "{x | (y z) | \"w\"}");
}

#[test]
fn both_separators_stand_between_alternatives() {
    reads_as("x / y | z", "{x | y | z}");
}

#[test]
fn square_brackets_make_optional() {
    reads_as("[ x y ]", "?(x y)");
    reads_as("[ x | y ] z", "(?{x | y} z)");
    reads_as("[[x]]", "??x");
}

#[test]
fn parentheses_group_and_leave_no_trace_where_they_change_nothing() {
    reads_as("( x )", "x");
    reads_as("( x y )", "(x y)");
    reads_as("x ( y z ) x", "(x y z x)");
    reads_as("( x ( y ( z ) ) )", "(x y z)");
    reads_as("( x y ) | z", "{(x y) | z}");
}

#[test]
fn a_group_of_alternatives_stays_an_alternation() {
    reads_as("( x | y )", "{x | y}");
    reads_as("x ( y | z )", "(x {y | z})");
    reads_as("x | ( y | z )", "{x | {y | z}}");
}

#[test]
fn every_form_of_count_is_read() {
    reads_as("*x", "0*x");
    reads_as("1*x", "1*x");
    reads_as("*5x", "0*5x");
    reads_as("1*8x", "1*8x");
    reads_as("1*8 x", "1*8x");
    reads_as("2x", "2*2x");
    reads_as("2 x", "2*2x");
    reads_as("2( x y )", "2*2(x y)");
    reads_as("65536x", "65536*65536x");
}

#[test]
fn brackets_behind_a_count_only_group() {
    reads_as("*[ x ]", "0*x");
    reads_as("1*[ x | y ]", "1*{x | y}");
    reads_as("*( x y )", "0*(x y)");
    reads_as("*[ x y ]", "0*(x y)");
    reads_as("2*3[ 1*[ x ] y ]", "2*3(1*x y)");
}

#[test]
fn a_count_reaches_no_further_than_the_next_element() {
    reads_as("*x y", "(0*x y)");
    reads_as("x *y z", "(x 0*y z)");
    reads_as("*x | y", "{0*x | y}");
}

#[test]
fn a_literal_can_hold_every_printable_character_except_quotation_marks() {
    reads_as(
        r#""\" "|" "[" ";" "=" " " "<>""#,
        r#"("\" "|" "[" ";" "=" " " "<>")"#,
    );
    reads_as("<\">", "<\">");
}

#[test]
fn lexemes_need_no_white_space_between_them() {
    reads_as("\"x\"y|2z[x](y)<\">", "{(\"x\" y) | (2*2z ?x y <\">)}");
}

#[test]
fn names_contain_letters_digits_and_three_signs() {
    let grammar = read(
        "a = gopher+_string ip-schemepart B2\ngopher+_string = \"g\"\nip-schemepart = \"i\"\nB2 = \"b\"\n",
    );
    assert_eq!(
        tree(&grammar.unwrap().productions[0].body),
        "(gopher+_string ip-schemepart B2)"
    );
}

#[test]
fn decisions_of_readings_are_not_anticipated() {
    let grammar = read("a = x \"X\"\nx = \"x\"\n").unwrap();
    let production = &grammar.productions[0];
    assert!(production.excluded.is_empty() && production.readings.is_empty());
    let children = production.body.children();
    assert!(matches!(
        children[0].kind,
        Kind::Reference {
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
            ..
        }
    ));
    assert!(matches!(
        children[1].kind,
        Kind::Literal {
            case: Case::Exact,
            ..
        }
    ));
}

#[test]
fn a_bare_literal_is_read_in_its_production_only() {
    let bare = [super::quoted_slash()];
    let grammar = super::read_with("gopherurl = / \"a\" / b\nb = \"c\" / \"d\"\n", &bare).unwrap();
    assert_eq!(
        tree(&grammar.productions[0].body),
        "(bare / \"a\" bare / b)"
    );
    assert_eq!(tree(&grammar.productions[1].body), "{\"c\" | \"d\"}");
}

#[test]
fn a_bare_literal_that_occurs_nowhere_changes_nothing() {
    let source = "a = \"x\" / \"y\"\n";
    let bare = ["", " ", "\u{e9}", "\n", "@"].map(|text| rfcbnf::BareLiteral {
        production: "a".to_owned(),
        text: text.to_owned(),
    });
    assert_eq!(super::read_with(source, &bare), read(source));
}
