//! Documents: texts with an index of their lines, for the positions of errors as editors count them.
//!
//! Invariant: [`Document::new`] reads the document once. After that, a position takes time
//! logarithmic in the number of lines.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;
use core::{fmt, iter};

use crate::excerpt::is_continuation;
use crate::origin::Origin;

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
        Self::of(text.as_ref())
    }

    fn of(octets: &'d [u8]) -> Self {
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

    /// Returns the offset of a line and a column, both counted from 1, as parsers and editors give them.
    /// Returns `None` if the document has no such line, if the line is shorter, or if the column is
    /// inside a character. The column after the last character is the end of the line.
    ///
    /// ```
    /// use rfcbnf_engine::{ColumnUnit, Document};
    ///
    /// let document = Document::new("# \u{1f600}\nü = x\n");
    /// assert_eq!(document.offset(1, 4, ColumnUnit::Characters), Some(6));
    /// assert_eq!(document.offset(1, 5, ColumnUnit::Utf16), Some(6));
    /// assert_eq!(document.offset(2, 3, ColumnUnit::Octets), Some(9));
    /// assert_eq!(document.offset(2, 2, ColumnUnit::Octets), None);
    /// assert_eq!(document.offset(9, 1, ColumnUnit::Octets), None);
    /// ```
    #[must_use]
    pub fn offset(&self, line: usize, column: usize, unit: ColumnUnit) -> Option<usize> {
        if line == 0 || line > self.starts.len() {
            return None;
        }
        let span = self.line(line);
        let octets = &self.octets[span.clone()];
        let mut left = column.checked_sub(1)?;
        let mut offset = 0;
        while left > 0 {
            let first = *octets.get(offset)?;
            left = left.checked_sub(unit.width(first))?;
            offset += 1;
        }
        // The end of the character that the last column counts.
        let rest = &octets[offset..];
        let inside = rest.iter().take_while(|octet| is_continuation(**octet));
        match (unit, inside.count()) {
            (ColumnUnit::Octets, 1..) => None,
            (_, inside) => Some(span.start + offset + inside),
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

    /// Returns whether the document holds a span of the text where the origin maps it, as far as both are
    /// as long. White space that the text leaves out makes a span longer, and so does an escape.
    ///
    /// ```
    /// use rfcbnf_engine::Document;
    ///
    /// let document = Document::new("port = 80");
    /// assert!(document.holds(&7, b"80", 0..2));
    /// assert!(!document.holds(&6, b"80", 0..2));
    /// ```
    #[must_use]
    pub fn holds(&self, origin: &impl Origin, text: &[u8], span: Range<usize>) -> bool {
        let mapped = origin.document_span(span.clone());
        mapped.len() != span.len() || self.octets.get(mapped) == Some(&text[span])
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

/// What a column counts.
///
/// ```
/// use rfcbnf_engine::{ColumnUnit, Document};
///
/// // A parser of YAML gives characters, and an editor UTF-16.
/// let document = Document::new("\u{1f600}: x");
/// assert_eq!(document.offset(1, 4, ColumnUnit::Characters), Some(6));
/// assert_eq!(document.offset(1, 5, ColumnUnit::Utf16), Some(6));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ColumnUnit {
    /// Octets.
    Octets,
    /// Characters of Unicode, as [`Document::position`] gives them.
    Characters,
    /// Units of UTF-16, as in JavaScript, Java and the Language Server Protocol.
    Utf16,
}

impl ColumnUnit {
    /// Returns how many columns a character takes, at the octet that it begins with, and 0 at others.
    fn width(self, octet: u8) -> usize {
        match self {
            Self::Octets => 1,
            _ if is_continuation(octet) => 0,
            Self::Utf16 if octet >= FOUR_OCTETS => 2,
            Self::Characters | Self::Utf16 => 1,
        }
    }
}

/// The least octet that begins a character of four octets, which takes two units of UTF-16.
const FOUR_OCTETS: u8 = 0xF0;

/// Counts the UTF-8 characters that begin in the octets.
fn characters(octets: &[u8]) -> usize {
    let begin = octets.iter().filter(|octet| !is_continuation(**octet));
    begin.count()
}

/// A position in a text as editors count it, from 1.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let error = parse(Rule::Url, "http://me@host/").unwrap_err();
/// assert_eq!(error.position().to_string(), "1:10");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl LineColumn {
    /// Returns the position at the end of a prefix of a text.
    pub(crate) fn after(prefix: &[u8]) -> Self {
        let is_line_end = |octet: &u8| *octet == b'\n';
        let begins_character = |octet: &&u8| !is_continuation(**octet);
        // Most texts are one line of ASCII, which is found out faster than counted.
        let (line_ends, last) = if prefix.contains(&b'\n') {
            let line_ends = prefix.iter().filter(|octet| is_line_end(octet)).count();
            let last = prefix.rsplit(is_line_end).next();
            (line_ends, last.unwrap_or_default())
        } else {
            (0, prefix)
        };
        let characters = if last.is_ascii() {
            last.len()
        } else {
            last.iter().filter(begins_character).count()
        };
        Self {
            line: line_ends + 1,
            column: characters + 1,
        }
    }
}

/// Writes the line, a colon and the column.
impl fmt::Display for LineColumn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}
