//! Small grammars with all their trees.

use super::{all_of, lines};
use crate::grammars::rfc1738;

#[test]
fn alternatives_come_as_written() {
    let source = "s = x | y | z\nx = *\"a\"\ny = \"aa\"\nz = \"b\" | \"a\" \"a\"\n";
    assert_eq!(lines(source, "aa"), ["s(x:aa)", "s(y:aa)", "s(z:aa)"]);
}

#[test]
fn optional_parts_are_present_first_and_absent_second() {
    let source = "s = [ x ] [ y ] [ x ]\nx = \"a\"\ny = \"a\"\n";
    assert_eq!(
        lines(source, "a"),
        ["s(x:a)", "s(y:a)"],
        "the last x gives the tree of the first"
    );
    assert_eq!(
        lines(source, "aa"),
        ["s(x:a y:a)", "s(x:a x:a)", "s(y:a x:a)"]
    );
}

#[test]
fn repetitions_are_as_long_as_possible() {
    let source = "s = t t\nt = *x\nx = \"a\" | \"aa\"\n";
    assert_eq!(
        lines(source, "aa"),
        [
            "s(t(x:a x:a) t:)",
            "s(t(x:a) t(x:a))",
            "s(t(x:aa) t:)",
            "s(t: t(x:a x:a))",
            "s(t: t(x:aa))",
        ]
    );
}

#[test]
fn rounds_are_counted() {
    let source = "s = 1*2x *x\nx = 2y\ny = \"a\"\n";
    assert_eq!(lines(source, "aaaa"), ["s(x(y:a y:a) x(y:a y:a))"]);
    let source = "s = t t\nt = 1*2x\nx = \"a\"\n";
    assert_eq!(
        lines(source, "aaa"),
        ["s(t(x:a x:a) t(x:a))", "s(t(x:a) t(x:a x:a))"]
    );
    assert_eq!(lines(source, "a"), [""; 0]);
    assert_eq!(lines(source, "aaaaa"), [""; 0]);
}

#[test]
fn choices_with_the_same_tree_count_once() {
    assert_eq!(lines("s = \"a\" | \"a\"\n", "a"), ["s:a"]);
    assert_eq!(lines("s = *[ \"a\" | \"aa\" ]\n", "aaaa"), ["s:aaaa"]);
    assert_eq!(lines("s = [ x ] [ x ]\nx = \"a\"\n", "a"), ["s(x:a)"]);
    assert_eq!(
        lines("s = *x [ y ] *x\nx = \"a\"\ny = \"b\"\n", "aa"),
        ["s(x:a x:a)"]
    );
}

#[test]
fn a_tree_is_listed_where_its_first_derivation_is() {
    let source = "s = \"a\" x | \"a\" y | \"a\" x | \"a\" z\nx = \"b\"\ny = \"b\"\nz = \"b\"\n";
    assert_eq!(lines(source, "ab"), ["s(x:b)", "s(y:b)", "s(z:b)"]);
}

#[test]
fn empty_rounds_come_after_the_end_of_a_limited_repetition() {
    assert_eq!(lines("s = *2x\nx = \"a\"\n", ""), ["s:"]);
    let can_be_empty = "s = *2x\nx = [ \"a\" ]\n";
    assert_eq!(
        lines(can_be_empty, "a"),
        ["s(x:a)", "s(x:a x:)", "s(x: x:a)"]
    );
    assert_eq!(lines(can_be_empty, ""), ["s:", "s(x:)", "s(x: x:)"]);
}

#[test]
fn a_limited_repetition_has_the_trees_of_optional_parts() {
    for (repetition, parts) in [
        ("*2x", "[ x ] [ x ]"),
        ("1*3x", "x [ x ] [ x ]"),
        ("*2( x y )", "[ x y ] [ x y ]"),
    ] {
        for text in ["", "a", "aa", "ab", "ba"] {
            let of = |body: &str| {
                let rules = "x = [ \"a\" ]\ny = *\"b\"\n";
                let mut trees = lines(&format!("s = {body}\n{rules}"), text);
                trees.sort();
                trees
            };
            assert_eq!(of(repetition), of(parts), "{repetition} on {text:?}");
        }
    }
}

#[test]
fn too_many_empty_rounds_are_a_limit() {
    for (most, is_known) in [(128, true), (129, false), (60_000, false)] {
        let grammar = super::grammar(&format!("s = *{most}x\nx = [ \"a\" ]\n"));
        let mut trees = all_of(&grammar, "s", "");
        let count = trees.by_ref().count();
        assert_eq!(trees.given_up().is_none(), is_known, "{most}");
        assert_eq!(count, if is_known { most + 1 } else { 1 }, "{most}");
        assert!(!trees.is_infinite());
    }
}

#[test]
fn only_empty_rounds_without_a_limit_are_left_out() {
    assert_eq!(lines("s = *x\nx = [ \"a\" ]\n", "a"), ["s(x:a)"]);
    assert_eq!(lines("s = 1*x\nx = [ \"a\" ]\n", ""), ["s(x:)"]);
}

#[test]
fn the_empty_text_has_a_tree_if_it_is_derived() {
    assert_eq!(lines("s = [ x ] *x\nx = \"a\"\n", ""), ["s:"]);
    assert_eq!(lines("s = 1*x\nx = \"a\"\n", ""), [""; 0]);
}

#[test]
fn a_text_that_is_not_derived_has_no_tree() {
    let source = "s = 1*x\nx = \"a\"\n";
    for text in ["b", "ab", "ba", "A", "aä", "ä", "\0"] {
        assert_eq!(lines(source, text), [""; 0], "{text}");
    }
}

#[test]
fn a_tree_is_shown_as_a_line_for_each_node() {
    let grammar = rfc1738();
    let tree = all_of(&grammar, "hostport", "h:8")
        .next()
        .expect("it is derived");
    assert_eq!(
        tree.without(|name| matches!(name, "alpha" | "lowalpha"))
            .to_string(),
        "\
hostport 0..3 \"h:8\"
  host 0..1 \"h\"
    hostname 0..1 \"h\"
      toplabel 0..1 \"h\"
  port 2..3 \"8\"
    digits 2..3 \"8\"
      digit 2..3 \"8\"
"
    );
    assert_eq!(tree.text(), b"h:8");
}

#[test]
fn the_root_stays_when_character_productions_are_left_out() {
    let layout = rfcbnf::Layout::from_toml(include_str!("../../../../../grammar/layout.toml"))
        .expect("a layout");
    let grammar = rfc1738();
    let tree = all_of(&grammar, "xchar", "%41")
        .next()
        .expect("it is derived");
    assert_eq!(tree.iter().count(), 6);
    assert_eq!(
        tree.without_characters(&layout).to_string(),
        "xchar 0..3 \"%41\"\n"
    );
}
