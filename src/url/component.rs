//! The components of a URL: parts with a name.

use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;
use core::ops::Range;

use crate::encoding::{ESCAPE, decode, escaped};
use crate::password;

/// The name of a component, as the RFC gives it.
///
/// ```
/// use rfc1738::Url;
/// use rfc1738::url::ComponentName;
///
/// let components = Url::parse("http://host.dom/a")?.components();
/// assert_eq!(components[1].name(), ComponentName::Host);
/// assert_eq!(ComponentName::GopherString.as_str(), "gopher+_string");
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ComponentName {
    /// `scheme` (2.1)
    Scheme,
    /// `schemepart`: everything after the colon, in a scheme that the RFC does not define (2.1)
    Schemepart,
    /// `user` (3.1)
    User,
    /// `password` (3.1)
    Password,
    /// `login`: user, password, host and port (3.1)
    Login,
    /// `hostport`: host and port, in a scheme without users (3.1)
    Hostport,
    /// `host` (3.1)
    Host,
    /// `port` (3.1)
    Port,
    /// `url-path` (3.1)
    UrlPath,
    /// `fpath`: the path of an ftp URL (3.2.2) or a file URL (3.10)
    Fpath,
    /// `fsegment`: a `cwd` or the `name` of an ftp URL (3.2.2), or a directory or the file name of
    /// a file URL (3.10)
    Fsegment,
    /// `ftptype` (3.2.2)
    Ftptype,
    /// `hpath` (3.3)
    Hpath,
    /// `hsegment`: a level of the path of an http URL (3.3)
    Hsegment,
    /// `search` of an http URL (3.3), a gopher URL (3.4.2) or a wais URL (3.9)
    Search,
    /// `gtype` (3.4.1)
    Gtype,
    /// `selector` (3.4.1)
    Selector,
    /// `gopher+_string` (3.4.3)
    GopherString,
    /// `encoded822addr` (3.5)
    Encoded822addr,
    /// `grouppart`: `*`, which means all groups (3.6)
    Grouppart,
    /// `group` (3.6, 3.7)
    Group,
    /// `article` (3.6)
    Article,
    /// `digits`: the number of an article (3.7)
    Digits,
    /// `database` (3.9)
    Database,
    /// `wtype` (3.9)
    Wtype,
    /// `wpath` (3.9)
    Wpath,
    /// `hsoname` (3.11)
    Hsoname,
    /// `fieldname` (3.11)
    Fieldname,
    /// `fieldvalue` (3.11)
    Fieldvalue,
}

impl ComponentName {
    /// Returns the name in the spelling of the RFC.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Scheme => "scheme",
            Self::Schemepart => "schemepart",
            Self::User => "user",
            Self::Password => "password",
            Self::Login => "login",
            Self::Hostport => "hostport",
            Self::Host => "host",
            Self::Port => "port",
            Self::UrlPath => "url-path",
            Self::Fpath => "fpath",
            Self::Fsegment => "fsegment",
            Self::Ftptype => "ftptype",
            Self::Hpath => "hpath",
            Self::Hsegment => "hsegment",
            Self::Search => "search",
            Self::Gtype => "gtype",
            Self::Selector => "selector",
            Self::GopherString => "gopher+_string",
            Self::Encoded822addr => "encoded822addr",
            Self::Grouppart => "grouppart",
            Self::Group => "group",
            Self::Article => "article",
            Self::Digits => "digits",
            Self::Database => "database",
            Self::Wtype => "wtype",
            Self::Wpath => "wpath",
            Self::Hsoname => "hsoname",
            Self::Fieldname => "fieldname",
            Self::Fieldvalue => "fieldvalue",
        }
    }
}

/// Writes the name in the spelling of the RFC.
impl fmt::Display for ComponentName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.as_str())
    }
}

/// A part of a URL: its name, its span and its text.
///
/// ```
/// use rfc1738::url::Url;
///
/// let Url::Ftp(url) = Url::parse("ftp://host.dom/%2Fetc/motd")? else { panic!() };
/// let first = url.segments().next().unwrap();
/// assert_eq!(first.raw(), "%2Fetc");
/// assert_eq!(first.span(), 15..21);
/// assert_eq!(first.text().as_deref(), Some("/etc"));
/// assert_eq!(format!("{first:?}"), r#"fsegment 15..21 "%2Fetc""#);
///
/// // A component compares with a string by its text.
/// assert_eq!(first, "%2Fetc");
/// # Ok::<(), rfc1738::SyntaxError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Component<'t> {
    name: ComponentName,
    raw: &'t str,
    start: usize,
}

impl<'t> Component<'t> {
    pub(super) fn new(name: ComponentName, text: &'t str, span: Range<usize>) -> Self {
        Self {
            name,
            raw: &text[span.clone()],
            start: span.start,
        }
    }

