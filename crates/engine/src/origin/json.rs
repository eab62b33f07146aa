//! Strings of JSON: RFC 8259, Section 7.

use super::literal::{Reader, StringLiteral, Style};

/// The length of `\u` and its digits.
const ESCAPE: usize = 6;

impl StringLiteral {
    /// Reads the string of a JSON document that begins with the quotation mark at this offset. Returns
    /// `None` if there is none, or none that stands for text.
    ///
    /// ```
    /// use rfcbnf_engine::StringLiteral;
    ///
    /// assert_eq!(StringLiteral::json(br#"["a\tb"]"#, 1).unwrap().text(), "a\tb");
    /// assert_eq!(StringLiteral::json(br#"["a\tb"]"#, 0), None);
    /// ```
    #[must_use]
    pub fn json(document: &[u8], start: usize) -> Option<Self> {
        read(document, start)
    }
}

fn read(document: &[u8], start: usize) -> Option<StringLiteral> {
    let mut reader = Reader::new(document, start);
    if !reader.skip_if(b"\"") {
        return None;
    }
    loop {
        match reader.next()? {
            b'"' => return reader.finish(Style::Escaped, start + 1),
            b'\\' => read_escape(&mut reader)?,
            0..0x20 => return None,
            _ => reader.copy(1),
        }
    }
}

fn read_escape(reader: &mut Reader<'_>) -> Option<()> {
    let text = match *reader.rest().get(1)? {
        b'"' => "\"",
        b'\\' => "\\",
        b'/' => "/",
        b'b' => "\u{8}",
        b'f' => "\u{c}",
        b'n' => "\n",
        b'r' => "\r",
        b't' => "\t",
        b'u' => return read_code(reader),
        _ => return None,
    };
    reader.decode(2, text);
    Some(())
}

/// Reads `\u` and four digits, or two of them that are the halves of one character.
pub(super) fn read_code(reader: &mut Reader<'_>) -> Option<()> {
    let code = reader.hexadecimal(2..ESCAPE)?;
    if let Some(character) = char::from_u32(code) {
        reader.decode_character(ESCAPE, character);
        return Some(());
    }
    let is_pair = reader.rest().get(ESCAPE..)?.starts_with(b"\\u");
    let second = reader.hexadecimal(ESCAPE + 2..2 * ESCAPE);
    let second = second.filter(|code| is_pair && (0xDC00..0xE000).contains(code))?;
    // A second half alone gives no character here.
    let high = code.checked_sub(0xD800)? << 10;
    let character = char::from_u32(0x1_0000 + high + (second - 0xDC00))?;
    reader.decode_character(2 * ESCAPE, character);
    Some(())
}
