//! Scalars of YAML 1.2.2, Chapters 7 and 8.
//!
//! The end of a plain scalar, and the indentation of a block, depend on what surrounds them. The text
//! that a parser read is known here, so the document is compared with it, and every choice is the one
//! that gives this text.

use alloc::string::String;

use super::json;
use super::literal::{Reader, StringLiteral, Style, is_blank, line_break};

impl StringLiteral {
    /// Finds a scalar of a YAML document: a plain one, a quoted one, or the lines below `|` or `>`. It
    /// begins at this offset; an anchor or a tag may precede it. `text` is what a parser of YAML read,
    /// because the end of a scalar depends on what surrounds it. Returns `None` if the document holds
    /// another text there.
    ///
    /// ```
    /// use rfcbnf_engine::{Origin as _, StringLiteral};
    ///
    /// let document = "home: >-\n  http://h/a\n  b\n";
    /// let string = StringLiteral::yaml(document.as_bytes(), 6, "http://h/a b").unwrap();
    /// assert_eq!(&document[string.document_span(10..11)], "\n  ");
    /// ```
    #[must_use]
    pub fn yaml(document: &[u8], start: usize, text: &str) -> Option<Self> {
        read(document, start, text)
    }
}

fn read(document: &[u8], start: usize, text: &str) -> Option<StringLiteral> {
    let mut reader = Reader::new(document, start);
    // An anchor and a tag.
    while matches!(reader.next(), Some(b'&' | b'!')) {
        reader.skip_while(|octet| !octet.is_ascii_whitespace());
        reader.skip_while(|octet| octet.is_ascii_whitespace());
    }
    let block = header_before(document, start).map(|header| {
        let mut reader = Reader::new(document, header);
        read_block(&mut reader, text)?;
        finish(reader, Style::Block, start, text)
    });
    if let Some(Some(block)) = block {
        return Some(block);
    }
    if text.is_empty() && !matches!(reader.next(), Some(b'"' | b'\'')) {
        // Nothing in the document shows where an empty block or plain scalar is.
        return reader.finish(Style::Block, start);
    }
    let style = match reader.next()? {
        b'"' => Style::Escaped,
        b'\'' => Style::Doubled,
        b'|' | b'>' => Style::Block,
        _ => Style::Plain,
    };
    match style {
        Style::Escaped => read_escaped(&mut reader)?,
        Style::Doubled => read_doubled(&mut reader)?,
        Style::Block => read_block(&mut reader, text)?,
        _ => read_plain(&mut reader, text)?,
    }
    finish(reader, style, start, text)
}

/// Returns what was read, if it is the text.
fn finish(reader: Reader<'_>, style: Style, start: usize, text: &str) -> Option<StringLiteral> {
    let is_text = reader.text() == text.as_bytes();
    is_text.then(|| reader.finish(style, start)).flatten()
}

/// Returns the offset of the `|` or `>` before the first line of a block that is not empty. Parsers give
/// the start of that line.
fn header_before(document: &[u8], start: usize) -> Option<usize> {
    let before = document.get(..start)?;
    let line = before.trim_ascii_end();
    // Nothing but white space, with a line break in it, is between both.
    before[line.len()..]
        .iter()
        .find(|octet| is_break(**octet))?;
    let line_start = line.iter().rposition(|octet| is_break(*octet));
    let line_start = line_start.map_or(0, |end| end + 1);
    let line = &line[line_start..];
    let comment = line
        .windows(2)
        .position(|pair| is_blank(pair[0]) && pair[1] == b'#');
    let line = line[..comment.unwrap_or(line.len())].trim_ascii_end();
    let indicators = line.iter().rev();
    let indicators = indicators.take_while(|octet| b"+-123456789".contains(octet));
    let header = line.len().checked_sub(indicators.count() + 1)?;
    matches!(line[header], b'|' | b'>').then_some(line_start + header)
}

fn read_escaped(reader: &mut Reader<'_>) -> Option<()> {
    reader.skip(1);
    loop {
        match reader.next()? {
            b'"' => return Some(()),
            b'\\' => read_escape(reader)?,
            octet if is_blank(octet) || is_break(octet) => read_space(reader),
            _ => reader.copy(1),
        }
    }
}

fn read_doubled(reader: &mut Reader<'_>) -> Option<()> {
    reader.skip(1);
    loop {
        match reader.next()? {
            b'\'' if reader.rest().starts_with(b"''") => reader.decode(2, "'"),
            b'\'' => return Some(()),
            octet if is_blank(octet) || is_break(octet) => read_space(reader),
            _ => reader.copy(1),
        }
    }
}

/// Reads as much of a plain scalar as the text is long.
fn read_plain(reader: &mut Reader<'_>, text: &str) -> Option<()> {
    while reader.text().len() < text.len() {
        match reader.next()? {
            octet if is_blank(octet) || is_break(octet) => read_space(reader),
            _ => reader.copy(1),
        }
    }
    let ends = |octet: u8| octet.is_ascii_whitespace() || b",]}:".contains(&octet);
    reader.next().is_none_or(ends).then_some(())
}

fn is_break(octet: u8) -> bool {
    matches!(octet, b'\n' | b'\r')
}

/// Reads white space: blanks within a line stand for themselves. A line break with the blanks around it
/// stands for a space, or for the empty lines after it.
fn read_space(reader: &mut Reader<'_>) {
    let blanks = reader.rest().iter().take_while(|octet| is_blank(**octet));
    let blanks = blanks.count();
    match folded(&reader.rest()[blanks..]) {
        Some((length, breaks)) => reader.decode(blanks + length, &between_lines(breaks)),
        None => reader.copy(blanks),
    }
}

