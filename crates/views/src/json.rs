//! JSON: one value on one line of printable ASCII.
//!
//! ```
//! use rfc1738::{Rule, parse};
//! use rfc1738_views::json;
//!
//! let tree = parse(Rule::Digits, "80")?;
//! let mut line = Vec::new();
//! json::write(&mut line, &tree)?;
//! assert!(line.starts_with(b"{\"rule\":\"digits\",\"start\":0,\"end\":2"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::{self, Write};

use serde::Serialize;
use serde::ser::{SerializeStruct as _, Serializer};
use serde_json::ser::Formatter;
use serde_json::value::RawValue;

/// Writes the value as one line. Everything but printable ASCII is escaped.
///
/// ```
/// use rfc1738_views::json;
///
/// let mut line = Vec::new();
/// json::write(&mut line, &["a", "\u{202e}"])?;
/// assert_eq!(line, b"[\"a\",\"\\u202e\"]\n");
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Fails if the output does.
pub fn write(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    write_value(out, value)?;
    out.write_all(b"\n")
}

/// Returns the value as [`write()`] writes it, without the line end.
///
/// ```
/// assert_eq!(rfc1738_views::json::line(&["a"]), "[\"a\"]");
/// ```
#[must_use]
pub fn line(value: &impl Serialize) -> String {
    let mut line = Vec::new();
    // A vector takes everything, and the JSON is ASCII.
    let _ = write_value(&mut line, value);
    String::from_utf8(line).unwrap_or_default()
}

/// Writes the value without a line end.
pub(crate) fn write_value(out: &mut impl Write, value: &impl Serialize) -> io::Result<()> {
    value.serialize(&mut serde_json::Serializer::with_formatter(
        &mut *out, Ascii,
    ))?;
    Ok(())
}

/// An object with its fields in order, for records that nothing but JSON needs.
#[derive(Debug, Default)]
pub(crate) struct Object(Vec<(&'static str, Box<RawValue>)>);

impl Object {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a field.
    pub(crate) fn with(mut self, name: &'static str, value: impl Serialize) -> Self {
        // This cannot fail: what is written is JSON.
        self.0.extend(
            RawValue::from_string(line(&value))
                .ok()
                .map(|value| (name, value)),
        );
        self
    }

    /// Adds a field if there is a value.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// Octets: a string if they are UTF-8, `{"hex":…}` otherwise.
///
/// ```
/// use rfc1738_views::json::{self, Octets};
///
/// let mut line = Vec::new();
/// json::write(&mut line, &[Octets(b"a"), Octets(b"\xff")])?;
/// assert_eq!(line, b"[\"a\",{\"hex\":\"ff\"}]\n");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(type = "string | { hex: string }", concrete(T = Vec<u8>), bound = ""))]
pub struct Octets<T = Vec<u8>>(pub T);

impl<T: AsRef<[u8]>> Serialize for Octets<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let octets = self.0.as_ref();
        if let Ok(text) = std::str::from_utf8(octets) {
            return serializer.serialize_str(text);
        }
        let mut record = serializer.serialize_struct("Octets", 1)?;
        record.serialize_field("hex", &digits(octets))?;
        record.end()
    }
}

/// Returns the octets in hexadecimal digits if they are not UTF-8. Records that show a text with
/// U+FFFD instead of such octets have them beside it.
pub(crate) fn hex(octets: &[u8]) -> Option<String> {
    std::str::from_utf8(octets).is_err().then(|| digits(octets))
}

/// Returns the octets in hexadecimal digits.
pub(crate) fn digits(octets: &[u8]) -> String {
    let digits: Vec<String> = octets.iter().map(|octet| format!("{octet:02x}")).collect();
    digits.concat()
}

/// Writes one line. JSON allows DEL and characters that change how their neighbors are shown; this
/// formatter escapes them too.
struct Ascii;

impl Formatter for Ascii {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        out: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(offset) = rest.find(|character| !matches!(character, ' '..='~')) {
            let (run, after) = rest.split_at(offset);
            out.write_all(run.as_bytes())?;
            let mut characters = after.chars();
            if let Some(character) = characters.next() {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
            rest = characters.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}
