//! A URL in a document.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use rfcbnf_engine::LineColumn;
use rfcbnf_engine::Origin;
use rfcbnf_engine::escape::Quoted;

use super::cleaned::Cleaned;
use super::hyphens::Readings;
use super::line_counter::LineCounter;
use super::mapped_text::MappedText;
use super::repair::{Repair, RepairKind};
use crate::error::SyntaxError;
use crate::password::{self, Masked};
use crate::tree::Tree;

/// The text of a URL found in a document, with its position.
///
/// ```
/// let found = rfc1738::extract("<URL:http://h/\n~user>").next().unwrap();
/// assert_eq!(found.span(), 5..20);
/// assert_eq!((found.position().line, found.position().column), (1, 6));
/// assert!(!found.is_valid());
///
/// let error = found.parse().unwrap_err();
/// assert_eq!(error.span(), 9..10);
/// assert_eq!(found.document_offset(error.offset()), 15);
/// assert_eq!(found.document_span(error.span()), 15..16);
/// assert_eq!(found.position_at(15).line, 2);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Match {
    kind: Kind,
    fault: Option<Fault>,
    start: usize,
    position: LineColumn,
    raw: Vec<u8>,
    text: MappedText,
    /// The offsets in the text of the hyphens that end a line.
    hyphens: Vec<usize>,
    fragment: Option<Vec<u8>>,
    repairs: Vec<Repair>,
    /// The readings of a text with hyphens that end a line.
    readings: Option<Box<Readings>>,
}

/// The mark of a URL in a document.
///
/// ```
/// use rfc1738::extract::Kind;
///
/// let matches = rfc1738::extract("<URL:http://h/> or URL:http://h/");
/// let kinds: Vec<Kind> = matches.map(|found| found.kind()).collect();
/// assert_eq!(kinds, [Kind::Wrapped, Kind::Prefixed]);
/// assert_eq!(kinds[0].as_str(), "wrapped");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// The wrapper, `<URL:` and `>`.
    Wrapped,
    /// The prefix `URL:` only.
    Prefixed,
    /// No mark: the text only looks like a URL.
    Bare,
}

/// Why a match may be shorter or longer than the author meant.
///
/// ```
/// use rfc1738::extract::Fault;
///
/// let found = rfc1738::extract("<URL:http://h/ and no bracket").next().unwrap();
/// assert_eq!(found.text(), b"http://h/");
/// assert_eq!(found.fault(), Some(Fault::Unclosed));
/// assert_eq!(Fault::Unclosed.as_str(), "unclosed");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Fault {
    /// The wrapper ends at a `<`, at a blank line, at a line that is quoted less, or at the end of
    /// the document.
    Unclosed,
    /// It does not end within [`LIMIT`](super::LIMIT) octets.
    TooLong,
    /// It ends with the `=` of what looks like a soft line break of quoted-printable (RFC 2045, 6.7), and goes on
    /// in the next line.
    SoftBreak,
}

impl Match {
    /// Returns the match with a text, with its octets in the document and its position.
    pub(super) fn new(kind: Kind, cleaned: Cleaned, raw: &[u8], position: LineColumn) -> Self {
        let Cleaned {
            mut text,
            mut hyphens,
            fragment,
            mut repairs,
            start,
            ..
        } = cleaned;
        let mut readings = None;
        if !hyphens.is_empty() {
            let all = Readings::new(text, hyphens);
            text = all.text();
            hyphens = all.kept();
            repairs = merged(repairs, all.omitted());
            readings = Some(Box::new(all));
        }
        let mut lines = LineCounter::new(start, position);
        let mut passed = 0;
        let mut placed = Vec::with_capacity(repairs.len());
        for (kind, span) in repairs {
            let next = span.start - start;
            lines.pass(&raw[passed..next]);
            passed = next;
            placed.push(Repair::new(kind, span, lines.position()));
        }
        Self {
            kind,
            fault: None,
            start,
            position,
            raw: raw.to_vec(),
            text,
            hyphens,
            fragment,
            repairs: placed,
            readings,
        }
    }

    /// Returns the match with a fault.
    pub(super) fn with_fault(self, fault: Fault) -> Self {
        Self {
            fault: Some(fault),
            ..self
        }
    }

    /// Returns how the document marks the URL.
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns why its end is doubtful, if it is.
    #[must_use]
    pub fn fault(&self) -> Option<Fault> {
        self.fault
    }

