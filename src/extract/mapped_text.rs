//! Text assembled from parts of a document.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use rfcbnf_engine::Origin;
use rfcbnf_engine::escape::Quoted;

use crate::error::SyntaxError;
use crate::parse::parse;
use crate::password::{self, Masked};
use crate::rules::Rule;
use crate::rules::generic::url;
use crate::tree::Tree;

/// A text, with the offset in the document of each of its parts.
///
/// The mapping takes memory per part, not per octet.
///
/// ```
/// let document = "<URL:http://h/a-\n  b c>";
/// let found = rfc1738::extract(document).next().unwrap();
/// let text = found.alternatives().next().unwrap();
/// assert_eq!(text.octets(), b"http://h/abc");
/// assert!(text.is_valid() && text.parse().is_ok());
/// assert_eq!(text.document_offset(10), 19);
/// assert_eq!(&document[text.document_span(9..11)], "a-\n  b");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct MappedText {
    octets: Vec<u8>,
    /// Never empty. Each run ends where the next begins. A run has octets, unless the text is
    /// empty.
    runs: Vec<Run>,
}

/// Octets that are contiguous in both the text and the document, by their start in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run {
    text: usize,
    document: usize,
}

/// Writes the text without its password.
impl fmt::Debug for MappedText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let octets = self.octets.as_slice();
        let masked = Masked::new(octets, password::spans(octets));
        let mut text = formatter.debug_struct("MappedText");
        text.field("octets", &format_args!("{}", Quoted(masked.octets())));
        text.field("runs", &self.runs);
        text.finish()
    }
}

impl MappedText {
    /// Returns the text.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Parses the text as a `url`.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if the text is not a URL. Its offsets are those of the text.
    pub fn parse(&self) -> Result<Tree<'_>, SyntaxError> {
        parse(Rule::Url, &self.octets)
    }

    /// Returns whether the text is a `url`.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        url::is_valid(&self.octets)
    }

    /// Maps an offset in the text to its offset in the document. The end of the text, and any
    /// offset beyond it, maps to the offset after its last octet.
    #[must_use]
    pub fn document_offset(&self, offset: usize) -> usize {
        match self.octets.len().checked_sub(1) {
            Some(last) if offset > last => self.offset_of(last) + 1,
            _ => self.offset_of(offset),
        }
    }

    /// Maps a span of the text to its span in the document. An empty span maps to an empty span.
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

    /// Returns an empty text at an offset of the document.
    pub(super) fn empty(document: usize) -> Self {
        Self {
            octets: Vec::new(),
            runs: vec![Run { text: 0, document }],
        }
    }

    /// Appends octets that begin at an offset of the document.
    pub(super) fn append(&mut self, octets: &[u8], document: usize) {
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

    /// Removes the octets from this one on.
    pub(super) fn truncate(&mut self, length: usize) {
        self.octets.truncate(length);
        while self.runs.len() > 1 && self.runs.last().is_some_and(|run| run.text >= length) {
            self.runs.pop();
        }
    }

    /// Returns the text without chosen octets at the ends of runs, such as hyphens that end a
    /// line.
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

/// Maps spans of the text.
impl Origin for MappedText {
    fn document_span(&self, span: Range<usize>) -> Range<usize> {
        self.document_span(span)
    }
}
