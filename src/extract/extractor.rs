//! The search in a document that arrives in chunks.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use super::scanner::Scanner;
use super::window::Window;
use super::{LineStart, Match, Matches, Options};

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