/// Returns the length of the line breaks that octets begin with, with all blanks after them, and their
/// number; `None` if they begin with none.
fn folded(octets: &[u8]) -> Option<(usize, usize)> {
    let (mut length, mut breaks) = (0, 0);
    loop {
        match line_break(&octets[length..]) {
            0 => break,
            end => (length, breaks) = (length + end, breaks + 1),
        }
        let blanks = octets[length..]
            .iter()
            .take_while(|octet| is_blank(**octet));
        length += blanks.count();
    }
    (breaks > 0).then_some((length, breaks))
}

/// Returns what line breaks between two lines stand for.
fn between_lines(breaks: usize) -> String {
    match breaks {
        1 => " ".into(),
        _ => "\n".repeat(breaks - 1),
    }
}

fn read_escape(reader: &mut Reader<'_>) -> Option<()> {
    let text = match *reader.rest().get(1)? {
        b'0' => "\0",
        b'a' => "\u{7}",
        b'b' => "\u{8}",
        b't' | b'\t' => "\t",
        b'n' => "\n",
        b'v' => "\u{b}",
        b'f' => "\u{c}",
        b'r' => "\r",
        b'e' => "\u{1b}",
        b' ' => " ",
        b'"' => "\"",
        b'/' => "/",
        b'\\' => "\\",
        b'N' => "\u{85}",
        b'_' => "\u{a0}",
        b'L' => "\u{2028}",
        b'P' => "\u{2029}",
        b'x' => return reader.decode_number(2),
        // Most JSON is YAML.
        b'u' => return json::read_code(reader),
        b'U' => return reader.decode_number(8),
        _ => {
            // A line break that stands for nothing; only the empty lines after it count.
            let (length, breaks) = folded(&reader.rest()[1..])?;
            reader.decode(1 + length, &"\n".repeat(breaks - 1));
            return Some(());
        }
    };
    reader.decode(2, text);
    Some(())
}

/// Reads the lines of a block.
fn read_block(reader: &mut Reader<'_>, text: &str) -> Option<()> {
    let is_folded = reader.next() == Some(b'>');
    reader.skip_while(|octet| !is_break(octet));
    reader.skip(line_break(reader.rest()));
    let indentation = indentation(reader.rest(), text)?;
    let text = text.as_bytes();
    // Empty lines before the first one.
    let newlines = text.iter().take_while(|octet| **octet == b'\n').count();
    reader.skip(indented(reader.rest(), indentation));
    read_breaks(reader, newlines, indentation);
    loop {
        let line = reader.rest().iter().take_while(|octet| !is_break(**octet));
        reader.copy(line.count());
        let wanted = text.get(reader.text().len()..)?;
        let breaks = breaks(reader.rest(), indentation);
        let newlines = wanted.iter().take_while(|octet| **octet == b'\n').count();
        if newlines == wanted.len() {
            read_end(reader, newlines);
            return Some(());
        }
        if breaks == 0 {
            return None;
        }
        if is_folded && newlines < breaks {
            let length = length_of_breaks(reader.rest(), breaks, indentation);
            reader.decode(length, &between_lines(breaks));
        } else {
            read_breaks(reader, newlines, indentation);
        }
    }
}

/// Returns the indentation of the lines of a block: that of the first line that is not empty, without
/// the blanks that are a part of the text.
fn indentation(block: &[u8], text: &str) -> Option<usize> {
    let spaces = |line: &[u8]| line.iter().take_while(|octet| **octet == b' ').count();
    let is_full = |line: &&[u8]| line.iter().any(|octet| !octet.is_ascii_whitespace());
    let first = block.split(|octet| is_break(*octet)).find(is_full)?;
    let first_of_text = text
        .as_bytes()
        .split(|octet| *octet == b'\n')
        .find(is_full)?;
    spaces(first).checked_sub(spaces(first_of_text))
}

/// Returns the length of the indentation that octets begin with. An empty line may have less of it.
fn indented(octets: &[u8], indentation: usize) -> usize {
    let spaces = octets.iter().take_while(|octet| **octet == b' ');
    spaces.count().min(indentation)
}

/// Returns the number of line breaks before the next line that is not empty.
fn breaks(octets: &[u8], indentation: usize) -> usize {
    let (mut length, mut breaks) = (0, 0);
    loop {
        match line_break(&octets[length..]) {
            0 => return breaks,
            end => (length, breaks) = (length + end, breaks + 1),
        }
        length += indented(&octets[length..], indentation);
    }
}

/// Returns the length of some line breaks with the indentation after each.
fn length_of_breaks(octets: &[u8], breaks: usize, indentation: usize) -> usize {
    (0..breaks).fold(0, |length, _| {
        let length = length + line_break(&octets[length..]);
        length + indented(&octets[length..], indentation)
    })
}

/// Reads line breaks that stand for as many, each with the indentation of the line after it: without the
/// break, the line has none.
fn read_breaks(reader: &mut Reader<'_>, breaks: usize, indentation: usize) {
    for _ in 0..breaks {
        let length = length_of_breaks(reader.rest(), 1, indentation);
        reader.decode(length, "\n");
    }
}

/// Reads the line breaks at the end of the block. The last line ends even if the document does.
fn read_end(reader: &mut Reader<'_>, breaks: usize) {
    for _ in 0..breaks {
        let blanks = reader.rest().iter().take_while(|octet| is_blank(**octet));
        let blanks = blanks.count();
        match line_break(&reader.rest()[blanks..]) {
            0 => reader.decode(0, "\n"),
            length => reader.decode(blanks + length, "\n"),
        }
    }
}
