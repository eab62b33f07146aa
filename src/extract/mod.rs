//! URLs in running text: the Appendix of RFC 1738.
//!
//! ```
//! use rfc1738::extract;
//!
//! let mail = "under <URL:ftp://ds.in\r\n ternic.net/rfc#top> it is";
//! let found = extract(mail).next().unwrap();
//! assert_eq!(found.text(), b"ftp://ds.internic.net/rfc");
//! assert_eq!(found.raw(), b"ftp://ds.in\r\n ternic.net/rfc#top");
//! assert_eq!(found.fragment(), Some(&b"top"[..]));
//! assert_eq!(&mail.as_bytes()[found.span()], found.raw());
//! assert!(found.parse().is_ok());
//! ```
//!
//! # What is found
//!
//! - Text in the wrapper, between `<URL:`, in letters of any case, and `>`. White space in it is
//!   ignored: space, tab, line ends, vertical tab and form feed. A hyphen that ends a line is
//!   kept, but may not belong to the URL: see [`Match::alternatives`].
//! - Text after `URL:` without brackets, up to white space, a control character, `<`, `>` or `"`,
//!   on one line. Blanks may follow the `URL:` if a URL with a scheme follows them.
//! - On request, unmarked text that begins with a scheme: a name, `://` and at least one more
//!   octet, or `mailto:` or `news:` and at least one more octet. The character before it cannot be
//!   part of a scheme; digits and signs before the first letter do not belong to the scheme.
//!
//! Without brackets, the URL ends before trailing characters that close a sentence: any of
//! ``. , ; : ! ? ' ` ``, a closing bracket that was not opened, and a character outside ASCII that
//! is neither a letter nor a digit.
//!
//! The first `#` ends the URL; the fragment after it is kept separately.
//!
//! # Broken wrappers
//!
//! A `<` inside a wrapper ends it, so a broken wrapper never swallows the next one. A blank line
//! ends it as well, unless the whole text between the brackets is a URL. The start of such a
//! wrapper is a match with a [`Fault`]; its text ends like that of a URL without brackets, and the
//! search continues there. In a quoted mail, the `>` that begins a line closes the wrapper.
//!
//! # Bounds
//!
//! Time is linear in the length of the document. An [`Extractor`] holds [`LIMIT`] octets and
//! the last chunk; anything longer than [`LIMIT`] is a match with a [`Fault`].

mod characters;
mod extractor;
mod line_counter;
mod mapped_text;
mod scanner;
mod url_match;
mod window;

use std::borrow::Cow;
use std::iter::FusedIterator;
use std::ops::Range;

pub use extractor::Extractor;
pub use mapped_text::MappedText;
pub use url_match::{Fault, Kind, Match};

use scanner::Scanner;
use window::Window;

/// The greatest length of a match in octets, and the distance within which the end of a wrapper
/// is searched.
pub const LIMIT: usize = 1 << 20;

/// The number of octets before a match that are still held when it is found.
pub const CONTEXT: usize = 128;

/// The kinds of URLs to search for.
///
/// ```
/// use rfc1738::extract::{Options, extract_with};
///
/// let text = "Look at http://www.w3.org/ (or <URL:news:*>).";
/// assert_eq!(extract_with(text, Options::default()).count(), 1);
/// let matches: Vec<_> = extract_with(text, Options::default().bare(true)).collect();
/// assert_eq!(matches[0].text(), b"http://www.w3.org/");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    bare: bool,
}

impl Options {
    /// Sets whether to look for URLs that nothing marks as such. The default is not to.
    #[must_use]
    pub fn bare(self, bare: bool) -> Self {
        Self { bare }
    }
}

/// Finds the URLs that a document marks as such, lazily and in order.
///
/// The document need not be UTF-8.
///
/// ```
/// let matches = rfc1738::extract("See <URL:news:alt.test> or URL:http://h/.");
/// let texts: Vec<_> = matches.map(|found| found.text().to_vec()).collect();
/// assert_eq!(texts, [&b"news:alt.test"[..], b"http://h/"]);
/// ```
pub fn extract<T: AsRef<[u8]> + ?Sized>(document: &T) -> Matches<'_> {
    extract_with(document, Options::default())
}

/// Finds URLs like [`extract()`], with a choice of what to look for.
pub fn extract_with<T: AsRef<[u8]> + ?Sized>(document: &T, options: Options) -> Matches<'_> {
    Matches {
        scanner: Scanner::new(options),
        octets: Cow::Borrowed(document.as_ref()),
        offset: 0,
    }
}

/// An iterator over the matches up to the end of a document.
#[derive(Debug, Clone)]
pub struct Matches<'d> {
    scanner: Scanner,
    /// The held part of the document, up to its end.
    octets: Cow<'d, [u8]>,
    /// The offset of the held part.
    offset: usize,
}

impl Matches<'_> {
    /// Returns the octets at these offsets of the document, as far as they are held.
    #[must_use]
    pub fn held(&self, span: Range<usize>) -> &[u8] {
        self.window().held(span)
    }

    fn window(&self) -> Window<'_> {
        Window {
            offset: self.offset,
            octets: &self.octets,
            is_last: true,
        }
    }
}

impl Iterator for Matches<'_> {
    type Item = Match;

    fn next(&mut self) -> Option<Match> {
        let window = Window {
            offset: self.offset,
            octets: &self.octets,
            is_last: true,
        };
        self.scanner.next_match(&window)
    }
}

impl FusedIterator for Matches<'_> {}
