//! Texts with a part that is not to be shown, such as a password.

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::escape::Quoted;

/// What is shown in the place of a hidden part.
pub const HIDDEN: &str = "***";

/// Octets with [`HIDDEN`] in the place of spans that are not to be shown. It maps spans, so that a mark follows the
/// text that it is under.
///
/// ```
/// use rfc1738::Url;
/// use rfcbnf_engine::masked::Masked;
///
/// let text = b"ftp://user:secret@ho_st/";
/// let error = Url::parse(text).unwrap_err();
/// let masked = Masked::new(text, rfc1738::password::span(text));
/// assert_eq!(masked.octets(), b"ftp://user:***@ho_st/");
/// assert_eq!(&masked.octets()[masked.span(error.span())], b"_");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Masked {
    octets: Vec<u8>,
    /// The spans in the octets as they were, in order.
    spans: Vec<Range<usize>>,
}

impl Masked {
    /// Hides spans, as byte offsets. They may overlap, and end after the octets. Those that touch are one.
    #[must_use]
    pub fn new(octets: &[u8], spans: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut sorted: Vec<Range<usize>> = Vec::new();
        for span in spans {
            let at = sorted.partition_point(|other| other.start <= span.start);
            sorted.insert(at, span);
        }
        Self::hiding(octets, sorted)
    }

    /// Hides spans in the order of their starts.
    fn hiding(octets: &[u8], spans: Vec<Range<usize>>) -> Self {
        let mut apart: Vec<Range<usize>> = Vec::new();
        for span in spans {
            let span = span.start.min(octets.len())..span.end.min(octets.len());
            match apart.last_mut() {
                _ if span.is_empty() => {}
                Some(last) if span.start <= last.end => last.end = last.end.max(span.end),
                _ => apart.push(span),
            }
        }
        let mut shown = Vec::with_capacity(octets.len());
        let mut end = 0;
        for span in &apart {
            shown.extend_from_slice(&octets[end..span.start]);
            shown.extend_from_slice(HIDDEN.as_bytes());
            end = span.end;
        }
        shown.extend_from_slice(&octets[end..]);
        Self {
            octets: shown,
            spans: apart,
        }
    }

    /// Returns the octets that are shown.
    #[must_use]
    pub fn octets(&self) -> &[u8] {
        &self.octets
    }

    /// Maps a span of the octets as they were to its span in [`Masked::octets`]. A span inside a
    /// hidden one maps to all of [`HIDDEN`].
    #[must_use]
    pub fn span(&self, span: Range<usize>) -> Range<usize> {
        if span.is_empty() {
            let at = self.offset(span.start, 0);
            return at..at;
        }
        self.offset(span.start, 0)..self.offset(span.end, HIDDEN.len())
    }

    /// Returns where an offset is. Inside a hidden span, it is `inside` after the start of the replacement.
    fn offset(&self, offset: usize, inside: usize) -> usize {
        let mut shown = offset;
        for span in self.spans.iter().take_while(|span| span.start < offset) {
            if offset < span.end {
                let skipped = offset - span.start;
                return shown - skipped + inside;
            }
            shown = shown - span.len() + HIDDEN.len();
        }
        shown
    }
}

/// Writes the octets that are shown.
impl fmt::Debug for Masked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Masked({})", Quoted(self.octets()))
    }
}
