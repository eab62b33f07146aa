//! The search in a document that arrives in chunks, and in parts of one that are searched apart from each other.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use rfcbnf_engine::LineColumn;

use super::line_counter::count_line_ends;
use super::scanner::Scanner;
use super::window::Window;
use super::{Match, Matches, Options};

/// Finds the URLs of a document that arrives in chunks. The matches are those in the whole
/// document.
///
/// ```
/// use rfc1738::extract::{Extractor, Options};
///
/// let mut extractor = Extractor::new(Options::default());
/// let mut texts = Vec::new();
/// for chunk in ["see <UR", "L:news:alt.", "test> and URL:news:*"] {
///     extractor.push(chunk.as_bytes());
///     while let Some(found) = extractor.next_match() {
///         texts.push(found.text().to_vec());
///     }
/// }
/// texts.extend(extractor.finish().map(|found| found.text().to_vec()));
/// assert_eq!(texts, [&b"news:alt.test"[..], b"news:*"]);
/// ```
///
/// It holds the chunks pushed since the last call of [`Extractor::next_match`], and at most about
/// [`LIMIT`](super::LIMIT) octets from before.
#[derive(Clone)]
pub struct Extractor {
    pub(super) scanner: Scanner,
    buffer: Vec<u8>,
    /// The offset of the buffer in the document.
    offset: usize,
}

/// Leaves the text out: it can be long, and hold passwords.
impl fmt::Debug for Extractor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut extractor = formatter.debug_struct("Extractor");
        extractor.field("offset", &self.offset);
        extractor.finish_non_exhaustive()
    }
}

impl Extractor {
    /// Returns an extractor at the start of a document.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            scanner: Scanner::new(options, LineStart::of_document()),
            buffer: Vec::new(),
            offset: 0,
        }
    }

    /// Adds the next chunk of the document.
    pub fn push(&mut self, chunk: &[u8]) {
        let kept = self.scanner.kept_from().max(self.offset);
        let window = Window {
            offset: self.offset,
            octets: &self.buffer,
            is_last: false,
        };
        self.scanner.leave(&window, kept);
        self.buffer.drain(..kept - self.offset);
        self.offset = kept;
        self.buffer.extend_from_slice(chunk);
    }

    /// Returns the next complete match; `None` if it needs more of the document.
    pub fn next_match(&mut self) -> Option<Match> {
        let window = Window {
            offset: self.offset,
            octets: &self.buffer,
            is_last: false,
        };
        self.scanner.next_match(&window)
    }

    /// Returns the octets at these offsets of the document, as far as they are held. The last match
    /// and the [`CONTEXT`](super::CONTEXT) octets before it are held until the next push.
    ///
    /// ```
    /// use rfc1738::extract::{Extractor, Options};
    ///
    /// let mut extractor = Extractor::new(Options::default());
    /// extractor.push(b"see <URL:http://h/> here");
    /// let span = extractor.next_match().unwrap().span();
    /// assert_eq!(extractor.held(span.start - 5..span.end + 1), b"<URL:http://h/>");
    /// ```
    #[must_use]
    pub fn held(&self, span: Range<usize>) -> &[u8] {
        self.window().held(span)
    }

    pub(super) fn window(&self) -> Window<'_> {
        Window {
            offset: self.offset,
            octets: &self.buffer,
            is_last: false,
        }
    }

    /// Returns the search after a part of a document, with the octets that it still needs.
    pub(super) fn after(part: &Matches<'_>) -> Self {
        let window = part.window();
        let kept = part.scanner.kept_from().max(part.offset);
        let mut scanner = part.scanner.clone();
        scanner.leave(&window, kept);
        Self {
            buffer: window.octets(kept..window.end()).to_vec(),
            offset: kept,
            scanner,
        }
    }

    /// Ends the document. Returns an iterator over the remaining matches.
    #[must_use]
    pub fn finish(self) -> Matches<'static> {
        Matches {
            scanner: self.scanner,
            octets: Cow::Owned(self.buffer),
            offset: self.offset,
            is_last: true,
        }
    }
}

/// The start of a line of a document, where a search can begin: nothing before an LF matters to the
/// text after it, unless a URL begins before and goes on after.
///
/// Several threads can search a document. Each takes a part that begins and ends with a line; the
/// matches are those in the whole document.
///
/// ```
/// use rfc1738::extract::{LineStart, Options, extract_part};
///
/// let (one, other) = ("see <URL:news:a>\n<URL:http://\n", "h/> and <URL:news:b>\n");
/// let options = Options::default();
/// let start = LineStart::of_document();
///
/// let mut matches = extract_part(one, start, options);
/// assert_eq!(matches.next().unwrap().text(), b"news:a");
/// assert!(matches.next().is_none());
/// // A URL goes on, so this search goes on. Otherwise, the next part is searched from its start.
/// let mut search = matches.unfinished().expect("the wrapper is open");
/// search.push(other.as_bytes());
/// assert_eq!(search.next_match().unwrap().text(), b"http://h/");
/// let found = search.next_match().unwrap();
/// assert_eq!((found.text(), found.position().line), (&b"news:b"[..], 3));
/// assert!(search.next_match().is_none());
/// assert_eq!(search.line_start(), Some(start.after(one).after(other)));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LineStart {
    /// The offset in the document.
    pub(super) offset: usize,
    /// The number of the line, from 1.
    pub(super) line: usize,
}

impl LineStart {
    /// Returns the start of a document. [`LineStart`] has an example.
    #[must_use]
    pub fn of_document() -> Self {
        Self { offset: 0, line: 1 }
    }

    /// Returns the start of the line after a part of the document that begins here and ends with LF.
    /// [`LineStart`] has an example.
    #[must_use]
    pub fn after<T: AsRef<[u8]> + ?Sized>(self, part: &T) -> Self {
        let part = part.as_ref();
        Self {
            offset: self.offset + part.len(),
            line: self.line.saturating_add(count_line_ends(part, false)),
        }
    }

    /// Returns its line and column.
    pub(super) fn position(self) -> LineColumn {
        LineColumn {
            line: self.line,
            column: 1,
        }
    }
}

/// Finds the URLs that end in a part of a document, which begins at the start of a line. Offsets and
/// positions are those of the document. After the last match,
/// [`Matches::unfinished`] returns the search if it goes on after the part.
///
/// [`LineStart`] has an example.
pub fn extract_part<T: AsRef<[u8]> + ?Sized>(
    part: &T,
    start: LineStart,
    options: Options,
) -> Matches<'_> {
    Matches {
        scanner: Scanner::new(options, start),
        octets: Cow::Borrowed(part.as_ref()),
        offset: start.offset,
        is_last: false,
    }
}

impl Matches<'_> {
    /// Returns the search for the rest of the document after a part of it. Returns `None` if the next
    /// part can be searched from its start: this one ends with LF, and no URL goes on after it.
    ///
    /// [`LineStart`] has an example. The matches of the part have to be taken before.
    #[must_use]
    pub fn unfinished(self) -> Option<Extractor> {
        if self.is_last || self.scanner.line_start(&self.window()).is_some() {
            return None;
        }
        Some(Extractor::after(&self))
    }
}

impl Extractor {
    /// Returns the start of the next line, if all that was pushed ends with LF, was searched, and no URL
    /// goes on after it. What follows can then be searched from its start, by [`extract_part`].
    ///
    /// [`LineStart`] has an example.
    #[must_use]
    pub fn line_start(&self) -> Option<LineStart> {
        self.scanner.line_start(&self.window())
    }
}
