//! Finds URLs in a document that comes piece by piece.

use std::borrow::Cow;
use std::ops::Range;

use super::scanner::Scanner;
use super::window::Window;
use super::{Finds, Match, Options};

/// Finds the URLs of a document that is pushed piece by piece, the same as in the whole.
///
/// ```
/// use rfc1738::extract::{Extractor, Options};
///
/// let mut extractor = Extractor::new(Options::default());
/// let mut texts = Vec::new();
/// for chunk in ["see <UR", "L:news:alt.", "test> and URL:news:*"] {
///     extractor.push(chunk.as_bytes());
///     while let Some(find) = extractor.next_find() {
///         texts.push(find.text().to_vec());
///     }
/// }
/// texts.extend(extractor.finish().map(|find| find.text().to_vec()));
/// assert_eq!(texts, [&b"news:alt.test"[..], b"news:*"]);
/// ```
///
/// It holds what was pushed since the finds were last asked for, and at most about
/// [`LIMIT`](super::LIMIT) octets from before.
#[derive(Debug, Clone)]
pub struct Extractor {
    scanner: Scanner,
    buffer: Vec<u8>,
    /// Where in the document the buffer begins.
    offset: usize,
}

impl Extractor {
    /// Nothing pushed yet.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self {
            scanner: Scanner::new(options),
            buffer: Vec::new(),
            offset: 0,
        }
    }

    /// The document goes on with this.
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

    /// The next find that is complete; nothing if more of the document is needed.
    pub fn next_find(&mut self) -> Option<Match> {
        let window = Window {
            offset: self.offset,
            octets: &self.buffer,
            is_last: false,
        };
        self.scanner.next_find(&window)
    }

    /// The octets at these offsets of the document, as far as they are held. Those of the last
    /// find are until the next push, and so are [`CONTEXT`](super::CONTEXT) octets before.
    #[must_use]
    pub fn held(&self, span: Range<usize>) -> &[u8] {
        let window = Window {
            offset: self.offset,
            octets: &self.buffer,
            is_last: false,
        };
        window.held(span)
    }

    /// The document ends here. The finds that are left.
    #[must_use]
    pub fn finish(self) -> Finds<'static> {
        Finds {
            scanner: self.scanner,
            octets: Cow::Owned(self.buffer),
            offset: self.offset,
        }
    }
}
