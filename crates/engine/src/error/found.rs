//! The character at the offset of an error.

use core::fmt;

use crate::escape::Escaped;

/// The character or octet at the offset of an error.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Found, diagnose};
///
/// let error = diagnose(Rule::Port, b"8o");
/// assert_eq!(error.found(), Some(Found::Character('o')));
/// assert_eq!(Found::Octet(0xff).to_string(), "octet FF");
/// assert_eq!(Found::Character('"').to_string(), r#"'"'"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Found {
    /// A character.
    Character(char),
    /// An octet that is not part of a UTF-8 character.
    Octet(u8),
}

/// Writes a character in quotation marks, escaped if it does not print; an octet in hexadecimal. A quotation mark
/// is between single ones: `'"'`.
impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => write_character(formatter, *character),
            Self::Octet(octet) => write!(formatter, "octet {octet:02X}"),
        }
    }
}

/// Writes the character in quotation marks, escaped if it does not print; a quotation mark between single ones.
pub(super) fn write_character(formatter: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    if character == '"' {
        return formatter.write_str("'\"'");
    }
    let mut octets = [0; 4];
    formatter.write_str("\"")?;
    let octets = character.encode_utf8(&mut octets).as_bytes();
    fmt::Display::fmt(&Escaped(octets), formatter)?;
    formatter.write_str("\"")
}

impl Found {
    /// Returns the character or octet at the start of the octets, and its length in octets.
    pub(super) fn first_of(octets: &[u8]) -> Option<(Self, usize)> {
        let first = octets.first().filter(|octet| octet.is_ascii());
        if let Some(&octet) = first {
            return Some((Self::Character(char::from(octet)), 1));
        }
        let chunk = octets.utf8_chunks().next()?;
        match chunk.valid().chars().next() {
            Some(character) => Some((Self::Character(character), character.len_utf8())),
            None => octets.first().map(|&octet| (Self::Octet(octet), 1)),
        }
    }
}
