//! Text that was put together from parts of a document.

use std::ops::Range;

use super::characters::{is_line_end, is_white_space};
use crate::error::SyntaxError;
use crate::parse::{is_valid, parse};
use crate::rules::Rule;
use crate::tree::Tree;

/// A text, and where in the document each part of it comes from.
///
/// What it takes grows with the number of parts, not with that of octets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MappedText {
    octets: Vec<u8>,
    /// Never empty. Each reaches to the next; all but the only one of an empty text hold octets.
    runs: Vec<Run>,
}

/// Octets that follow one another in text and document alike, from these offsets on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    text: usize,
    document: usize,
}

/// What a part of a document holds besides white space.
pub(super) struct Cleaned {
    pub(super) text: MappedText,
    /// Where in the text a hyphen ends a line of the document.
    pub(super) hyphens: Vec<usize>,
    pub(super) fragment: Option<Vec<u8>>,
}

impl MappedText {
    /// The text.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Takes the text apart as a `url`.
    ///
    /// # Errors
    ///
    /// Where it is none. Its offsets are those of the text.
    pub fn parse(&self) -> Result<Tree<'_>, SyntaxError> {
        parse(Rule::Url, &self.octets)
    }

    /// Whether the text is a `url`.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        is_valid(Rule::Url, &self.octets)
    }

    /// Where in the document the octet stands that stands there in the text. The end of the
    /// text, and whatever lies beyond, is behind its last octet.
    #[must_use]
    pub fn document_offset(&self, offset: usize) -> usize {
        match self.octets.len().checked_sub(1) {
            Some(last) if offset > last => self.offset_of(last) + 1,
            _ => self.offset_of(offset),
        }
    }

    /// The part of the document from the first of these octets of the text to the last. Empty
    /// if the span is.
    #[must_use]
    pub fn document_span(&self, span: Range<usize>) -> Range<usize> {
        let start = self.document_offset(span.start);
        let end = span.end.min(self.octets.len());
        if end <= span.start {
            return start..start;
        }
        start..self.offset_of(end - 1) + 1
    }

    fn offset_of(&self, offset: usize) -> usize {
        let next = self.runs.partition_point(|run| run.text <= offset);
        let run = self.runs[next.saturating_sub(1)];
        run.document + (offset - run.text)
    }

    fn empty(document: usize) -> Self {
        Self {
            octets: Vec::new(),
            runs: vec![Run { text: 0, document }],
        }
    }

    /// Adds octets that stand there in the document.
    fn append(&mut self, octets: &[u8], document: usize) {
        if octets.is_empty() {
            return;
        }
        if self.octets.is_empty() {
            self.runs.clear();
        }
        self.runs.push(Run {
            text: self.octets.len(),
            document,
        });
        self.octets.extend_from_slice(octets);
    }

    /// The same without some of the hyphens that end a run.
    pub(super) fn without(&self, is_left_out: impl Fn(usize) -> bool) -> Self {
        let mut text = Self::empty(self.runs[0].document);
        let ends = self.runs.iter().skip(1).map(|run| run.text);
        let ends = ends.chain([self.octets.len()]);
        for (run, end) in self.runs.iter().zip(ends) {
            let is_shorter = end > run.text && is_left_out(end - 1);
            let end = end - usize::from(is_shorter);
            text.append(&self.octets[run.text..end], run.document);
        }
        text
    }
}

impl Cleaned {
    /// Puts together what the octets hold, which begin there in the document.
    pub(super) fn new(octets: &[u8], document: usize) -> Self {
        let end = octets.iter().position(|&octet| octet == b'#');
        let fragment = end.map(|end| without_white_space(&octets[end + 1..]));
        let octets = &octets[..end.unwrap_or(octets.len())];
        let mut text = MappedText::empty(document);
        let mut hyphens = Vec::new();
        let mut rest = octets;
        while !rest.is_empty() {
            let white = length(rest, is_white_space);
            if rest[..white].iter().any(|&octet| is_line_end(octet)) && text.octets.ends_with(b"-")
            {
                hyphens.push(text.octets.len() - 1);
            }
            let run = length(&rest[white..], |octet| !is_white_space(octet));
            let start = octets.len() - rest.len() + white;
            text.append(&rest[white..white + run], document + start);
            rest = &rest[white + run..];
        }
        Self {
            text,
            hyphens,
            fragment,
        }
    }
}

fn without_white_space(octets: &[u8]) -> Vec<u8> {
    let kept = octets.iter().copied();
    kept.filter(|octet| !is_white_space(*octet)).collect()
}

/// How many octets at the start are such.
fn length(octets: &[u8], is_such: impl Fn(u8) -> bool) -> usize {
    let end = octets.iter().position(|octet| !is_such(*octet));
    end.unwrap_or(octets.len())
}
