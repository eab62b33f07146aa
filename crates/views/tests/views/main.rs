//! The output of each view, and the dependencies of the package.

mod causes;
mod causes_in_characters;
mod conformance;
mod deep_trees;
mod dependencies;
mod diagnostics;
mod difference;
mod editing;
mod explain;
mod extract;
mod field_counts;
mod grammar_test;
mod inspect;
mod interpreted;
mod many_levels;
mod naive;
mod railroad;
mod repairs;
mod summaries;
mod texts;
mod trace;
mod trees;

use std::io;

use rfc1738_views::grammar::NamedGrammar;
use rfc1738_views::json;
use rfcbnf::Readings;
use rfcbnf::rfc1738::{BNF, READINGS, load};
use serde::Serialize;
use serde_json::Value;

/// Returns the lines that a view writes.
fn lines(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
    let mut out = Vec::new();
    write(&mut out).expect("a vector takes everything");
    String::from_utf8(out).expect("a view writes UTF-8")
}

/// Returns the JSON value of a record.
fn value(record: &impl Serialize) -> Value {
    let line = lines(|out| json::write(out, record));
    assert!(line.is_ascii() && line.ends_with('\n') && line.matches('\n').count() == 1);
    serde_json::from_str(&line).expect("a record is JSON")
}

/// Returns the names of an object's fields, in order.
fn fields(record: &impl Serialize) -> Vec<String> {
    let line = lines(|out| json::write(out, record));
    let map: FieldNames = serde_json::from_str(&line).expect("a record is an object");
    map.0
}

/// Reads the names of an object's fields in the order in which they are written.
struct FieldNames(Vec<String>);

impl<'de> serde::Deserialize<'de> for FieldNames {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldNamesVisitor)
    }
}

struct FieldNamesVisitor;

impl<'de> serde::de::Visitor<'de> for FieldNamesVisitor {
    type Value = FieldNames;

    fn expecting(&self, formatter: &mut std::fmt::Formatter) -> std::fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: serde::de::MapAccess<'de>>(self, mut map: A) -> Result<FieldNames, A::Error> {
        let mut names = Vec::new();
        while let Some((name, _)) = map.next_entry::<String, serde::de::IgnoredAny>()? {
            names.push(name);
        }
        Ok(FieldNames(names))
    }
}

/// Returns the grammar of RFC 1738.
fn own_grammar() -> NamedGrammar {
    let (grammar, readings) = load(BNF, READINGS).expect("the grammar has no errors");
    NamedGrammar {
        grammar,
        readings,
        file: None,
        has_rfc1738_readings: true,
    }
}

/// Reads a small grammar.
fn grammar(text: &str) -> NamedGrammar {
    NamedGrammar {
        grammar: rfcbnf::read(text).expect("the grammar has no errors"),
        readings: Readings::default(),
        file: Some("a.bnf".to_owned()),
        has_rfc1738_readings: false,
    }
}
