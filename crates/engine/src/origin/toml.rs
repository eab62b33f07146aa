//! Strings of TOML 1.1, of all four kinds.

use super::literal::{Reader, StringLiteral, Style, is_blank, line_break};

impl StringLiteral {
    /// Reads the string of a TOML document that begins with the quotation mark at this offset: a basic
    /// or a literal one, on one line or on several. This is the start of the span of a
    /// `toml::Spanned<String>`. Returns `None` if there is none.
    ///
    /// ```
    /// use rfcbnf_engine::StringLiteral;
    ///
    /// let document = b"a = '''\nit's'''\nb = \"\\u0062\"\n";
    /// assert_eq!(StringLiteral::toml(document, 4).unwrap().text(), "it's");
    /// assert_eq!(StringLiteral::toml(document, 20).unwrap().text(), "b");
    /// ```
    #[must_use]
    pub fn toml(document: &[u8], start: usize) -> Option<Self> {
        read(document, start)
    }
}

fn read(document: &[u8], start: usize) -> Option<StringLiteral> {
    let mut reader = Reader::new(document, start);
    let quote = reader
        .next()
        .filter(|octet| matches!(octet, b'"' | b'\''))?;
    let style = match quote {
        b'"' => Style::Escaped,
        _ => Style::Literal,
    };
    let is_multiline = reader.skip_if(&[quote; 3]);
    if is_multiline {
        // A line break directly after the quotation marks is no part of the text.
        reader.skip(line_break(reader.rest()));
    } else {
        reader.skip(1);
    }
    let content = document.len() - reader.rest().len();
    loop {
        match reader.next()? {
            octet if octet == quote => {
                if !is_multiline {
                    break;
                }
                let quotes = reader.rest().iter().take_while(|octet| **octet == quote);
                match quotes.count() {
                    count @ 3.. => {
                        // One or two more before the end are a part of the text.
                        reader.copy(count.min(5) - 3);
                        break;
                    }
                    count => reader.copy(count),
                }
            }
            b'\\' if quote == b'"' => read_escape(&mut reader, is_multiline)?,
            b'\t' => reader.copy(1),
            b'\n' | b'\r' if is_multiline => read_line_break(&mut reader)?,
            0..0x20 | 0x7F => return None,
            _ => reader.copy(1),
        }
    }
    reader.finish(style, content)
}

/// Reads a line break, which stays as it is. A CR alone is none.
fn read_line_break(reader: &mut Reader<'_>) -> Option<()> {
    match reader.rest() {
        [b'\n', ..] => reader.copy(1),
        [b'\r', b'\n', ..] => reader.copy(2),
        _ => return None,
    }
    Some(())
}

fn read_escape(reader: &mut Reader<'_>, is_multiline: bool) -> Option<()> {
    let text = match *reader.rest().get(1)? {
        b'"' => "\"",
        b'\\' => "\\",
        b'b' => "\u{8}",
        b'e' => "\u{1b}",
        b'f' => "\u{c}",
        b'n' => "\n",
        b'r' => "\r",
        b't' => "\t",
        b'x' => return reader.decode_number(2),
        b'u' => return reader.decode_number(4),
        b'U' => return reader.decode_number(8),
        _ if is_multiline => return skip_line_end(reader),
        _ => return None,
    };
    reader.decode(2, text);
    Some(())
}

/// Skips a backslash at the end of a line, and all white space after it.
fn skip_line_end(reader: &mut Reader<'_>) -> Option<()> {
    reader.skip(1);
    reader.skip_while(is_blank);
    if line_break(reader.rest()) == 0 {
        return None;
    }
    reader.skip_while(|octet| is_blank(octet) || matches!(octet, b'\n' | b'\r'));
    Some(())
}
