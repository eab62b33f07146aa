//! Makes texts fit to be shown.
//!
//! Invariant: what comes out holds no control character, no character that changes how others
//! are shown, and no octet that is not UTF-8.

use std::fmt::{self, Write as _};

/// Octets as characters. What does not print is escaped as in Rust: `\n`, `\u{202e}`, `\xff`.
pub(crate) struct Escaped<'a>(pub(crate) &'a [u8]);

/// A text in quotation marks. What does not print is escaped, and so are `"` and `\`.
pub(crate) struct Quoted<'a>(pub(crate) &'a str);

/// Whether the character can be shown as it is.
pub(crate) fn is_plain(character: char) -> bool {
    matches!(character, ' '..='~')
        || (!character.is_ascii() && character.escape_debug().next() == Some(character))
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.0.utf8_chunks() {
            write_escaped(formatter, chunk.valid(), is_plain)?;
            for octet in chunk.invalid() {
                write!(formatter, "\\x{octet:02x}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_plain = |character| !matches!(character, '"' | '\\') && is_plain(character);
        formatter.write_char('"')?;
        write_escaped(formatter, self.0, is_plain)?;
        formatter.write_char('"')
    }
}

/// Writes runs of plain characters at once: most texts are one run, and texts can be long.
fn write_escaped(
    out: &mut impl fmt::Write,
    text: &str,
    is_plain: impl Fn(char) -> bool,
) -> fmt::Result {
    let mut rest = text;
    while let Some(place) = rest.find(|character| !is_plain(character)) {
        let (run, behind) = rest.split_at(place);
        out.write_str(run)?;
        let mut characters = behind.chars();
        if let Some(character) = characters.next() {
            write!(out, "{}", character.escape_debug())?;
        }
        rest = characters.as_str();
    }
    out.write_str(rest)
}
