//! Passwords in texts: no `Debug`, message or serialized error shows them.
//!
//! A password is what is between the first `:` after `//` and the last `@` before the next `/` (3.1).
//! The grammar does not decide this, because a text that is no URL may hold a password, too. So these are
//! passwords as well:
//!
//! - with a `/` in it, if an `@` follows and what is between the `:` and the `/` is no port:
//!   `ftp://user:se/cret@host/`;
//! - after other slashes than two, or none, after a scheme with a user and a password:
//!   `ftp:/user:secret@host/`, `<URL:ftp:user:secret@host/>`;
//! - after each `//` of a text, such as that of a URL within a URL.
//!
//! A grammar does not say what is secret. Errors hide passwords already, for every grammar; a password that is in no
//! URL, such as that of a command of a mail protocol, is not found. This module is for programs that show a text or its
//! document themselves:
//!
//! ```
//! use rfc1738::Url;
//! use rfcbnf_engine::password;
//!
//! let text = "ftp://user:secret@ho_st/";
//! let error = Url::parse(text).unwrap_err();
//! let shown = format!("{} at {}", password::hidden(text), error.offset());
//! assert_eq!(shown, "ftp://user:***@ho_st/ at 20");
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::escape::Quoted;

/// What is shown in the place of a hidden part.
pub const HIDDEN: &str = "***";

/// Returns the span of the first password in a text, as byte offsets, if there is one that is not empty.
///
/// ```
/// assert_eq!(rfcbnf_engine::password::span(b"ftp://user:secret@ho_st/"), Some(11..17));
/// assert_eq!(rfcbnf_engine::password::span(b"ftp://user@host/"), None);
/// ```
#[must_use]
pub fn span(text: &[u8]) -> Option<Range<usize>> {
    spans(text).into_iter().next()
}

/// Returns the spans of all passwords in a text, as byte offsets in order. A password in it can hold white
/// space and quotation marks: see [`in_document`].
///
/// ```
/// use rfcbnf_engine::password::spans;
///
/// assert_eq!(spans(b"http://proxy/?ftp://u:se cret@h/"), [22..29]);
/// assert_eq!(spans(b"ftp:/u:secret@h/"), [7..13]);
/// assert_eq!(spans(b"<URL:ftp:u:secret@h/>"), [11..17]);
/// ```
#[must_use]
pub fn spans(text: &[u8]) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    // An `@` ends each of them.
    if !text.contains(&b'@') {
        return spans;
    }
    let last = text.iter().rposition(|&octet| octet == b'@');
    let text = &text[..last.map_or(0, |last| last + 1)];
    let mut ahead = Ahead::new(text, |_| false);
    let mut at = 0;
    while let Some(mark) = text[at..].iter().position(|octet| b":/".contains(octet)) {
        at += mark;
        let rest = &text[at..];
        let login = if rest.starts_with(b"//") {
            let more = rest[2..].iter().take_while(|&&octet| octet == b'/');
            let after = at + 2 + more.count();
            // The third slash of a file URL begins its path.
            let is_file = text[..at + 2].ends_with(b"file://");
            let start = if is_file { at + 2 } else { after };
            at = after;
            Some(start)
        } else {
            let start = without_slashes(text, at).filter(|&start| ahead.has_login(start));
            at += 1;
            start
        };
        if let Some(span) = login.and_then(|start| after_slashes(text, start, |_| false)) {
            at = span.end;
            spans.push(span);
        }
    }
    spans
}

/// The productions that derive what is after `//` in a URL, or the first of it: in RFC 1738, 2396 and 3986, and in
/// grammars that use theirs.
const LOGINS: [&str; 10] = [
    "authority",
    "host",
    "hostname",
    "hostnumber",
    "hostport",
    "ip-schemepart",
    "login",
    "server",
    "user",
    "userinfo",
];

/// Those whose texts are passwords, or end with one.
const ENDS: [&str; 2] = ["password", "userinfo"];

/// Returns the spans of the passwords in a text that was read as the production with this name, as byte offsets in
/// order. A grammar does not say what is secret: the name says where to look in a part of a URL. For all others,
/// passwords are where [`spans`] finds them.
///
/// ```
/// use rfcbnf_engine::password::spans_as;
///
/// assert_eq!(spans_as("password", b"secret"), [0..6]);
/// assert_eq!(spans_as("userinfo", b"user:secret"), [5..11]);
/// assert_eq!(spans_as("authority", b"user:secret@host"), [5..11]);
/// assert!(spans_as("digits", b"user:secret@host").is_empty());
/// ```
#[must_use]
pub fn spans_as(production: &str, text: &[u8]) -> Vec<Range<usize>> {
    // An `@` ends each of them within a text.
    if !text.contains(&b'@') && !is_one_of(ENDS, production) {
        return Vec::new();
    }
    let is = |name: &str| production.eq_ignore_ascii_case(name);
    let ended;
    let text = if is("userinfo") {
        ended = [text, b"@"].concat();
        &ended
    } else {
        text
    };
    let part = if is("password") {
        Some(0..text.len()).filter(|span| !span.is_empty())
    } else if is_one_of(LOGINS, production) {
        after_slashes(text, 0, |_| false)
    } else {
        None
    };
    // The text can be a whole URL in place of such a part, or go on with one.
    let end = part.as_ref().map_or(0, |part| part.end);
    let others = spans(&text[end..]).into_iter();
    let others = others.map(|span| end + span.start..end + span.end);
    part.into_iter().chain(others).collect()
}

