//! Strings in documents, where each octet of their text is, and what reads one octet by octet.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::ops::Range;

use super::Origin;
use super::runs::Runs;

/// A string in a document, as JSON, TOML or YAML writes it: its text, and where each part of the text
/// is.
///
/// The runs of the text take memory, not its octets.
///
/// ```
/// use rfcbnf_engine::{Origin as _, StringLiteral};
///
/// let document = r#"{"home": "http:\/\/h\/\u007eme"}"#;
/// let string = StringLiteral::json(document.as_bytes(), 9).unwrap();
/// assert_eq!(string.text(), "http://h/~me");
/// assert_eq!(&document[string.document_span(9..10)], r"\u007e");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StringLiteral {
    text: String,
    style: Style,
    runs: Runs,
}

/// How a string is written, as far as that limits what it can contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    /// Between `"`, with escapes that begin with a backslash.
    Escaped,
    /// Between `'` of TOML, where nothing can be escaped.
    Literal,
    /// Between `'` of YAML, where `''` is one.
    Doubled,
    /// Without quotation marks.
    Plain,
    /// Lines below `|` or `>`.
    Block,
}

impl StringLiteral {
    /// Returns the text that the string stands for.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl Origin for StringLiteral {
    /// Maps offsets beyond the end of the text to the end. A part of an escape maps to all of it.
    fn document_span(&self, span: Range<usize>) -> Range<usize> {
        self.runs.document_span(span)
    }

    fn replacement<'t>(&self, span: Range<usize>, replacement: &'t str) -> Option<Cow<'t, str>> {
        let has_control = replacement.chars().any(char::is_control);
        match self.style {
            Style::Escaped => Some(escaped(replacement)),
            Style::Literal => {
                (!has_control && !replacement.contains('\'')).then_some(replacement.into())
            }
            Style::Doubled if has_control => None,
            Style::Doubled if !replacement.contains('\'') => Some(replacement.into()),
            Style::Doubled => Some(replacement.replace('\'', "''").into()),
            // White space at either end decides how the lines are read.
            Style::Block => {
                let text = &self.text;
                let start = text.len() - text.trim_start().len();
                let is_inside = start <= span.start && span.end <= text.trim_end().len();
                (is_inside && !text.is_empty() && !has_control).then_some(replacement.into())
            }
            Style::Plain => {
                let (before, after) = (self.text.get(..span.start)?, self.text.get(span.end..)?);
                let whole = [before, replacement, after].concat();
                (!has_control && is_plain(&whole)).then_some(replacement.into())
            }
        }
    }
}

/// Returns the text as it is between quotation marks of JSON, TOML and YAML.
fn escaped(text: &str) -> Cow<'_, str> {
    let is_special = |character: char| character.is_control() || matches!(character, '"' | '\\');
    if !text.contains(is_special) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len() + 1);
    for character in text.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            _ if character.is_control() => {
                // A string takes everything.
                let _ = write!(escaped, "\\u{:04x}", u32::from(character));
            }
            _ => escaped.push(character),
        }
    }
    Cow::Owned(escaped)
}

/// Returns whether a text can be a plain scalar of YAML wherever it is: in a list between brackets, too.
fn is_plain(text: &str) -> bool {
    let begins = text.starts_with(|character: char| character.is_ascii_alphanumeric());
    let ends = text.ends_with([':', ' ']);
    let breaks = [": ", " #"].iter().any(|one| text.contains(one));
    begins && !ends && !breaks && !text.contains([',', '[', ']', '{', '}', '\n'])
}

/// The rest of a document, and what was read of a string.
pub(super) struct Reader<'d> {
    document: &'d [u8],
    at: usize,
    text: Vec<u8>,
    runs: Runs,
}

impl<'d> Reader<'d> {
    /// Returns a reader at an offset, which has read nothing.
    pub(super) fn new(document: &'d [u8], start: usize) -> Self {
        Self {
            document,
            at: start.min(document.len()),
            text: Vec::new(),
            runs: Runs::default(),
        }
    }

    pub(super) fn rest(&self) -> &'d [u8] {
        &self.document[self.at..]
    }

    pub(super) fn next(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// Skips octets that are no part of the string.
    pub(super) fn skip(&mut self, length: usize) {
        self.at += length;
    }

    /// Skips the octets if they are next.
    pub(super) fn skip_if(&mut self, octets: &[u8]) -> bool {
        let is_next = self.rest().starts_with(octets);
        self.skip(if is_next { octets.len() } else { 0 });
        is_next
    }

    /// Skips octets while they are such.
    pub(super) fn skip_while(&mut self, is_such: impl Fn(u8) -> bool) {
        while self.next().is_some_and(&is_such) {
            self.skip(1);
        }
    }

    /// Reads octets that stand for themselves.
    pub(super) fn copy(&mut self, length: usize) {
        self.text.extend_from_slice(&self.rest()[..length]);
        self.runs.copy(self.at..self.at + length);
        self.at += length;
    }

    /// Reads octets that stand for a text.
    pub(super) fn decode(&mut self, length: usize, text: &str) {
        self.text.extend_from_slice(text.as_bytes());
        self.runs.replace(text.len(), self.at..self.at + length);
        self.at += length;
    }

    /// Reads an escape for a character.
    pub(super) fn decode_character(&mut self, length: usize, character: char) {
        self.decode(length, character.encode_utf8(&mut [0; 4]));
    }

    /// Reads a backslash, a letter and the number of a character in this many digits.
    pub(super) fn decode_number(&mut self, digits: usize) -> Option<()> {
        let code = self.hexadecimal(2..2 + digits)?;
        self.decode_character(2 + digits, char::from_u32(code)?);
        Some(())
    }

    /// Returns the character whose number is in these digits of the rest.
    pub(super) fn hexadecimal(&self, digits: Range<usize>) -> Option<u32> {
        let digits = self.rest().get(digits)?;
        let are_digits = digits.iter().all(u8::is_ascii_hexdigit);
        let digits = core::str::from_utf8(digits).ok().filter(|_| are_digits)?;
        u32::from_str_radix(digits, 16).ok()
    }

    /// Returns what was read, if it is text.
    pub(super) fn finish(self, style: Style, start: usize) -> Option<StringLiteral> {
        let text = String::from_utf8(self.text).ok()?;
        let runs = self.runs.or_at(start);
        Some(StringLiteral { text, style, runs })
    }
}

/// Returns the length of the line break that octets begin with, or 0.
pub(super) fn line_break(octets: &[u8]) -> usize {
    match octets {
        [b'\r', b'\n', ..] => 2,
        [b'\r' | b'\n', ..] => 1,
        _ => 0,
    }
}

pub(super) fn is_blank(octet: u8) -> bool {
    matches!(octet, b' ' | b'\t')
}
