//! URLs in running text: the Appendix of RFC 1738.
//!
//! ```
//! use rfc1738::extract;
//!
//! let mail = "under <URL:ftp://ds.in\r\n ternic.net/rfc#top> it is";
//! let find = extract(mail).next().unwrap();
//! assert_eq!(find.text(), b"ftp://ds.internic.net/rfc");
//! assert_eq!(find.raw(), b"ftp://ds.in\r\n ternic.net/rfc#top");
//! assert_eq!(find.fragment(), Some(&b"top"[..]));
//! assert_eq!(&mail.as_bytes()[find.span()], find.raw());
//! assert!(find.parse().is_ok());
//! ```
//!
//! # What is found
//!
//! - What stands in the wrapper: `<URL:`, in letters of any case, and `>`. White space in it is
//!   ignored: space, tab, line ends, vertical tab and form feed. A hyphen that ends a line is
//!   kept, but may not belong to the URL: [`Match::alternatives`].
//! - What follows `URL:` without brackets, up to white space, a control character, `<`, `>` or
//!   `"`, on one line. Blanks may stand between them if a URL with a scheme follows.
//! - If asked, what has a scheme but nothing to mark it: a name with `://` and something behind
//!   it, `mailto:` or `news:` with something behind it. No character that can be in a scheme
//!   stands before it; digits and signs before the first letter are no part of the scheme.
//!
//! Without brackets, what closes a sentence rather than the URL is left out at the end: any of
//! ``. , ; : ! ? ' ` ``, a closing bracket that was not opened, and a character outside ASCII that
//! is neither letter nor digit.
//!
//! The first `#` ends the URL; the fragment behind it is kept apart.
//!
//! # Broken wrappers
//!
//! A `<` inside a wrapper ends it, so nothing swallows a wrapper that begins behind it. So does
//! a blank line, unless what the brackets hold together is a URL. What is left
//! of such a wrapper is a find with a [`Fault`]; its text ends as without brackets, and the
//! search goes on there. In a quoted mail, the `>` that begins a line closes the wrapper.
//!
//! # Bounds
//!
//! Time is linear in the length of the document. An [`Extractor`] holds [`LIMIT`] octets and
//! what was pushed last; what is longer than [`LIMIT`] is a find with a [`Fault`].

mod characters;
mod extractor;
mod find;
mod mapped_text;
mod place;
mod scanner;
mod window;

use std::borrow::Cow;
use std::iter::FusedIterator;
use std::ops::Range;

pub use extractor::Extractor;
pub use find::{Fault, Kind, Match};
pub use mapped_text::MappedText;

use scanner::Scanner;
use window::Window;

/// How many octets one find can have, and how far the end of a wrapper is looked for.
pub const LIMIT: usize = 1 << 20;

/// How many octets before a find are still held when it is found.
pub const CONTEXT: usize = 128;

/// What to look for.
///
/// ```
/// use rfc1738::extract::{Options, extract_with};
///
/// let text = "Look at http://www.w3.org/ (or <URL:news:*>).";
/// assert_eq!(extract_with(text, Options::default()).count(), 1);
/// let finds: Vec<_> = extract_with(text, Options::default().bare(true)).collect();
/// assert_eq!(finds[0].text(), b"http://www.w3.org/");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    bare: bool,
}

impl Options {
    /// Whether to look for URLs that nothing marks as such. Without this, it does not.
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
/// let finds = rfc1738::extract("See <URL:news:alt.test> or URL:http://h/.");
/// let texts: Vec<_> = finds.map(|find| find.text().to_vec()).collect();
/// assert_eq!(texts, [&b"news:alt.test"[..], b"http://h/"]);
/// ```
pub fn extract<T: AsRef<[u8]> + ?Sized>(document: &T) -> Finds<'_> {
    extract_with(document, Options::default())
}

/// The same, with a choice of what to look for.
pub fn extract_with<T: AsRef<[u8]> + ?Sized>(document: &T, options: Options) -> Finds<'_> {
    Finds {
        scanner: Scanner::new(options),
        octets: Cow::Borrowed(document.as_ref()),
        offset: 0,
    }
}

/// The finds up to the end of a document.
#[derive(Debug, Clone)]
pub struct Finds<'d> {
    scanner: Scanner,
    /// What is held of the document, up to its end.
    octets: Cow<'d, [u8]>,
    /// Where that begins.
    offset: usize,
}

impl Finds<'_> {
    /// The octets at these offsets of the document, as far as they are held.
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

impl Iterator for Finds<'_> {
    type Item = Match;

    fn next(&mut self) -> Option<Match> {
        let window = Window {
            offset: self.offset,
            octets: &self.octets,
            is_last: true,
        };
        self.scanner.next_find(&window)
    }
}

impl FusedIterator for Finds<'_> {}
