//! Percent-encoding and decoding: Section 2.2.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use rfcbnf_engine::CharacterSet;
use thiserror::Error;

/// Encodes octets: writes those in `literal` as they are, and the others as `%` and two upper case
/// hexadecimal digits. A percent sign is always encoded.
///
/// ```
/// use rfc1738::{CharacterSet, Rule, encode};
///
/// let literal = Rule::Unreserved.first();
/// assert_eq!(encode(b"/etc/motd", literal), "%2Fetc%2Fmotd");
/// assert_eq!(encode("100 é", literal.with("%")), "100%20%C3%A9");
/// assert_eq!(encode("a%b", CharacterSet::of("ab%")), "a%25b");
/// ```
pub fn encode<T: AsRef<[u8]> + ?Sized>(octets: &T, literal: CharacterSet) -> String {
    let octets = octets.as_ref();
    let mut text = String::with_capacity(octets.len());
    push_encoded(&mut text, octets, literal);
    text
}

/// Appends the octets, encoded as [`encode`] does.
pub(crate) fn push_encoded(text: &mut String, octets: &[u8], literal: CharacterSet) {
    for &octet in octets {
        if octet.is_ascii() && octet != b'%' && literal.contains(octet) {
            text.push(char::from(octet));
        } else {
            text.extend(escape(octet).map(char::from));
        }
    }
}

/// Returns the escape that encodes the octet.
pub(crate) fn escape(octet: u8) -> [u8; ESCAPE] {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let [high, low] = [octet >> 4, octet & 0xF].map(|digit| DIGITS[usize::from(digit)]);
    [b'%', high, low]
}

/// Decodes escapes: returns the octets that the characters encode.
///
/// Octets outside US-ASCII, which no URL contains, are returned unchanged.
///
/// # Errors
///
/// Returns a [`DecodeError`] if a percent sign does not begin an escape.
///
/// ```
/// use rfc1738::decode;
///
/// assert_eq!(decode("%2Fetc%2fmotd")?, &b"/etc/motd"[..]);
/// assert_eq!(decode("100%").unwrap_err().offset(), 3);
/// # Ok::<(), rfc1738::DecodeError>(())
/// ```
pub fn decode<T: AsRef<[u8]> + ?Sized>(text: &T) -> Result<Cow<'_, [u8]>, DecodeError> {
    decode_octets(text.as_ref())
}

/// Decodes escapes. It is not generic, so it is compiled once.
fn decode_octets(text: &[u8]) -> Result<Cow<'_, [u8]>, DecodeError> {
    let mut octets = Vec::new();
    let mut done = 0;
    while let Some(distance) = text[done..].iter().position(|&octet| octet == b'%') {
        let offset = done + distance;
        let octet = escaped(&text[offset..]).ok_or(DecodeError { offset })?;
        if octets.is_empty() {
            octets.reserve(text.len());
        }
        octets.extend_from_slice(&text[done..offset]);
        octets.push(octet);
        done = offset + ESCAPE;
    }
    if done == 0 {
        return Ok(Cow::Borrowed(text));
    }
    octets.extend_from_slice(&text[done..]);
    Ok(Cow::Owned(octets))
}

/// The length of an escape in characters.
pub(crate) const ESCAPE: usize = 3;

/// Returns the octet that the escape at the start of the text encodes.
pub(crate) fn escaped(text: &[u8]) -> Option<u8> {
    let [b'%', high, low, ..] = text else {
        return None;
    };
    Some(hexadecimal(*high)? << 4 | hexadecimal(*low)?)
}

fn hexadecimal(digit: u8) -> Option<u8> {
    u8::try_from(char::from(digit).to_digit(16)?).ok()
}

/// The error for a percent sign without two hexadecimal digits after it.
///
/// ```
/// let error = rfc1738::decode("50% off").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "\"%\" at offset 2 is not followed by two hexadecimal digits; \"%\" itself is encoded as %25",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error(
    "\"%\" at offset {offset} is not followed by two hexadecimal digits; \"%\" itself is encoded as %25"
)]
pub struct DecodeError {
    offset: usize,
}

impl DecodeError {
    /// Returns the byte offset of the percent sign.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}
