//! Escapes that make any input safe to show.
//!
//! ```
//! use rfcbnf_engine::escape::{Escaped, Quoted};
//!
//! let hostile = "a\u{202e}b\n\x1b[2J";
//! println!("cannot read {}: {}", Escaped(hostile.as_bytes()), Quoted(hostile));
//! assert_eq!(Quoted(hostile).to_string(), r#""a\u{202e}b\n\u{1b}[2J""#);
//! ```
//!
//! Invariant: the output holds no control character, no character that changes how its neighbors
//! are shown, and no byte that is not UTF-8.

use alloc::string::String;
use core::fmt::{self, Write as _};

/// Bytes as text. Everything that does not print is escaped as in Rust: `\n`, `\u{202e}`, `\xff`. So is
/// `\`, so different bytes look different.
///
/// ```
/// use rfcbnf_engine::escape::Escaped;
///
/// assert_eq!(Escaped(b"a\x1b[1m\xff").to_string(), r"a\u{1b}[1m\xff");
/// assert_eq!(Escaped(b"\n").to_string(), r"\n");
/// assert_eq!(Escaped(br"\n").to_string(), r"\\n");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Escaped<'a>(pub &'a [u8]);

/// Bytes as text that people read as a sentence, a line of a grammar or a path. Everything that does
/// not print is escaped as in Rust, and `\` stays: it may begin an escape already, belong to the
/// grammar, or separate the names of a path. Data are [`Escaped`].
///
/// ```
/// use rfcbnf_engine::escape::Printable;
///
/// assert_eq!(Printable(br"C:\dates.bnf").to_string(), r"C:\dates.bnf");
/// assert_eq!(Printable(b"a\x1b[1m\xff").to_string(), r"a\u{1b}[1m\xff");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Printable<'a>(pub &'a [u8]);

/// A text in quotation marks, or octets. `"`, `\` and everything that does not print are escaped.
///
/// ```
/// use rfcbnf_engine::escape::Quoted;
///
/// assert_eq!(Quoted("a \"b\"").to_string(), r#""a \"b\"""#);
/// assert_eq!(Quoted(b"a\xff").to_string(), r#""a\xff""#);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Quoted<'a, T: ?Sized = str>(pub &'a T);

/// Returns the octets as text, followed by a line end, for a report with offsets in them. A character that does
/// not print is replaced by one that takes as many octets.
///
/// ```
/// use rfcbnf_engine::escape::of_equal_length;
///
/// assert_eq!(of_equal_length(b"a\x1b[1m\xff"), "a?[1m?\n");
/// ```
#[must_use]
pub fn of_equal_length(octets: &[u8]) -> String {
    let mut text = String::with_capacity(octets.len());
    for chunk in octets.utf8_chunks() {
        // A CR alone ends a line of the document, but not of a report.
        let mut characters = chunk.valid().chars().peekable();
        while let Some(character) = characters.next() {
            text.push(match character {
                '\r' if characters.peek() != Some(&'\n') => '\n',
                '\n' | '\r' | '\t' => character,
                _ if is_plain(character) => character,
                _ => replacement(character.len_utf8()),
            });
        }
        text.extend(chunk.invalid().iter().map(|_| replacement(1)));
    }
    // The mark of an empty span at the end needs a character there.
    text.push('\n');
    text
}

/// Returns the replacement for a character that does not print and has that length in UTF-8.
const fn replacement(length: usize) -> char {
    match length {
        1 => '?',
        2 => '¿',
        3 => char::REPLACEMENT_CHARACTER,
        _ => '\u{1F533}',
    }
}

/// Returns whether the character can be shown unchanged.
///
/// ```
/// use rfcbnf_engine::escape::is_plain;
///
/// assert!(is_plain('a') && is_plain('\u{e4}'));
/// assert!(!is_plain('\n') && !is_plain('\u{202e}'));
/// ```
#[must_use]
pub fn is_plain(character: char) -> bool {
    matches!(character, ' '..='~')
        || (!character.is_ascii() && character.escape_debug().next() == Some(character))
}

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_escaped(formatter, self.0, &['\\'])
    }
}

impl fmt::Display for Printable<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_escaped(formatter, self.0, &[])
    }
}

impl<T: AsRef<[u8]> + ?Sized> fmt::Display for Quoted<'_, T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_char('"')?;
        write_escaped(formatter, self.0.as_ref(), &['"', '\\'])?;
        formatter.write_char('"')
    }
}

fn write_escaped(
    formatter: &mut fmt::Formatter<'_>,
    octets: &[u8],
    special: &[char],
) -> fmt::Result {
    for chunk in octets.utf8_chunks() {
        write_escaped_text(formatter, chunk.valid(), special)?;
        for byte in chunk.invalid() {
            write!(formatter, "\\x{byte:02x}")?;
        }
    }
    Ok(())
}

/// Writes a run of plain characters in one call: most texts are one run of ASCII, and texts can be long.
fn write_escaped_text(
    formatter: &mut fmt::Formatter<'_>,
    text: &str,
    special: &[char],
) -> fmt::Result {
    let is_escaped = |character| !is_plain(character) || special.contains(&character);
    let is_quick =
        |octet: &u8| matches!(octet, b' '..=b'~') && !special.contains(&char::from(*octet));
    let quick = text.bytes().take_while(is_quick).count();
    let (run, mut rest) = text.split_at(quick);
    formatter.write_str(run)?;
    while let Some(offset) = rest.find(is_escaped) {
        let (run, after) = rest.split_at(offset);
        formatter.write_str(run)?;
        let mut characters = after.chars();
        if let Some(character) = characters.next() {
            write!(formatter, "{}", character.escape_debug())?;
        }
        rest = characters.as_str();
    }
    formatter.write_str(rest)
}
