//! JSON Lines: one object a line.
//!
//! A path such as `request.url` names the field `url` of the object in the field `request`. A field
//! whose own name is the rest of the path comes first. Two fields with the same name are an error of the record,
//! because programs differ in which one counts (RFC 8259, 4).
//!
//! `serde_json` reads the lines, except those that [`plain_text`] reads in a third of the time: objects as most lines have
//! them, of printable ASCII, without escapes, and without values that hold others.
//!
//! Invariant: `serde_json` finds the same text in every line in which [`plain_text`] finds one. A test of the command
//! compares them.

use std::borrow::Cow;
use std::fmt;

use memchr::memchr;
use rfc1738_views::check::place::TextStart;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::error::{RecordError, Unreadable};
use super::{Content, Record, characters};
use crate::input::lines::Line;

/// The mark that some programs write at the beginning of a file in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns what the line holds in the field; `None` if the line is blank. `is_plain` says that [`are_plain`] is
/// true of the line.
pub(super) fn content<'a>(line: &Line<'a>, field: &str, is_plain: bool) -> Option<Content<'a>> {
    let mut json = line.text;
    if line.number == 1 {
        json = json.strip_prefix(BYTE_ORDER_MARK).unwrap_or(json);
    }
    if !json.starts_with(b"{") && json.trim_ascii().is_empty() {
        return None;
    }
    let is_read = is_plain || are_plain(json);
    let text = is_read.then(|| plain_text(json, field.as_bytes()));
    let value = match text.flatten() {
        Some(text) => Ok(Value::Text(Cow::Borrowed(text))),
        None => read(json, field),
    };
    Some(match value {
        Ok(Value::Text(text)) => Content::Text(Record {
            line: line.number,
            number: Some(line.number),
            start: match &text {
                Cow::Borrowed(text) => start(line, text, is_plain),
                Cow::Owned(_) => None,
            },
            text,
            line_end: &[],
            condensed: None,
        }),
        Ok(Value::Null) => Content::Null,
        Ok(Value::Missing) => Content::Error(unreadable(
            line,
            None,
            RecordError::NoField(field.to_owned()),
        )),
        Ok(Value::Twice) => {
            Content::Error(unreadable(line, None, RecordError::Twice(field.to_owned())))
        }
        Ok(Value::Object(found)) => Content::Error(unreadable(
            line,
            None,
            RecordError::NotObject {
                field: field.to_owned(),
                found,
            },
        )),
        Ok(Value::Other(found)) => Content::Error(unreadable(
            line,
            None,
            RecordError::NotText {
                field: field.to_owned(),
                found,
            },
        )),
        Err(error) => {
            let place = format!(" at line {} column {}", error.line(), error.column());
            let reason = error.to_string().replace(&place, "");
            let mark = line.text.len() - json.len();
            // Of an error at the end of the line, the column is that of the last octet.
            let before = line.text.get(..mark + error.column().saturating_sub(1));
            let column = before.map(|before| characters(before) + 1);
            Content::Error(unreadable(line, column, RecordError::NotJson(reason)))
        }
    })
}

fn unreadable(line: &Line<'_>, column: Option<u64>, error: RecordError) -> Unreadable {
    Unreadable {
        line: line.number,
        column,
        number: Some(line.number),
        error,
    }
}

/// Returns where the text begins, which is a part of the line. Each octet of a plain line is a character.
fn start(line: &Line<'_>, text: &[u8], is_plain: bool) -> Option<TextStart> {
    let offset = text
        .as_ptr()
        .addr()
        .checked_sub(line.text.as_ptr().addr())?;
    let before = line.text.get(..offset)?;
    let count = if is_plain {
        offset as u64
    } else {
        characters(before)
    };
    Some(TextStart {
        line: line.number,
        column: count + 1,
    })
}

/// What the field holds.
enum Value<'a> {
    Text(Cow<'a, [u8]>),
    Null,
    Missing,
    /// The object has the field, or an object on the path, more than once.
    Twice,
    /// Another value instead of an object on the path.
    Object(&'static str),
    /// Another value instead of a string.
    Other(&'static str),
}

fn read<'a>(json: &'a [u8], field: &str) -> serde_json::Result<Value<'a>> {
    let mut deserializer = serde_json::Deserializer::from_slice(json);
    let value = ObjectOf(field).deserialize(&mut deserializer)?;
    deserializer.end()?;
    Ok(value)
}

/// An object whose field is read.
#[derive(Clone, Copy)]
struct ObjectOf<'p>(&'p str);

/// The value of the field.
struct Text;

impl<'de> DeserializeSeed<'de> for ObjectOf<'_> {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> DeserializeSeed<'de> for Text {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

/// Methods for the values that are neither read nor entered.
macro_rules! visit_others {
    ($wrong:path) => {
        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("JSON")
        }

        fn visit_bool<E>(self, _: bool) -> Result<Value<'de>, E> {
            Ok($wrong("a boolean"))
        }

        fn visit_u64<E>(self, _: u64) -> Result<Value<'de>, E> {
            Ok($wrong("a number"))
        }

        fn visit_i64<E>(self, _: i64) -> Result<Value<'de>, E> {
            Ok($wrong("a number"))
        }

        fn visit_f64<E>(self, _: f64) -> Result<Value<'de>, E> {
            Ok($wrong("a number"))
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Value<'de>, A::Error> {
            while array.next_element::<IgnoredAny>()?.is_some() {}
            Ok($wrong("an array"))
        }
    };
}