/// Returns whether the offset of a text that was read as the production with this name is in a password.
///
/// ```
/// use rfcbnf_engine::password::is_at;
///
/// assert!(is_at("login", b"user:secret@host", 5));
/// assert!(!is_at("login", b"user:secret@host", 12));
/// ```
#[must_use]
pub fn is_at(production: &str, text: &[u8], offset: usize) -> bool {
    // An `@` ends a password within a text.
    let rest = text.get(offset..).unwrap_or_default();
    let can_be = rest.contains(&b'@') || is_one_of(ENDS, production);
    can_be && is_in(&spans_as(production, text), &(offset..offset + 1))
}

/// Returns whether the name is one of these.
fn is_one_of<'n>(names: impl IntoIterator<Item = &'n str>, name: impl AsRef<[u8]>) -> bool {
    let name = name.as_ref();
    let mut names = names.into_iter();
    names.any(|one| one.as_bytes().eq_ignore_ascii_case(name))
}

/// The schemes that take a user and a password, or that one may think of so.
const WITH_LOGIN: &str = "ftp ftps sftp tftp ssh scp telnet http https ws wss gopher nntp nntps snews wais prospero imap \
    imaps pop pop3 pop3s smtp smtps ldap ldaps sip sips irc ircs rtsp rtmp rsync git svn smb vnc mysql \
    postgres postgresql mongodb redis amqp mqtt";

/// Returns where the user begins if a `:` ends the name of such a scheme and another number of slashes than two
/// follows it, or a backslash.
fn without_slashes(text: &[u8], colon: usize) -> Option<usize> {
    let rest = text.get(colon + 1..)?;
    if rest.starts_with(b"//") {
        return None;
    }
    let before = &text[..colon];
    let is_name = |octet: &&u8| octet.is_ascii_alphanumeric() || b"+-.".contains(octet);
    let length = before.iter().rev().take_while(is_name).count();
    let name = &before[colon - length..];
    if !is_one_of(WITH_LOGIN.split(' '), name) {
        return None;
    }
    let is_slash = |octet: &&u8| matches!(octet, b'/' | b'\\');
    Some(colon + 1 + rest.iter().take_while(is_slash).count())
}

/// Looks ahead in a text for what a login without `//` needs. It looks at each octet three times at most, however
/// many offsets are asked for, in ascending order: a name of a scheme can be in the place of each user.
struct Ahead<'t, E> {
    text: &'t [u8],
    ends: E,
    slash: usize,
    barrier: usize,
    at_sign: usize,
}

impl<'t, E: Fn(&u8) -> bool> Ahead<'t, E> {
    fn new(text: &'t [u8], ends: E) -> Self {
        Self {
            text,
            ends,
            slash: 0,
            barrier: 0,
            at_sign: 0,
        }
    }

    /// Returns whether a password of a login that begins at the offset could end with an `@`, as `after_slashes` looks
    /// for it.
    fn has_login(&mut self, start: usize) -> bool {
        let Self { text, ends, .. } = self;
        let next = |known: usize, is_it: &dyn Fn(usize) -> bool| {
            let mut all = known.max(start)..text.len();
            all.find(|&index| is_it(index)).unwrap_or(text.len())
        };
        let is_barrier = |index: usize| text[index..].starts_with(b"//") || ends(&text[index]);
        self.at_sign = next(self.at_sign, &|index| text[index] == b'@');
        self.slash = next(self.slash, &|index| text[index] == b'/');
        self.barrier = next(self.barrier, &is_barrier);
        // A login without a slash before the `//` goes on after it.
        let is_barred = self.slash < self.barrier || text.get(self.barrier).is_some_and(ends);
        self.at_sign < text.len() && !(is_barred && self.barrier < self.at_sign)
    }
}

/// Returns the span of the password of a login that begins at the offset. The login ends before the
/// next `/`, or before an octet that `ends` accepts.
fn after_slashes(text: &[u8], start: usize, ends: impl Fn(&u8) -> bool) -> Option<Range<usize>> {
    let token = &text[start..];
    let ends_login = |octet: &u8| *octet == b'/' || ends(octet);
    let length = token.iter().position(ends_login).unwrap_or(token.len());
    let login = &token[..length];
    let colon = login.iter().position(|&octet| octet == b':')?;
    let end = match login.iter().rposition(|&octet| octet == b'@') {
        Some(at) => at,
        None => length + at_after(&login[colon + 1..], &token[length..], ends)?,
    };
    (colon + 1 < end).then_some(start + colon + 1..start + end)
}

