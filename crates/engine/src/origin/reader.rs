//! What reads a string from a document, octet by octet.

use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use super::literal::{Run, StringLiteral, Style};

/// The rest of a document, and what was read of a string.
pub(super) struct Reader<'d> {
    document: &'d [u8],
    at: usize,
    text: Vec<u8>,
    runs: Vec<Run>,
}

impl<'d> Reader<'d> {
    /// Returns a reader at an offset, which has read nothing.
    pub(super) fn new(document: &'d [u8], start: usize) -> Self {
        Self {
            document,
            at: start.min(document.len()),
            text: Vec::new(),
            runs: Vec::new(),
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
        let start = self.text.len();
        self.text.extend_from_slice(&self.rest()[..length]);
        self.push(start, length, true);
    }

    /// Reads octets that stand for a text.
    pub(super) fn decode(&mut self, length: usize, text: &str) {
        let start = self.text.len();
        self.text.extend_from_slice(text.as_bytes());
        self.push(start, length, false);
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

    fn push(&mut self, start: usize, length: usize, is_verbatim: bool) {
        let (text, document) = (start..self.text.len(), self.at..self.at + length);
        self.at += length;
        if text.is_empty() {
            return;
        }
        match self.runs.last_mut() {
            Some(last)
                if is_verbatim && last.is_verbatim && last.document.end == document.start =>
            {
                (last.text.end, last.document.end) = (text.end, document.end);
            }
            _ => self.runs.push(Run {
                text,
                document,
                is_verbatim,
            }),
        }
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
        Some(StringLiteral::new(text, style, self.runs, start))
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
