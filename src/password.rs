//! Passwords in texts: no `Debug`, message or serialized error shows them.
//!
//! A password is what is between the first `:` after `//` and the last `@` before the next `/` (3.1).
//! The grammar does not decide this, because a text that is no URL may hold a password, too.
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

use alloc::borrow::{Cow, ToOwned as _};
#[cfg(feature = "notes")]
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

pub use rfcbnf_engine::masked::{HIDDEN, Masked};

/// Returns the span of the password in a text, as byte offsets, if there is one that is not empty.
///
/// ```
/// assert_eq!(rfc1738::password::span(b"ftp://user:secret@ho_st/"), Some(11..17));
/// assert_eq!(rfc1738::password::span(b"ftp://user@host/"), None);
/// ```
#[must_use]
pub fn span(text: &[u8]) -> Option<Range<usize>> {
    let start = text.windows(2).position(|pair| pair == b"//")? + 2;
    let end = text[start..].iter().position(|&octet| octet == b'/');
    in_login(text, start..end.map_or(text.len(), |length| start + length))
}

/// Returns the span of the password in what is between `//` and the next `/`.
fn in_login(text: &[u8], login: Range<usize>) -> Option<Range<usize>> {
    let start = login.start;
    let at = text[login].iter().rposition(|&octet| octet == b'@')?;
    let before = &text[start..start + at];
    let colon = before.iter().position(|&octet| octet == b':')?;
    let span = start + colon + 1..start + at;
    (!span.is_empty()).then_some(span)
}

/// Returns the text with [`HIDDEN`] in the place of its password.
///
/// ```
/// use rfc1738::password::hidden;
///
/// assert_eq!(hidden("ftp://user:secret@host/"), "ftp://user:***@host/");
/// assert_eq!(hidden("http://host/"), "http://host/");
/// ```
#[must_use]
pub fn hidden(text: &str) -> Cow<'_, str> {
    match span(text.as_bytes()) {
        Some(span) => without(text, &span),
        None => Cow::Borrowed(text),
    }
}

/// Returns what is between `//` and the next `/`, without its password.
pub(crate) fn hidden_login(login: &str) -> Cow<'_, str> {
    match in_login(login.as_bytes(), 0..login.len()) {
        Some(span) => without(login, &span),
        None => Cow::Borrowed(login),
    }
}

/// Returns the text with the password at this span hidden.
fn without<'t>(text: &'t str, span: &Range<usize>) -> Cow<'t, str> {
    let (before, after) = (text.get(..span.start), text.get(span.end..));
    Cow::Owned(before.unwrap_or_default().to_owned() + HIDDEN + after.unwrap_or_default())
}

/// Returns the part of a text at these offsets, without the password of the whole text.
#[cfg(feature = "notes")]
pub(crate) fn hidden_part(text: &str, part: Range<usize>) -> Cow<'_, str> {
    let raw = text.get(part.clone()).unwrap_or_default();
    let Some(password) = span(text.as_bytes()) else {
        return Cow::Borrowed(raw);
    };
    let first = password.start.max(part.start);
    let last = password.end.min(part.end);
    if first >= last {
        return Cow::Borrowed(raw);
    }
    let between = |range: Range<usize>| text.get(range).unwrap_or_default();
    let mut shown = String::from(between(part.start..first));
    shown.push_str(HIDDEN);
    shown.push_str(between(last..part.end));
    Cow::Owned(shown)
}

/// Returns the spans of the passwords in a document, as byte offsets in order: those after each `//`,
/// also as JSON may escape it, and before white space or a quotation mark.
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
    let ends = |octet: &u8| octet.is_ascii_whitespace() || b"/\"'<>".contains(octet);
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
        let end = octets[start..].iter().position(ends);
        let end = end.map_or(octets.len(), |length| start + length);
        spans.extend(in_login(octets, start..end));
        at = end;
    }
    spans
}
