//! Compares what is read with what `serde_json` reads.

use std::collections::BTreeMap;

use json_deserializer::{Error, from_str};
use serde::Deserialize;
use serde_json::Value;

/// Texts of JSON that every reader takes.
const VALID: [&str; 40] = [
    "null",
    "true",
    " false ",
    "0",
    "-0",
    "-0.0",
    "1",
    "-1",
    "18446744073709551615",
    "18446744073709551616",
    "-9223372036854775808",
    "-9223372036854775809",
    "1.5",
    "1e3",
    "1E+2",
    "12.345e-10",
    "0.1",
    "123456789012345678901234567890",
    "2.2250738585072014e-308",
    "4.9e-324",
    "1.7976931348623157e308",
    r#""""#,
    r#""a""#,
    r#""\"\\\/\b\f\n\r\t""#,
    r#""\u0041\u00e9\u20AC""#,
    r#""\uD83E\uDD8A""#,
    r#""a\u0000b""#,
    "\"\u{7f}\u{80}é東🦊\"",
    "[]",
    "[ ]",
    "[\n]",
    "[1]",
    "[ 1 , 2 ]",
    "[[[]],[],[[],[]]]",
    "{}",
    "{ }",
    r#"{"a":1}"#,
    r#" { "a" : [ { } , null ] , "b" : { "c" : "d" } } "#,
    r#"{"a":1,"a":2}"#,
    "\t\r\n [\t1\r,\n2 ] ",
];

/// Texts that no reader of JSON takes.
const INVALID: [&str; 40] = [
    "",
    " ",
    "nul",
    "nulll",
    "True",
    "NaN",
    "Infinity",
    "-",
    "+1",
    "01",
    "-01",
    "1.",
    ".5",
    "1e",
    "1e+",
    "0x1",
    "1 2",
    "\"",
    "\"a",
    "'a'",
    "\"\\x\"",
    "\"\\u12\"",
    "\"\\u12G4\"",
    "\"\n\"",
    "\"\t\"",
    "\"\u{0}\"",
    "[",
    "]",
    "[1",
    "[1,]",
    "[,1]",
    "[1 2]",
    "[1]]",
    "{",
    "{1:2}",
    r#"{"a"}"#,
    r#"{"a":}"#,
    r#"{"a":1,}"#,
    r#"{"a" 1}"#,
    "\u{feff}1",
];

#[test]
fn valid_texts_have_the_values_of_serde_json() {
    for text in VALID {
        let expected: Value = serde_json::from_str(text).expect("it is JSON");
        let value: Value = from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(value, expected, "{text}");
    }
}

#[test]
fn invalid_texts_are_errors_of_syntax() {
    for text in INVALID {
        assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        let error = from_str::<Value>(text).expect_err(text);
        assert!(matches!(error, Error::Syntax(_)), "{text}: {error}");
    }
}

#[test]
fn what_no_value_can_hold_is_an_error_of_data() {
    let nested = "[".repeat(129) + &"]".repeat(129);
    for text in [
        "1e400",
        r#""\ud800""#,
        r#""\ud800\u0041""#,
        r#""\udc00""#,
        &nested,
    ] {
        assert!(serde_json::from_str::<Value>(text).is_err(), "{text}");
        let error = from_str::<Value>(text).expect_err(text);
        assert!(matches!(error, Error::Data(_)), "{text}: {error}");
    }
}

#[derive(Debug, PartialEq, Deserialize)]
struct Service<'t> {
    name: &'t str,
    port: Option<u16>,
    kind: Kind,
    limits: BTreeMap<String, f64>,
    point: (i8, i8),
}

#[derive(Debug, PartialEq, Deserialize)]
enum Kind {
    Open,
    Closed(String),
    Between { from: u8, to: u8 },
    Pair(bool, bool),
}

/// Texts of a [`Service`] with these members, and texts that are none.
const KINDS: [&str; 12] = [
    r#""Open""#,
    r#"{"Open":null}"#,
    r#"{"Closed":"for \"now\""}"#,
    r#"{"Between":{"from":8,"to":17}}"#,
    r#"{"Pair":[true,false]}"#,
    r#"{"Pair":[true]}"#,
    r#"{"Pair":[true,false,true]}"#,
    r#"{"Closed":"a","Open":null}"#,
    r#""Closed""#,
    r#""Ajar""#,
    "{}",
    "1",
];

#[test]
fn types_are_read_as_by_serde_json() {
    for kind in KINDS {
        for port in [r#""port":null,"#, r#""port":80,"#, r#""port":65536,"#, ""] {
            let text = format!(
                r#"{{"name":"n",{port}"kind":{kind},"limits":{{"a":1,"b":0.5}},"more":[{{}},"x"],"point":[1,-2]}}"#
            );
            let expected = serde_json::from_str::<Service>(&text).ok();
            assert_eq!(from_str::<Service>(&text).ok(), expected, "{text}");
        }
    }
}

#[test]
fn an_error_has_its_place_and_what_could_be_there() {
    let error = from_str::<Value>("[1, ?]").unwrap_err().to_string();
    assert!(error.contains("found \"?\" at offset 4"), "{error}");
}