    /// Returns its span in the document, as byte offsets. The span includes the fragment, but
    /// neither the wrapper nor white space at either end.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.start + self.raw.len()
    }

    /// Returns line and column of its start. A line ends with LF, CR or CR LF. In a document that
    /// is not UTF-8, continuation octets do not count.
    #[must_use]
    pub fn position(&self) -> LineColumn {
        self.position
    }

    /// Returns the octets of the document at [`Match::span`].
    #[must_use]
    pub fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Returns the URL, without white space and without the fragment.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        self.text.octets()
    }

    /// Returns what follows the first `#`, without white space. An empty fragment is not the same
    /// as none.
    #[must_use]
    pub fn fragment(&self) -> Option<&[u8]> {
        self.fragment.as_deref()
    }

    /// Parses the text as a `url`.
    ///
    /// # Errors
    ///
    /// Returns a [`SyntaxError`] if the text is not a URL. Its offsets are those of the text: see
    /// [`Match::document_span`].
    pub fn parse(&self) -> Result<Tree<'_>, SyntaxError> {
        self.text.parse()
    }

    /// Returns whether the match has no fault and the text is a `url`.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.fault.is_none() && self.text.is_valid()
    }

    /// Maps an offset of the text to its offset in the document. The end of the text maps to the
    /// offset after its last octet.
    #[must_use]
    pub fn document_offset(&self, offset: usize) -> usize {
        self.text.document_offset(offset)
    }

    /// Maps a span of the text to its span in the document, which includes the white space in
    /// between.
    #[must_use]
    pub fn document_span(&self, span: Range<usize>) -> Range<usize> {
        self.text.document_span(span)
    }

    /// Returns line and column of an offset of the document within [`Match::span`]. Counts from the
    /// start of the span.
    #[must_use]
    pub fn position_at(&self, document_offset: usize) -> LineColumn {
        let length = document_offset
            .saturating_sub(self.start)
            .min(self.raw.len());
        let mut lines = LineCounter::new(self.start, self.position);
        lines.pass(&self.raw[..length]);
        lines.position()
    }

    /// Returns the places where the text differs from the document other than by white space around
    /// line ends, in the order of their spans.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.repairs
    }

    /// Returns the offsets in the text of hyphens that end a line of the document. They may have
    /// been added when the line was broken.
    ///
    /// ```
    /// let found = rfc1738::extract("<URL:http://h/a-\nb-\nc>").next().unwrap();
    /// assert_eq!(found.text(), b"http://h/a-b-c");
    /// assert_eq!(found.hyphens(), [10, 12]);
    /// let text = found.without_hyphens(|index| index == 1);
    /// assert_eq!(text.octets(), b"http://h/a-bc");
    /// ```
    #[must_use]
    pub fn hyphens(&self) -> &[usize] {
        &self.hyphens
    }

    /// Returns the other texts that the author may have meant, each once: with and without the
    /// hyphens that end a line. With up to [`HYPHENS`](super::HYPHENS) such hyphens, the iterator
    /// yields every combination, first those that leave out fewer; with more, only the text with
    /// all of them and the text without all of them. It does not yield [`Match::text`], the first
    /// combination that is a URL. If none is, that is the text with every hyphen.
    ///
    /// ```
    /// let found = rfc1738::extract("<URL:http://h/a-\nb>").next().unwrap();
    /// assert_eq!(found.text(), b"http://h/a-b");
    /// let other = found.alternatives().next().unwrap();
    /// assert_eq!(other.octets(), b"http://h/ab");
    /// ```
    pub fn alternatives(&self) -> impl Iterator<Item = MappedText> {
        let readings = self.readings.iter();
        readings.flat_map(|readings| readings.others())
    }

    /// Returns the text without the chosen hyphens, given by their index in [`Match::hyphens`].
    #[must_use]
    pub fn without_hyphens(&self, is_chosen: impl Fn(usize) -> bool) -> MappedText {
        self.text.without(|offset| {
            let index = self.hyphens.binary_search(&offset);
            index.is_ok_and(&is_chosen)
        })
    }
}

/// Maps spans of [`Match::text`].
impl Origin for Match {
    fn document_span(&self, span: Range<usize>) -> Range<usize> {
        self.text.document_span(span)
    }
}

impl Kind {
    /// Returns `wrapped`, `prefixed` or `bare`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Wrapped => "wrapped",
            Self::Prefixed => "prefixed",
            Self::Bare => "bare",
        }
    }
}

/// Writes the name: [`Self::as_str`].
impl fmt::Display for Kind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

impl Fault {
    /// Returns `unclosed`, `too-long` or `soft-break`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unclosed => "unclosed",
            Self::TooLong => "too-long",
            Self::SoftBreak => "soft-break",
        }
    }
}

/// Returns the repairs of both, each in the order of the document, in that order.
fn merged(
    repairs: Vec<(RepairKind, Range<usize>)>,
    others: Vec<(RepairKind, Range<usize>)>,
) -> Vec<(RepairKind, Range<usize>)> {
    let mut others = others.into_iter().peekable();
    let mut merged = Vec::new();
    for repair in repairs {
        while let Some(other) = others.next_if(|(_, span)| span.start < repair.1.start) {
            merged.push(other);
        }
        merged.push(repair);
    }
    merged.extend(others);
    merged
}

/// Writes the name: [`Self::as_str`].
impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// Writes kind, span and text without its password, and fragment, fault and repairs if there are any.
impl fmt::Debug for Match {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = formatter.debug_struct("Match");
        shown.field("kind", &self.kind);
        shown.field("span", &self.span());
        let masked = Masked::new(self.text(), password::spans(self.text()));
        shown.field("text", &format_args!("{}", Quoted(masked.octets())));
        if let Some(fragment) = self.fragment() {
            shown.field("fragment", &format_args!("{}", Quoted(fragment)));
        }
        if let Some(fault) = self.fault {
            shown.field("fault", &fault);
        }
        if !self.repairs.is_empty() {
            shown.field("repairs", &self.repairs);
        }
        shown.finish_non_exhaustive()
    }
}
