//! A struct announces as many fields as it writes. JSON does not need the number, and other formats do.

use std::collections::HashSet;
use std::fmt::Error;

use rfc1738::{Detail, Rule, advise, parse, trace};
use rfcbnf::Parser;
use rfcbnf_engine::Document;
use rfcbnf_engine::trace::Event;
use serde::Serialize;
use serde::ser::{Impossible, SerializeStruct, Serializer};

use crate::grammar;

/// Counts the fields of a struct. It serializes nothing else.
struct FieldCounter;

/// The number of fields that were announced, and the number of those that were written.
struct FieldCounts {
    announced: usize,
    written: usize,
}

macro_rules! no_structs {
    ($($method:ident($($argument:ty),*) -> $result:ty;)*) => {
        $(
            fn $method(self $(, _: $argument)*) -> Result<$result, Error> {
                Err(Error)
            }
        )*
    };
}

impl Serializer for FieldCounter {
    type Ok = FieldCounts;
    type Error = Error;
    type SerializeSeq = Impossible<FieldCounts, Error>;
    type SerializeTuple = Impossible<FieldCounts, Error>;
    type SerializeTupleStruct = Impossible<FieldCounts, Error>;
    type SerializeTupleVariant = Impossible<FieldCounts, Error>;
    type SerializeMap = Impossible<FieldCounts, Error>;
    type SerializeStruct = FieldCounts;
    type SerializeStructVariant = Impossible<FieldCounts, Error>;

    fn serialize_struct(self, _: &'static str, announced: usize) -> Result<FieldCounts, Error> {
        Ok(FieldCounts {
            announced,
            written: 0,
        })
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<FieldCounts, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<FieldCounts, Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<FieldCounts, Error> {
        Err(Error)
    }

    no_structs! {
        serialize_bool(bool) -> FieldCounts;
        serialize_i8(i8) -> FieldCounts;
        serialize_i16(i16) -> FieldCounts;
        serialize_i32(i32) -> FieldCounts;
        serialize_i64(i64) -> FieldCounts;
        serialize_u8(u8) -> FieldCounts;
        serialize_u16(u16) -> FieldCounts;
        serialize_u32(u32) -> FieldCounts;
        serialize_u64(u64) -> FieldCounts;
        serialize_f32(f32) -> FieldCounts;
        serialize_f64(f64) -> FieldCounts;
        serialize_char(char) -> FieldCounts;
        serialize_str(&str) -> FieldCounts;
        serialize_bytes(&[u8]) -> FieldCounts;
        serialize_none() -> FieldCounts;
        serialize_unit() -> FieldCounts;
        serialize_unit_struct(&'static str) -> FieldCounts;
        serialize_unit_variant(&'static str, u32, &'static str) -> FieldCounts;
        serialize_seq(Option<usize>) -> Self::SerializeSeq;
        serialize_tuple(usize) -> Self::SerializeTuple;
        serialize_tuple_struct(&'static str, usize) -> Self::SerializeTupleStruct;
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Self::SerializeTupleVariant;
        serialize_map(Option<usize>) -> Self::SerializeMap;
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Self::SerializeStructVariant;
    }
}

impl SerializeStruct for FieldCounts {
    type Ok = Self;
    type Error = Error;

    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        _: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        self.written += 1;
        Ok(())
    }

    fn end(self) -> Result<Self, Error> {
        Ok(self)
    }
}

fn assert_counted(record: &impl Serialize, what: &str) {
    let counts = record.serialize(FieldCounter).expect("it is a struct");
    assert_eq!(counts.announced, counts.written, "{what}");
}

#[test]
fn every_step_announces_as_many_fields_as_it_writes() {
    let mut kinds = HashSet::new();
    for text in ["ftp://me:pw@a.b-c:21/d;type=a", "http://user@host/"] {
        for step in trace(Rule::Url, text, Detail::Rules).steps() {
            assert_counted(step, text);
            kinds.insert(format!("{:?}", std::mem::discriminant(step.event())));
        }
    }
    let mut has_ranges = false;
    for (source, text) in [
        ("s = s \"a\" / \"b\"\n", "ba"),
        ("s = \"(\" t \")\" / %x41 / %xC9\nt = s / s s\n", "((A)A)"),
        ("s = n \"!\" / n\nn = \"a\" [ n ] *\"b\"\n", "aabb"),
        ("s = \"(\" s \")\" / %x41 / %x4E00-4E2D\n", "(é"),
    ] {
        let grammar = grammar(source).grammar;
        let parser = Parser::with_characters(&grammar, "s", [], |_| false).expect("a parser");
        let trace = parser.rule().trace(text.as_bytes(), Detail::Rules);
        for step in trace.expect("it has steps").steps() {
            assert_counted(step, source);
            has_ranges |= step.characters().is_some();
            kinds.insert(match step.event() {
                Event::Endless { .. } => "endless".to_owned(),
                event => format!("{:?}", std::mem::discriminant(event)),
            });
        }
    }
    assert!(has_ranges);
    // Every event: try, match, fail, take, miss, backtrack, redo and endless.
    assert_eq!(kinds.len(), 8, "{kinds:?}");
}

#[test]
fn nodes_errors_and_advice_announce_their_number_of_fields() {
    let tree = parse(Rule::Url, "http://h/").expect("it is derived");
    assert_counted(&tree, "tree");
    for text in ["80a", "http://ho_st/", "ftp://me@h/%"] {
        let error = parse(Rule::Url, text).expect_err("it is not derived");
        assert_counted(&error, text);
        for note in error.notes() {
            assert_counted(&note, text);
        }
        let document = Document::named("urls", text);
        assert_counted(&error.in_document(&document, 0), text);
    }
    let url = rfc1738::Url::parse("http://h:25/").expect("it is a URL");
    for finding in advise(&url) {
        assert_counted(&finding, "advice");
    }
}
