//! The nearest texts: those of RFC 1738's productions, and how they are shown.

use rfc1738::{Rule, is_valid};
use rfc1738_views::check::record::CheckRecord;
use rfc1738_views::json;
use rfc1738_views::production::CheckedProduction as _;
use rfc1738_views::repairs::Repairs;
use rfcbnf::parser::{NearestCount, NearestQuestion};
use rfcbnf::{Grammar, Parser};

fn parser(source: &str, name: &str) -> Parser {
    let grammar = Grammar::from_abnf(source).expect("it is a grammar");
    grammar.parser(name).expect("it has a parser")
}

/// Returns the lines about the repairs of a text.
fn lines(parser: &Parser, text: &[u8], most: usize) -> Vec<String> {
    let repairs = Repairs::of(parser.rule(), text, most);
    let lines = repairs.lines(&[]).into_iter();
    let lines = lines.map(|line| match (line.number, line.offset) {
        (Some(number), Some(offset)) => format!("{number} at {offset}: {}", line.text),
        _ => line.text,
    });
    lines.collect()
}

#[test]
fn every_production_of_the_rfc_has_nearest_texts() {
    let mut known = 0;
    for rule in Rule::ALL {
        for text in ["", "http:/", "a b:", "8o"] {
            let found = rule.nearest(text.as_bytes(), NearestQuestion::new(20));
            let Ok(found) = found else {
                // The shortest URL of some schemes is further away.
                continue;
            };
            known += 1;
            let is_derived = is_valid(rule, text);
            assert_eq!(found.distance == 0, is_derived, "{rule}: {text}");
            for repair in &found.repairs {
                assert!(is_valid(rule, &repair.text), "{rule}: {text}: {repair:?}");
            }
        }
    }
    assert!(known > 200, "{known}");
    let port = Rule::Port
        .nearest(b"8o", NearestQuestion::new(1))
        .expect("it is known");
    assert_eq!((port.distance, port.count), (1, NearestCount::Exactly(11)));
}

#[test]
fn a_line_says_what_is_expected_after_the_edits_before() {
    let parser = parser("s = x x\nx = \"<\" %x61 \">\"\n", "s");
    assert_eq!(
        lines(&parser, b"<a<a>", 1),
        ["1 of 1 at 2: insert \">\"; expected \">\" in s, x"]
    );
    assert_eq!(
        lines(&parser, b"a>a>", 1),
        [
            "1 of 1, edit 1 of 2 at 0: insert \"<\"; expected \"<\" in s, x",
            "1 of 1, edit 2 of 2 at 2: insert \"<\"; expected \"<\" in s, x",
        ]
    );
}

#[test]
fn edits_that_touch_are_one_line() {
    let parser = parser("s = %s\"true\" / %s\"null\"\n", "s");
    assert_eq!(
        lines(&parser, b"te", 1),
        ["1 of 1 at 1: insert \"ru\"; expected \"r\" in s"]
    );
    assert_eq!(
        lines(&parser, b"trxxue", 1),
        ["1 of 1 at 2: delete \"xx\"; expected \"u\" in s"]
    );
    assert_eq!(
        lines(&parser, b"tRUe", 1),
        ["1 of 1 at 1: replace \"RU\" with \"ru\"; expected \"r\" in s"]
    );
}

#[test]
fn hostile_texts_are_escaped_in_lines() {
    let parser = parser("s = \"a\"\n", "s");
    let shown = lines(&parser, "\u{202e}".as_bytes(), 1);
    assert!(
        shown[0].contains(r#"replace "\u{202e}" with "A""#),
        "{shown:?}"
    );
}

#[test]
fn repairs_of_octets_that_are_no_text_are_hexadecimal() {
    let parser = parser("s = %xFF %x00\n", "s");
    let error = parser.check(b"\xff").expect_err("it is invalid");
    let error = error.syntax().expect("it is decided").facts();
    let repairs = Repairs::of(parser.rule(), b"\xff", 1);
    let record = CheckRecord::new(b"\xff", parser.rule(), Err(&error));
    let line = json::line(&record.with_repairs(Some(&repairs)));
    let expected = "\"repairs\":[{\"text\":{\"hex\":\"ff00\"},\"distance\":1,\
        \"edits\":[{\"start\":1,\"end\":1,\"text\":\"\\u0000\",\"expected\":[\"\\\"\\\\0\\\"\"],\
        \"context\":[\"s\"]}]}],\"repairs_count\":1}";
    assert!(line.contains(expected), "{line}");
}

#[test]
fn more_repairs_than_are_counted_have_no_number() {
    let parser = parser("s = 4%x20-7E\n", "s");
    let error = parser.check("ab").expect_err("it is invalid");
    let error = error.syntax().expect("it is decided").facts();
    let repairs = Repairs::of(parser.rule(), b"ab", 1);
    let record = CheckRecord::new(b"ab", parser.rule(), Err(&error));
    let line = json::line(&record.with_repairs(Some(&repairs)));
    assert!(line.contains("\"repairs_count\":null"), "{line}");
    assert!(lines(&parser, b"ab", 1)[0].starts_with("1 of more than 1000 at 2: insert"));
}
