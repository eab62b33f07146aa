//! Documents: texts with an index of their lines, for the positions of errors.
//!
//! Invariant: [`Document::new`] reads the document once. After that, a position takes time
//! logarithmic in the number of lines.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::iter;
use core::ops::Range;

use crate::excerpt::is_continuation;
use crate::tree::LineColumn;

/// The distance in octets between two offsets with a stored count of the characters before them.
const STEP: usize = 1024;

/// The byte order mark that some editors write first. It has no width.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// A text with an index of its lines. It need not be UTF-8.
///
/// A line ends with LF, CR LF or CR. Columns count characters; a byte order mark is not one.
///
/// ```
/// use rfcbnf_engine::Document;
///
/// let document = Document::named("feeds.conf", "# Zürich\nzürich = http://h/~\n");
/// let at = document.position(29);
/// assert_eq!((at.line, at.column), (2, 19));
/// assert_eq!(&document.octets()[document.line(2)], "zürich = http://h/~".as_bytes());
/// ```
#[derive(Debug, Clone)]
pub struct Document<'d> {
    name: Option<Cow<'d, str>>,
    octets: &'d [u8],
    /// The offset at which each line starts.
    starts: Vec<usize>,
    /// The number of characters before each multiple of [`STEP`].
    characters: Vec<usize>,
}

impl<'d> Document<'d> {
    /// Returns a document without a name.
    #[must_use]
    pub fn new<T: AsRef<[u8]> + ?Sized>(text: &'d T) -> Self {
        let octets = text.as_ref();
        let ends_line = |(offset, octet): &(usize, &u8)| match **octet {
            b'\n' => true,
            b'\r' => octets.get(offset + 1) != Some(&b'\n'),
            _ => false,
        };
        let ends = octets.iter().enumerate().filter(ends_line);
        let starts = ends.map(|(offset, _)| offset + 1);
        let counts = octets.chunks(STEP).scan(0, |sum, step| {
            *sum += characters(step);
            Some(*sum)
        });
        Self {
            name: None,
            octets,
            starts: iter::once(0).chain(starts).collect(),
            characters: iter::once(0).chain(counts).collect(),
        }
    }

    /// Returns a document with a name, such as that of its file.
    #[must_use]
    pub fn named<T: AsRef<[u8]> + ?Sized>(name: impl Into<Cow<'d, str>>, text: &'d T) -> Self {
        Self {
            name: Some(name.into()),
            ..Self::new(text)
        }
    }

    /// Returns the name of the document.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// Returns the offsets at which the lines start. The first is 0.
    ///
    /// ```
    /// use rfcbnf_engine::Document;
    ///
    /// assert_eq!(Document::new("a\r\nb\n").line_starts(), [0, 3, 5]);
    /// ```
    #[must_use]
    pub fn line_starts(&self) -> &[usize] {
        &self.starts
    }

    /// Returns the octets of the document.
    #[must_use]
    pub fn octets(&self) -> &'d [u8] {
        self.octets
    }

    /// Returns the line and the column of an offset. An offset beyond the end counts as the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> LineColumn {
        let offset = offset.min(self.octets.len());
        let line = self.line_of(offset);
        let start = self.start(line).min(offset);
        LineColumn {
            line,
            column: self.characters_before(offset) - self.characters_before(start) + 1,
        }
    }

    /// Returns the span of a line, counted from 1, without its line end and without a byte order
    /// mark. The span is empty, at the end, for a line that the document does not have.
    #[must_use]
    pub fn line(&self, line: usize) -> Range<usize> {
        let start = self.start(line);
        let next = self.starts.get(line).copied();
        let text = &self.octets[..next.unwrap_or(self.octets.len())];
        let ended = text.strip_suffix(b"\n").unwrap_or(text);
        let ended = next.map_or(text, |_| ended.strip_suffix(b"\r").unwrap_or(ended));
        start..ended.len().max(start)
    }

    /// Returns the line that holds the offset, counted from 1. A line end belongs to the line that
    /// it ends.
    #[must_use]
    pub fn line_of(&self, offset: usize) -> usize {
        self.starts.partition_point(|start| *start <= offset).max(1)
    }

    fn start(&self, line: usize) -> usize {
        match self.starts.get(line.saturating_sub(1)) {
            Some(0) if self.octets.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
            Some(start) => *start,
            None => self.octets.len(),
        }
    }

    fn characters_before(&self, offset: usize) -> usize {
        let step = offset / STEP;
        self.characters[step] + characters(&self.octets[step * STEP..offset])
    }
}

/// Counts the UTF-8 characters that begin in the octets.
fn characters(octets: &[u8]) -> usize {
    let begin = octets.iter().filter(|octet| !is_continuation(**octet));
    begin.count()
}
