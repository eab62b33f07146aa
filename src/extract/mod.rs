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
//!   ignored: space, tab, line ends, vertical tab and form feed. A hyphen that ends a line may not
//!   belong to the URL: see [`Match::alternatives`]. In HTML, the wrapper is `&lt;URL:…&gt;`.
//! - Text after `URL:` without brackets, on one line. Blanks may follow the `URL:` if a URL with a
//!   scheme follows them. A text such as the `s` of "two URL:s" is not a URL: it contains neither a
//!   scheme nor a slash at its start nor a dot in its host. In small letters, `url:` is a key in many
//!   programs; a URL after it needs a scheme.
//! - On request, unmarked text that begins with a scheme: a name (of one letter, a small one), `://` and
//!   a letter, a digit or a slash; `mailto:` and an address with an `@`; or `news:` and a newsgroup
//!   or an article. The character before it cannot be part of a scheme; digits and signs before the
//!   first letter do not belong to the scheme. Such text in `<` and `>` may have white space at line
//!   ends if the whole is a URL.
//!
//! A name in a path of a program, such as `Url::parse` and `Scheme::mailto`, begins no URL; neither
//! does a placeholder of a scheme, such as `%s://` and `$scheme://`.
//!
//! Without brackets, a URL ends at white space, a control character, `<`, `>` and `"`. An unmarked
//! one ends at any character outside US-ASCII; one after `URL:`, at a character of a script whose
//! text needs no blanks, such as Japanese. It ends at what closes the text around it as well: after
//! `(`, at the `)`; after `,` in a line of a table, at the next `,`; before `,http://`; at `&gt;`
//! and at `\n`, `\x1b` or `\u001b` in source code. Trailing characters that close a sentence do not belong to it: any of
//! ``. , ; : ! ? ' ` ``, an opening bracket, a closing bracket that was not opened, and a character
//! outside US-ASCII that is neither a letter nor a digit.
//!
//! The first `#` ends the URL; the fragment after it is kept separately.
//!
//! # Hosts
//!
//! A URL that is cut inside its host is another URL, so it is never a valid match. If the host goes
//! on after a character outside US-ASCII, the match includes the whole host and is invalid:
//! `https://i❤.ws`. If it goes on after something else, there is no match: `http://www.<domain>/`,
//! `"http://www." + name`, `http://exam…`. Nor is there one if its host holds a placeholder: `http://${host}/`.
//!
//! # Repairs
//!
//! Documents contain more than the URL between the brackets. [`Match::repairs`] tells what a match
//! leaves out or changes: the mark of a quoted line or of a comment line, if the line of the
//! `<URL:` begins with the same mark; the header and footer of a page; HTML tags and references; white
//! space within a line; a hyphen with which the text is not a URL; escapes of programs and manual
//! pages. It also tells where a URL without brackets was cut at a letter outside US-ASCII.
//!
//! # Broken wrappers
//!
//! A wrapper that is not closed never swallows the text after it. It ends at a `<`, at a blank line
//! that is not between two pages, and in a quoted mail at a line that is quoted less. The start
//! of such a wrapper is a match with a [`Fault`]: the text up to white space, `<`, `>` or `"`. The
//! search continues there. If the line of the `<URL:` is not quoted, a `>` that begins a line
//! closes the wrapper.
//!
//! # Bounds
//!
//! Time is linear in the length of the document. An [`Extractor`] holds [`LIMIT`] octets and
//! the last chunk; anything longer than [`LIMIT`] is a match with a [`Fault`].

mod characters;
mod cleaned;
mod colons;
mod escapes;
mod extractor;
mod host;
mod hyphens;
mod line_counter;
mod line_mark;
mod mapped_text;
mod markup;
mod repair;
mod scanner;
mod unwrapped;
mod url_match;
mod window;
mod wrapper;

use alloc::borrow::Cow;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::Range;

pub use extractor::{Extractor, LineStart, extract_part};
pub use mapped_text::MappedText;
pub use repair::{Repair, RepairKind};
pub use url_match::{Fault, Kind, Match};

use scanner::Scanner;
use window::Window;

/// The greatest length of a match in octets, 1 MiB, and the distance within which the end of a
/// wrapper is searched.
pub const LIMIT: usize = 1 << 20;

/// The number of octets before a match that are still held when it is found.
pub const CONTEXT: usize = 128;

/// The most hyphens at line ends for which [`Match::alternatives`] yields every combination.
pub const HYPHENS: usize = hyphens::COMBINED;

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
///
/// ```
/// use rfc1738::extract::{Options, extract_with};
///
/// let text = "news:alt.test, <URL:http://h/>";
/// let mut matches = extract_with(text, Options::default().bare(true));
/// assert_eq!(matches.next().unwrap().text(), b"news:alt.test");
/// assert_eq!(matches.next().unwrap().text(), b"http://h/");
/// ```
pub fn extract_with<T: AsRef<[u8]> + ?Sized>(document: &T, options: Options) -> Matches<'_> {
    Matches {
        scanner: Scanner::new(options, LineStart::of_document()),
        octets: Cow::Borrowed(document.as_ref()),
        offset: 0,
        is_last: true,
    }
}

/// An iterator over the matches up to the end of a document, or of a part of one.
///
/// ```
/// let mut matches = rfc1738::extract("see <URL:http://h/> here");
/// let span = matches.next().unwrap().span();
/// // The text around the match, for a message.
/// assert_eq!(matches.held(span.start - 5..span.end + 1), b"<URL:http://h/>");
/// ```
#[derive(Clone)]
pub struct Matches<'d> {
    scanner: Scanner,
    /// The held part of the document.
    octets: Cow<'d, [u8]>,
    /// The offset of the held part.
    offset: usize,
    /// Whether its end is that of the document.
    is_last: bool,
}

/// Leaves the text out: it can be long, and hold passwords.
impl fmt::Debug for Matches<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut matches = formatter.debug_struct("Matches");
        matches.field("offset", &self.offset);
        matches.finish_non_exhaustive()
    }
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
            is_last: self.is_last,
        }
    }
}

impl Iterator for Matches<'_> {
    type Item = Match;

    fn next(&mut self) -> Option<Match> {
        let window = Window {
            offset: self.offset,
            octets: &self.octets,
            is_last: self.is_last,
        };
        self.scanner.next_match(&window)
    }
}

impl FusedIterator for Matches<'_> {}