impl<'de> Visitor<'de> for Text {
    type Value = Value<'de>;

    visit_others!(Value::Other);

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text.as_bytes())))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.as_bytes().to_owned())))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value<'de>, A::Error> {
        while object.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other("an object"))
    }
}

impl<'de> Visitor<'de> for ObjectOf<'_> {
    type Value = Value<'de>;

    visit_others!(Value::Object);

    /// Takes null instead of an object as a record without a text.
    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_str<E>(self, _: &str) -> Result<Value<'de>, E> {
        Ok(Value::Object("a string"))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut object: A) -> Result<Value<'de>, A::Error> {
        let mut whole = None;
        // Names such as `a` and `a.b` may both be on the path.
        let mut nested: Vec<(usize, Value<'de>)> = Vec::new();
        while let Some(step) = object.next_key_seed(PathStep(self.0))? {
            match step {
                Step::Whole => {
                    let value = object.next_value_seed(Text)?;
                    whole = Some(whole.map_or(value, |_| Value::Twice));
                }
                Step::Into(rest) => {
                    let path = &self.0[self.0.len() - rest..];
                    let value = object.next_value_seed(ObjectOf(path))?;
                    match nested.iter_mut().find(|(other, _)| *other == rest) {
                        Some((_, first)) => *first = Value::Twice,
                        None => nested.push((rest, value)),
                    }
                }
                Step::Other => {
                    object.next_value::<IgnoredAny>()?;
                }
            }
        }
        let mut nested = nested.into_iter().rev().map(|(_, value)| value);
        let found = whole.or_else(|| nested.find(|value| !matches!(value, Value::Missing)));
        Ok(found.unwrap_or(Value::Missing))
    }
}

/// The name of a field, compared with a path.
struct PathStep<'p>(&'p str);

enum Step {
    /// The name is the whole path.
    Whole,
    /// The name is the beginning of the path, up to a dot. This many octets follow the dot.
    Into(usize),
    Other,
}

impl<'de> DeserializeSeed<'de> for PathStep<'_> {
    type Value = Step;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Step, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for PathStep<'_> {
    type Value = Step;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Step, E> {
        let rest = self.0.strip_prefix(name);
        Ok(match rest {
            Some("") => Step::Whole,
            Some(rest) => rest
                .strip_prefix('.')
                .map_or(Step::Other, |rest| Step::Into(rest.len())),
            None => Step::Other,
        })
    }
}

/// The most digits of a number. Longer ones, and those with a point or an exponent, are left to `serde_json`,
/// which knows which numbers are too large.
const DIGITS: usize = 15;

/// Returns the text in the field of an object; `None` if the object has no text there, or may be none of
/// those that the head of this module describes. Of the line, [`are_plain`] is true.
fn plain_text<'a>(json: &'a [u8], field: &[u8]) -> Option<&'a [u8]> {
    let mut rest = json.trim_ascii().strip_prefix(b"{")?;
    let mut found = None;
    loop {
        let (name, after) = name(unindented(rest))?;
        let value = unindented(after).strip_prefix(b":")?;
        let value = unindented(value);
        // A name can be the first part of a path.
        if field.get(name.len()) == Some(&b'.') && field.starts_with(name) {
            return None;
        }
        let is_field = name == field;
        let after = match string(value) {
            // `serde_json` tells which field is there twice.
            Some(_) if is_field && found.is_some() => return None,
            Some((text, after)) => {
                found = if is_field { Some(text) } else { found };
                after
            }
            None if is_field => return None,
            None => after_scalar(value)?,
        };
        match unindented(after).split_first()? {
            (b',', others) => rest = others,
            (b'}', []) => return found,
            _ => return None,
        }
    }
}

/// Returns whether lines are printable ASCII without a backslash, so that a quotation mark ends a string.
/// The loop has no exit: it is a few instructions for many octets.
pub(super) fn are_plain(lines: &[u8]) -> bool {
    let is_other = |octet: u8| matches!(octet, ..b' ' | b'\\' | 0x7f..) && octet != b'\n';
    let others = lines.iter().map(|octet| u8::from(is_other(*octet)));
    others.fold(0, |any, other| any | other) == 0
}

/// Returns the name of a field, which is short, and what follows it.
fn name(json: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = json.strip_prefix(b"\"")?;
    let end = inside.iter().position(|&octet| octet == b'"')?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// Returns what a string holds, and what follows it.
fn string(json: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = json.strip_prefix(b"\"")?;
    let end = memchr(b'"', inside)?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// Returns what follows a short integer, a truth value or null.
fn after_scalar(json: &[u8]) -> Option<&[u8]> {
    let number = match json.first()? {
        b't' => return json.strip_prefix(b"true"),
        b'f' => return json.strip_prefix(b"false"),
        b'n' => return json.strip_prefix(b"null"),
        b'-' => &json[1..],
        _ => json,
    };
    let end = number.iter().position(|octet| !octet.is_ascii_digit());
    let length = end.unwrap_or(number.len());
    let is_integer = length == 1 || length > 1 && number.first() != Some(&b'0');
    (is_integer && length <= DIGITS).then(|| &number[length..])
}

/// Returns what follows blanks, of which most objects have none.
fn unindented(json: &[u8]) -> &[u8] {
    match json {
        [..=b' ', ..] => json.trim_ascii_start(),
        _ => json,
    }
}
