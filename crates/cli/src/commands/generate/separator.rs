//! `--separator`: what follows each text.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The octets after each text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Separator(Vec<u8>);

/// Why a text is no separator.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub(crate) enum SeparatorError {
    /// Texts would run into each other.
    #[error("a separator has at least one octet")]
    Empty,
    /// A backslash is followed by something else than an escape.
    #[error("unknown escape; write \\n, \\r, \\t, \\0, \\xHH or \\\\")]
    Escape,
}

impl Separator {
    pub(super) fn octets(&self) -> &[u8] {
        &self.0
    }

    /// Returns whether a reader finds the end of the text: the separator occurs first behind it.
    /// Readers of lines take a carriage return before the line feed for a part of the line end.
    pub(super) fn fits(&self, text: &[u8]) -> bool {
        if self.is_line_feed() {
            return rfc1738_views::lines::fits(text);
        }
        let Self(separator) = self;
        let followed = [text, separator].concat();
        let first = followed
            .windows(separator.len())
            .position(|window| window == separator);
        first == Some(text.len())
    }

    pub(super) fn is_line_feed(&self) -> bool {
        self.0 == b"\n"
    }
}

impl Default for Separator {
    fn default() -> Self {
        Self(b"\n".to_vec())
    }
}

/// Reads the escapes `\n`, `\r`, `\t`, `\0`, `\xHH` and `\\`.
impl FromStr for Separator {
    type Err = SeparatorError;

    fn from_str(text: &str) -> Result<Self, SeparatorError> {
        let mut octets = Vec::new();
        let mut rest = text.bytes();
        while let Some(octet) = rest.next() {
            if octet != b'\\' {
                octets.push(octet);
                continue;
            }
            octets.push(match rest.next() {
                Some(b'n') => b'\n',
                Some(b'r') => b'\r',
                Some(b't') => b'\t',
                Some(b'0') => 0,
                Some(b'\\') => b'\\',
                Some(b'x') => {
                    let digits = [rest.next(), rest.next()].into_iter().flatten();
                    let digits = digits.map(|digit| char::from(digit).to_digit(16));
                    let digits: Option<Vec<u32>> = digits.collect();
                    match digits.as_deref() {
                        Some(&[high, low]) => u8::try_from(16 * high + low).unwrap_or_default(),
                        _ => return Err(SeparatorError::Escape),
                    }
                }
                _ => return Err(SeparatorError::Escape),
            });
        }
        if octets.is_empty() {
            return Err(SeparatorError::Empty);
        }
        Ok(Self(octets))
    }
}

/// Writes the separator as an argument.
impl fmt::Display for Separator {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|octet| match octet {
            b'\n' => formatter.write_str("\\n"),
            b'\r' => formatter.write_str("\\r"),
            b'\t' => formatter.write_str("\\t"),
            0 => formatter.write_str("\\0"),
            b'\\' => formatter.write_str("\\\\"),
            b' '..=b'~' => write!(formatter, "{}", char::from(*octet)),
            _ => write!(formatter, "\\x{octet:02X}"),
        })
    }
}