    /// Returns its name.
    #[must_use]
    pub fn name(self) -> ComponentName {
        self.name
    }

    /// Returns its text in the URL, with escapes unchanged. The text is ASCII.
    #[doc(alias = "as_str")]
    #[must_use]
    pub fn raw(self) -> &'t str {
        self.raw
    }

    /// Returns whether its text, with escapes unchanged, is the same in letters of either case, as that
    /// of a scheme is (2.1).
    ///
    /// ```
    /// let url = rfc1738::Url::parse("HTTP://h/")?;
    /// assert!(url.scheme().eq_ignore_ascii_case("http") && url.scheme() != "http");
    /// # Ok::<(), rfc1738::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn eq_ignore_ascii_case(self, text: &str) -> bool {
        self.raw.eq_ignore_ascii_case(text)
    }

    /// Returns its span in the URL, as byte offsets.
    #[must_use]
    pub fn span(self) -> Range<usize> {
        self.start..self.start + self.raw.len()
    }

    /// Returns its octets, with escapes decoded (2.2). They are borrowed if nothing is encoded.
    ///
    /// A decoded path does not tell an encoded slash from one that separates segments, so split the
    /// text first.
    #[must_use]
    pub fn decoded(self) -> Cow<'t, [u8]> {
        // Every percent sign in a component begins an escape.
        decode(self.raw).unwrap_or(Cow::Borrowed(self.raw.as_bytes()))
    }

    /// Returns the decoded octets as text, if they are UTF-8.
    #[must_use]
    pub fn text(self) -> Option<Cow<'t, str>> {
        match self.decoded() {
            Cow::Borrowed(octets) => core::str::from_utf8(octets).ok().map(Cow::Borrowed),
            Cow::Owned(octets) => String::from_utf8(octets).ok().map(Cow::Owned),
        }
    }

    /// Returns its decoded octets, each with its span in the URL: an escape, or a character.
    pub(crate) fn octets(self) -> impl Iterator<Item = (u8, Range<usize>)> + use<'t> {
        let mut rest = self.raw.as_bytes();
        let mut offset = self.start;
        core::iter::from_fn(move || {
            let (octet, length) = match escaped(rest) {
                Some(octet) => (octet, ESCAPE),
                None => (*rest.first()?, 1),
            };
            let span = offset..offset + length;
            (rest, offset) = (&rest[length..], span.end);
            Some((octet, span))
        })
    }

    /// Returns the same component with another name.
    pub(super) fn named(self, name: ComponentName) -> Self {
        Self { name, ..self }
    }

    /// Returns the text before the first delimiter, and the text after it with another name.
    pub(super) fn split_once(
        self,
        delimiter: &'static str,
        name: ComponentName,
    ) -> (Self, Option<Self>) {
        let Some((raw, rest)) = self.raw.split_once(delimiter) else {
            return (self, None);
        };
        let start = self.start + raw.len() + delimiter.len();
        let after = Self {
            name,
            raw: rest,
            start,
        };
        (Self { raw, ..self }, Some(after))
    }

    /// Returns the parts between delimiters, with another name. No part contains the delimiter;
    /// there is one more part than delimiters.
    pub(super) fn split(self, delimiter: &'static str, name: ComponentName) -> Parts<'t> {
        Parts {
            name,
            delimiter,
            rest: Some(self),
        }
    }
}

/// An iterator over the parts of a component between delimiters.
pub(super) struct Parts<'t> {
    name: ComponentName,
    delimiter: &'static str,
    rest: Option<Component<'t>>,
}

impl<'t> Iterator for Parts<'t> {
    type Item = Component<'t>;

    fn next(&mut self) -> Option<Component<'t>> {
        let (part, rest) = self.rest?.split_once(self.delimiter, self.name);
        self.rest = rest;
        Some(part.named(self.name))
    }
}

/// Writes name, span and text, as in `host 7..8 "h"`. A password is shown as `***`.
impl fmt::Debug for Component<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, span) = (self.name, self.span());
        let shown = match name {
            ComponentName::Password if !self.raw.is_empty() => Cow::Borrowed(password::HIDDEN),
            ComponentName::Login => password::hidden_as("login", self.raw),
            _ => password::hidden(self.raw),
        };
        write!(formatter, "{name} {}..{} {shown:?}", span.start, span.end)
    }
}

/// Writes the text in the URL, with escapes unchanged.
impl fmt::Display for Component<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.raw)
    }
}

/// Returns the parts of a path between slashes, as components of that name.
pub(super) fn segments(path: Option<Component<'_>>, name: ComponentName) -> Parts<'_> {
    Parts {
        name,
        delimiter: "/",
        rest: path,
    }
}
