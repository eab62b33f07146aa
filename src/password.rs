//! Passwords in texts: no `Debug`, message or serialized error shows them.
//!
//! A password is what is between the first `:` after `//` and the last `@` before the next `/` (3.1).
//! The grammar does not decide this, because a text that is no URL may hold a password, too. So these are
//! passwords as well:
//!
//! - with a `/` in it, if an `@` follows and what is between the `:` and the `/` is no port:
//!   `ftp://user:se/cret@host/`;
//! - after other slashes than two, or none, behind a scheme with a user and a password:
//!   `ftp:/user:secret@host/`;
//! - after each `//` of a text, such as that of a URL within a URL.
//!
//! The errors of this library hide passwords already. This module is for programs that show a text or
//! its document themselves:
//!
//! ```
//! use rfc1738::{Url, password};
//!
//! let text = "ftp://user:secret@ho_st/";
//! let error = Url::parse(text).unwrap_err();
//! let shown = format!("{} at {}", password::hidden(text), error.offset());
//! assert_eq!(shown, "ftp://user:***@ho_st/ at 20");
//! ```

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

use crate::rules::Rule;

pub use rfcbnf_engine::masked::{HIDDEN, Masked};

/// Returns the span of the first password in a text, as byte offsets, if there is one that is not empty.
///
/// ```
/// assert_eq!(rfc1738::password::span(b"ftp://user:secret@ho_st/"), Some(11..17));
/// assert_eq!(rfc1738::password::span(b"ftp://user@host/"), None);
/// ```
#[must_use]
pub fn span(text: &[u8]) -> Option<Range<usize>> {
    spans(text).into_iter().next()
}

/// Returns the spans of all passwords in a text, as byte offsets in order. A password in it can hold white
/// space and quotation marks: see [`in_document`].
///
/// ```
/// use rfc1738::password::spans;
///
/// assert_eq!(spans(b"http://proxy/?ftp://u:se cret@h/"), [22..29]);
/// assert_eq!(spans(b"ftp:/u:secret@h/"), [7..13]);
/// ```
#[must_use]
pub fn spans(text: &[u8]) -> Vec<Range<usize>> {
    let is_never = |_: &u8| false;
    let mut spans = Vec::new();
    if let Some(start) = without_slashes(text) {
        spans.extend(after_slashes(text, start, is_never));
    }
    let mut at = spans.last().map_or(0, |span: &Range<usize>| span.end);
    while let Some(slashes) = text[at..].windows(2).position(|pair| pair == b"//") {
        let start = at + slashes + 2;
        let more = text[start..].iter().take_while(|&&octet| octet == b'/');
        at = start + more.count();
        // The third slash of a file URL begins its path.
        let is_file = text[..start].ends_with(b"file://");
        let start = if is_file { start } else { at };
        if let Some(span) = after_slashes(text, start, is_never) {
            at = span.end;
            spans.push(span);
        }
    }
    spans
}

/// Returns the spans that are not to be shown of a text that was parsed as the production.
pub(crate) fn spans_as(rule: Rule, text: &[u8]) -> Vec<Range<usize>> {
    let login = match rule {
        Rule::Password => Some(0..text.len()).filter(|span| !span.is_empty()),
        Rule::Login
        | Rule::User
        | Rule::Hostport
        | Rule::Host
        | Rule::Hostname
        | Rule::Hostnumber => after_slashes(text, 0, |_| false),
        _ => None,
    };
    login.map_or_else(|| spans(text), |login| Vec::from([login]))
}

/// The schemes that take a user and a password, or that one may think of so.
const WITH_LOGIN: [&str; 13] = [
    "ftp", "ftps", "sftp", "ssh", "telnet", "http", "https", "ws", "wss", "gopher", "nntp", "wais",
    "prospero",
];

/// Returns where the user begins in a text with such a scheme and another number of slashes than two, or with
/// backslashes.
fn without_slashes(text: &[u8]) -> Option<usize> {
    let colon = text.iter().take(16).position(|&octet| octet == b':')?;
    let name = text[..colon].trim_ascii_start();
    let mut schemes = WITH_LOGIN.iter();
    schemes.find(|scheme| name.eq_ignore_ascii_case(scheme.as_bytes()))?;
    let rest = &text[colon + 1..];
    let is_slash = |octet: &&u8| matches!(octet, b'/' | b'\\');
    let slashes = rest.iter().take_while(is_slash).count();
    (!rest.starts_with(b"//")).then_some(colon + 1 + slashes)
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
    if port.iter().all(u8::is_ascii_digit) {
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
/// use rfc1738::password::hidden;
///
/// assert_eq!(hidden("ftp://user:secret@host/"), "ftp://user:***@host/");
/// assert_eq!(hidden("http://host/"), "http://host/");
/// ```
#[must_use]
pub fn hidden(text: &str) -> Cow<'_, str> {
    without(text, &spans(text.as_bytes()))
}

/// Returns what is between `//` and the next `/`, without its password.
pub(crate) fn hidden_login(login: &str) -> Cow<'_, str> {
    without(login, &spans_as(Rule::Login, login.as_bytes()))
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
pub(crate) fn is_in(spans: &[Range<usize>], part: &Range<usize>) -> bool {
    spans
        .iter()
        .any(|span| span.start.max(part.start) < span.end.min(part.end))
}

/// Returns the spans of the passwords in a document, as byte offsets in order: those after each `//`,
/// also as JSON may escape it, and before white space. A quotation mark, `<` or `>` ends them as well, but not
/// behind the `:`, where only a password can hold one.
///
/// ```
/// use rfc1738::password::{Masked, in_document};
///
/// let line = br#"{"mirrors": ["ftp://u:secret@h/", "ftp:\/\/v:secret@h\/"]}"#;
/// let shown = Masked::new(line, in_document(line));
/// assert_eq!(shown.octets(), br#"{"mirrors": ["ftp://u:***@h/", "ftp:\/\/v:***@h\/"]}"#);
/// ```
#[must_use]
pub fn in_document(octets: &[u8]) -> Vec<Range<usize>> {
    let mut spans = Vec::new();
    let mut at = 0;
    while let Some(slash) = octets[at..].iter().position(|&octet| octet == b'/') {
        at += slash + 1;
        let rest = &octets[at..];
        let Some(second) = [&b"/"[..], b"\\/"]
            .into_iter()
            .find(|it| rest.starts_with(it))
        else {
            continue;
        };
        let start = at + second.len();
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
