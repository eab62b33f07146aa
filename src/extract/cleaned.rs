//! The text of a URL, assembled from the lines of a document.

use alloc::vec::Vec;
use core::ops::Range;

use super::characters::is_white_space;
use super::escapes::{Escape, escape};
use super::mapped_text::MappedText;
use super::markup::{Reference, reference};
use super::repair::RepairKind;

/// The hyphens that only a typesetter writes at the end of a line: U+00AD and U+2010. No URL holds them.
const TYPESET: [&[u8]; 2] = ["\u{ad}".as_bytes(), "\u{2010}".as_bytes()];

/// A part of a document without its white space.
#[derive(Debug, Clone)]
pub(super) struct Cleaned {
    pub(super) text: MappedText,
    /// The offsets in the text of hyphens that end a line of the document.
    pub(super) hyphens: Vec<usize>,
    pub(super) fragment: Option<Vec<u8>>,
    /// The kinds of repairs, with their spans in the document.
    pub(super) repairs: Vec<(RepairKind, Range<usize>)>,
    /// The offset in the document of the first octet that is not white space, and the end of the
    /// last one. Both are the start of the part until there is one.
    pub(super) start: usize,
    pub(super) end: usize,
    /// The parts left out since the last octet. They count if the URL goes on after them.
    left_out: Vec<(RepairKind, Range<usize>)>,
    /// The end of the last octet or of the last part left out.
    read: usize,
    /// Whether a line of the document has ended since the last octet.
    is_after_line: bool,
}

impl Cleaned {
    /// Returns an empty text. Its part of the document begins at the offset.
    pub(super) fn new(document: usize) -> Self {
        Self {
            text: MappedText::empty(document),
            hyphens: Vec::new(),
            fragment: None,
            repairs: Vec::new(),
            start: document,
            end: document,
            left_out: Vec::new(),
            read: document,
            is_after_line: false,
        }
    }

    /// Returns the text of a word, which is on one line. Its escapes are resolved. If the word is
    /// HTML, its character references are decoded.
    pub(super) fn word(octets: &[u8], document: usize, is_html: bool) -> Self {
        let mut cleaned = Self::new(document);
        let mut start = 0;
        let mut index = 0;
        while index < octets.len() {
            let rest = &octets[index..];
            let end = match rest[0] {
                b'&' if is_html => match reference(rest) {
                    Some((Reference::Character(character), length)) => {
                        cleaned.push(&octets[start..index], document + start);
                        cleaned.push_reference(character, document + index, length);
                        Some(index + length)
                    }
                    _ => None,
                },
                b'\\' => match escape(&rest[1..]) {
                    Some(Escape::LeftOut(length)) => {
                        let end = index + length;
                        cleaned.push(&octets[start..index], document + start);
                        cleaned.leave_out(RepairKind::Escape, document + index, document + end);
                        Some(end)
                    }
                    Some(Escape::Character(character, length)) => {
                        cleaned.push(&octets[start..index], document + start);
                        cleaned.push_reference(character, document + index, length);
                        Some(index + length)
                    }
                    _ => None,
                },
                _ => None,
            };
            start = end.unwrap_or(start);
            index = end.unwrap_or(index + 1);
        }
        cleaned.push(&octets[start..], document + start);
        cleaned
    }

    /// Appends a part of a line that begins at an offset of the document, without its white space.
    pub(super) fn push(&mut self, octets: &[u8], document: usize) {
        let mut start = 0;
        for run in octets.split(|octet| is_white_space(*octet)) {
            if !run.is_empty() {
                self.push_run(run, document + start);
            }
            start += run.len() + 1;
        }
    }

    /// Appends the character that a reference of this length at an offset of the document stands
    /// for.
    pub(super) fn push_reference(&mut self, character: u8, document: usize, length: usize) {
        self.push_run(&[character], document);
        self.end = document + length;
        self.read = self.end;
        self.repair(RepairKind::Reference, document, self.end);
    }

    /// Leaves out a part of the document.
    pub(super) fn leave_out(&mut self, kind: RepairKind, start: usize, end: usize) {
        self.left_out.push((kind, start..end));
        self.read = end;
    }

    /// Adds a repair.
    pub(super) fn repair(&mut self, kind: RepairKind, start: usize, end: usize) {
        self.repairs.push((kind, start..end));
    }

    /// Returns whether the part has only white space so far.
    pub(super) fn is_empty(&self) -> bool {
        self.start == self.end
    }

    /// Returns whether white space within a line is left out.
    pub(super) fn has_white_space_in_line(&self) -> bool {
        let mut repairs = self.repairs.iter();
        repairs.any(|(kind, _)| *kind == RepairKind::WhiteSpace)
    }

    /// Ends a line of the document.
    pub(super) fn end_line(&mut self) {
        self.is_after_line = true;
    }

    /// Ends the part of the document.
    pub(super) fn finish(&mut self) {
        self.find_hyphen();
    }

    fn push_run(&mut self, run: &[u8], document: usize) {
        let is_after_blank = !self.is_after_line && self.read < document;
        if is_after_blank && self.fragment.is_none() {
            self.leave_out(RepairKind::WhiteSpace, self.read, document);
        }
        if self.is_empty() {
            self.start = document;
            self.text = MappedText::empty(document);
            self.left_out.clear();
        }
        self.find_hyphen();
        self.repairs.append(&mut self.left_out);
        self.end = document + run.len();
        self.read = self.end;
        if let Some(fragment) = &mut self.fragment {
            fragment.extend_from_slice(run);
            return;
        }
        let hash = run.iter().position(|octet| *octet == b'#');
        self.text
            .append(&run[..hash.unwrap_or(run.len())], document);
        self.fragment = hash.map(|hash| run[hash + 1..].to_vec());
    }

    /// Notes the hyphen at the end of the text if a line ends after it.
    fn find_hyphen(&mut self) {
        if self.is_after_line && self.fragment.is_none() {
            let text = self.text.octets();
            if text.ends_with(b"-") {
                self.hyphens.push(text.len() - 1);
            } else if let Some(hyphen) = TYPESET.iter().find(|hyphen| text.ends_with(hyphen)) {
                self.leave_out_last(hyphen.len(), RepairKind::Hyphen);
            }
        }
        self.is_after_line = false;
    }

    /// Leaves out the last octets of the text.
    pub(super) fn leave_out_last(&mut self, count: usize, kind: RepairKind) {
        let length = self.text.octets().len();
        let span = self.text.document_span(length - count..length);
        self.text.truncate(length - count);
        self.repair(kind, span.start, span.end);
    }
}
