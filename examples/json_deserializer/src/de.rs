//! The `Deserializer` over the values of a text.
//!
//! Invariant: values nest at most [`DEPTH`] deep, because serde's visitors call each other.

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, Unexpected,
    VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;

use crate::Error;
use crate::nodes::{Kind, Node, Nodes};

/// How deep arrays and objects nest at most.
const DEPTH: usize = 128;

/// The values of a text that are not read yet.
pub(crate) struct Values<'t, 'n> {
    text: &'t str,
    nodes: &'n [Node],
    next: usize,
    depth: usize,
}

impl<'t, 'n> Values<'t, 'n> {
    pub(crate) fn new(text: &'t str, nodes: &'n Nodes) -> Self {
        Self {
            text,
            nodes: &nodes.0,
            next: 0,
            depth: 0,
        }
    }

    fn peek(&self) -> Result<Node, Error> {
        let node = self.nodes.get(self.next).copied();
        node.ok_or_else(|| Error::Data("a value is missing".to_owned()))
    }

    fn take(&mut self) -> Result<Node, Error> {
        let node = self.peek()?;
        self.next += 1;
        Ok(node)
    }

    /// Reads what is inside of an array or object, all of which has to be read.
    fn within<V>(
        &mut self,
        node: Node,
        read: impl FnOnce(&mut Inside<'_, 't, 'n>) -> Result<V, Error>,
    ) -> Result<V, Error> {
        if self.depth == DEPTH {
            let message = format!(
                "values nest more than {DEPTH} deep at offset {}",
                node.start
            );
            return Err(Error::Data(message));
        }
        self.depth += 1;
        let mut inside = Inside {
            values: self,
            end: node.end,
        };
        let value = read(&mut inside)?;
        self.depth -= 1;
        if self.next == node.end {
            return Ok(value);
        }
        let message = format!("more values than expected in that at offset {}", node.start);
        Err(Error::Data(message))
    }
}

impl<'t> Deserializer<'t> for &mut Values<'t, '_> {
    type Error = Error;

    fn deserialize_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        let node = self.take()?;
        match node.kind {
            Kind::Null => visitor.visit_unit(),
            Kind::False => visitor.visit_bool(false),
            Kind::True => visitor.visit_bool(true),
            Kind::Number => visit_number(&self.text[node.start..node.end], visitor),
            Kind::String => {
                let inside = &self.text[node.start + 1..node.end - 1];
                if inside.contains('\\') {
                    visitor.visit_string(unescaped(inside, node.start + 1)?)
                } else {
                    visitor.visit_borrowed_str(inside)
                }
            }
            Kind::Array => self.within(node, |inside| visitor.visit_seq(inside)),
            Kind::Object => self.within(node, |inside| visitor.visit_map(inside)),
        }
    }

    fn deserialize_option<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.peek()?.kind == Kind::Null {
            self.next += 1;
            return visitor.visit_none();
        }
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'t>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    /// Reads a variant: its name, or an object with its name and value.
    fn deserialize_enum<V: Visitor<'t>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        let node = self.peek()?;
        match node.kind {
            Kind::String => visitor.visit_enum(Variant {
                values: self,
                has_value: false,
            }),
            Kind::Object if node.end > self.next + 1 => {
                self.next += 1;
                self.within(node, |inside| {
                    let values = &mut *inside.values;
                    visitor.visit_enum(Variant {
                        values,
                        has_value: true,
                    })
                })
            }
            _ => Err(de::Error::invalid_type(
                Unexpected::Other("a value"),
                &"a variant",
            )),
        }
    }

    fn deserialize_ignored_any<V: Visitor<'t>>(self, visitor: V) -> Result<V::Value, Error> {
        let node = self.take()?;
        if matches!(node.kind, Kind::Array | Kind::Object) {
            self.next = node.end;
        }
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        <V: Visitor<'t>>
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct seq tuple tuple_struct map struct identifier
    }
}

/// What is inside of an array or object.
struct Inside<'v, 't, 'n> {
    values: &'v mut Values<'t, 'n>,
    /// The index after the last node inside.
    end: usize,
}

impl<'t> SeqAccess<'t> for &mut Inside<'_, 't, '_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'t>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.values.next == self.end {
            return Ok(None);
        }
        seed.deserialize(&mut *self.values).map(Some)
    }
}