/// Returns the offset in `rest` of the `@` that ends a password whose first `/` begins `rest`.
fn at_after(before_slash: &[u8], rest: &[u8], ends: impl Fn(&u8) -> bool) -> Option<usize> {
    // In JSON, a backslash can be before the slash.
    let port = before_slash.strip_suffix(b"\\").unwrap_or(before_slash);
    let is_port = !port.is_empty() && port.iter().all(u8::is_ascii_digit);
    if is_port || port.is_empty() && rest.starts_with(b"//") {
        return None;
    }
    let mut last = None;
    for (index, octet) in rest.iter().enumerate() {
        // The next URL has an "@" of its own.
        if ends(octet) || index > 0 && rest[index..].starts_with(b"//") {
            break;
        }
        if *octet == b'@' {
            last = Some(index);
        }
    }
    last
}

/// Returns the text with [`HIDDEN`] in the place of each password.
///
/// ```
/// use rfcbnf_engine::password::hidden;
///
/// assert_eq!(hidden("ftp://user:secret@host/"), "ftp://user:***@host/");
/// assert_eq!(hidden("http://host/"), "http://host/");
/// ```
#[must_use]
pub fn hidden(text: &str) -> Cow<'_, str> {
    without(text, &spans(text.as_bytes()))
}

/// Does the same for a text that was read as the production with this name: see [`spans_as`].
///
/// ```
/// use rfcbnf_engine::password::hidden_as;
///
/// assert_eq!(hidden_as("login", "user:secret@host"), "user:***@host");
/// ```
#[must_use]
pub fn hidden_as<'t>(production: &str, text: &'t str) -> Cow<'t, str> {
    without(text, &spans_as(production, text.as_bytes()))
}

/// Returns the text with what is at these spans hidden.
fn without<'t>(text: &'t str, spans: &[Range<usize>]) -> Cow<'t, str> {
    if spans.is_empty() {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    let mut end = 0;
    for span in spans {
        shown.push_str(text.get(end..span.start).unwrap_or_default());
        shown.push_str(HIDDEN);
        end = span.end;
    }
    shown.push_str(text.get(end..).unwrap_or_default());
    Cow::Owned(shown)
}

/// Returns whether one of the spans holds a part of the other.
///
/// ```
/// use rfcbnf_engine::password::is_in;
///
/// assert!(is_in(&[4..6, 8..10], &(5..8)));
/// assert!(!is_in(&[4..6, 8..10], &(6..8)));
/// ```
#[must_use]
pub fn is_in(spans: &[Range<usize>], part: &Range<usize>) -> bool {
    spans
        .iter()
        .any(|span| span.start.max(part.start) < span.end.min(part.end))
}

/// Returns the spans of the passwords in a document, as byte offsets in order: those after each `//`,
/// also as JSON may escape it, or after the name of a scheme with another number of slashes, and before white space.
/// A quotation mark, `<` or `>` ends them as well, but not after the `:`, where only a password can hold one.
///
/// ```
/// use rfcbnf_engine::password::{Masked, in_document};
///
/// let line = br#"{"mirrors": ["ftp://u:secret@h/", "ftp:\/\/v:secret@h\/", "ftp:/w:secret@h/"]}"#;
/// let shown = Masked::new(line, in_document(line));
/// assert_eq!(
///     shown.octets(),
///     br#"{"mirrors": ["ftp://u:***@h/", "ftp:\/\/v:***@h\/", "ftp:/w:***@h/"]}"#,
/// );
/// ```
#[must_use]
pub fn in_document(octets: &[u8]) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut ahead = Ahead::new(octets, u8::is_ascii_whitespace);
    let mut at = 0;
    while let Some(mark) = octets[at..].iter().position(|octet| b":/".contains(octet)) {
        at += mark + 1;
        let rest = &octets[at..];
        let start = if octets[at - 1] == b':' {
            let is_escaped = rest.starts_with(br"\/\/");
            without_slashes(octets, at - 1).filter(|&start| !is_escaped && ahead.has_login(start))
        } else {
            let mut slashes = [&b"/"[..], b"\\/"].into_iter();
            let second = slashes.find(|it| rest.starts_with(it));
            second.map(|second| at + second.len())
        };
        let Some(start) = start else {
            continue;
        };
        at = start;
        let ends_user = |octet: &&u8| b":/\"'<>".contains(octet) || octet.is_ascii_whitespace();
        if octets[start..].iter().find(ends_user) != Some(&b':') {
            continue;
        }
        if let Some(span) = after_slashes(octets, start, u8::is_ascii_whitespace) {
            let begin = &octets[span.clone()];
            let port = begin.iter().take_while(|octet| octet.is_ascii_digit());
            let port = begin.get(port.count());
            if !port.is_some_and(|octet| b"\"'<>".contains(octet)) {
                at = span.end;
                spans.push(span);
            }
        }
    }
    spans
}

/// Octets with [`HIDDEN`] in the place of spans that are not to be shown. It maps spans, so that a mark follows the
/// text that it is under.
///
/// ```
/// use rfc1738::Url;
/// use rfcbnf_engine::password::{self, Masked};
///
/// let text = b"ftp://user:secret@ho_st/";
/// let error = Url::parse(text).unwrap_err();
/// let masked = Masked::new(text, password::span(text));
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