impl<'t> MapAccess<'t> for &mut Inside<'_, 't, '_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'t>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.next_element_seed(seed)
    }

    fn next_value_seed<V: DeserializeSeed<'t>>(&mut self, seed: V) -> Result<V::Value, Error> {
        seed.deserialize(&mut *self.values)
    }
}

/// A variant of an enum.
struct Variant<'v, 't, 'n> {
    values: &'v mut Values<'t, 'n>,
    has_value: bool,
}

impl<'v, 't, 'n> EnumAccess<'t> for Variant<'v, 't, 'n> {
    type Error = Error;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'t>>(self, seed: V) -> Result<(V::Value, Self), Error> {
        Ok((seed.deserialize(&mut *self.values)?, self))
    }
}

impl<'t> VariantAccess<'t> for Variant<'_, 't, '_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        if self.has_value {
            return serde::Deserialize::deserialize(self.values);
        }
        Ok(())
    }

    fn newtype_variant_seed<T: DeserializeSeed<'t>>(self, seed: T) -> Result<T::Value, Error> {
        self.values_of("a value")
            .and_then(|values| seed.deserialize(values))
    }

    fn tuple_variant<V: Visitor<'t>>(self, _: usize, visitor: V) -> Result<V::Value, Error> {
        self.values_of("an array")
            .and_then(|values| values.deserialize_any(visitor))
    }

    fn struct_variant<V: Visitor<'t>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.values_of("an object")
            .and_then(|values| values.deserialize_any(visitor))
    }
}

impl<'v, 't, 'n> Variant<'v, 't, 'n> {
    /// Returns the values, the next of which is that of the variant.
    fn values_of(self, expected: &str) -> Result<&'v mut Values<'t, 'n>, Error> {
        if self.has_value {
            return Ok(self.values);
        }
        Err(de::Error::invalid_type(Unexpected::UnitVariant, &expected))
    }
}

/// Passes on a number: as an integer if it is written as one and fits.
fn visit_number<'t, V: Visitor<'t>>(text: &str, visitor: V) -> Result<V::Value, Error> {
    if text != "-0" && !text.contains(['.', 'e', 'E']) {
        if let Ok(number) = text.parse::<u64>() {
            return visitor.visit_u64(number);
        }
        if let Ok(number) = text.parse::<i64>() {
            return visitor.visit_i64(number);
        }
    }
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() => visitor.visit_f64(number),
        _ => Err(Error::Data(format!("the number {text} is out of range"))),
    }
}

/// Returns what the inside of a string stands for. It begins at an offset of the text.
fn unescaped(inside: &str, offset: usize) -> Result<String, Error> {
    let mut string = String::with_capacity(inside.len());
    let mut rest = inside;
    while let Some(plain) = rest.find('\\') {
        string.push_str(&rest[..plain]);
        let escape = &rest[plain + 1..];
        let (character, length) = match escape.as_bytes().first() {
            Some(b'b') => ('\u{8}', 1),
            Some(b'f') => ('\u{c}', 1),
            Some(b'n') => ('\n', 1),
            Some(b'r') => ('\r', 1),
            Some(b't') => ('\t', 1),
            Some(b'u') => unicode(escape).ok_or_else(|| {
                let offset = offset + inside.len() - rest.len() + plain;
                Error::Data(format!("half of a surrogate pair at offset {offset}"))
            })?,
            // The quotation mark and both slashes stand for themselves.
            other => (char::from(*other.unwrap_or(&b'\\')), 1),
        };
        string.push(character);
        rest = &escape[length..];
    }
    string.push_str(rest);
    Ok(string)
}

/// Returns the character of `uXXXX` or `uXXXX\uXXXX`, and the length of that.
fn unicode(escape: &str) -> Option<(char, usize)> {
    let unit = |from: usize| {
        let digits = escape.get(from..from + 4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let first = unit(1)?;
    if let Some(character) = char::from_u32(first.into()) {
        return Some((character, 5));
    }
    if escape.get(5..7)? != "\\u" {
        return None;
    }
    let pair = [first, unit(7)?];
    let character = char::decode_utf16(pair).next()?.ok()?;
    Some((character, 11))
}
