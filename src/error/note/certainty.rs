//! Which fixes are certain: those that keep what the author wrote.
//!
//! A fix is certain if the right text is the wrong one
//!
//! 1. without what surrounds it: blanks, a pair of brackets or quotation marks, and `URL:`;
//! 2. with unsafe characters encoded, and everything else as it was.
//!
//! So decoding the right text gives the octets of the wrong one. Not every text with the same octets
//! means the same, and these encodings are not certain:
//!
//! - `#`, because it begins a fragment identifier; `%`, because it can be a damaged escape; `\`,
//!   because it can be meant as `/`; a reserved character, because its encoding has another meaning
//!   (RFC 1738, 2.2); a control character, because it can be the trace of a terminal or an editor;
//! - anything before the path, because it would make another host or user;
//! - a blank in a URL without `//`, which can be a list of addresses; before a second URL; and at the
//!   end.
//!
//! Nothing else is certain: no other scheme or host, and nothing that leaves out a part of the text.

use rfcbnf_engine::CharacterSet;

use super::octets::{find, find_last, shared_prefix};
use crate::encoding::{ESCAPE, escaped};
use crate::rules::Rule;

/// The ASCII characters whose encoding is certain.
const UNSAFE: CharacterSet = CharacterSet::of(" <>\"{}|^~[]`");

/// The pairs that surround a URL in a text.
const PAIRS: [(&str, &str); 11] = [
    ("<", ">"),
    ("(", ")"),
    ("[", "]"),
    ("{", "}"),
    ("\"", "\""),
    ("'", "'"),
    ("`", "`"),
    ("“", "”"),
    ("„", "“"),
    ("‘", "’"),
    ("«", "»"),
];

/// The most layers that are removed around a text. More of them are no accident, and each takes time
/// linear in the text.
const LAYERS: usize = 6;

/// Returns whether the fix from the wrong text to the right one is certain.
pub(super) fn is_certain(wrong: &[u8], right: &[u8]) -> bool {
    let mut inner = wrong;
    for _ in 0..LAYERS {
        if is_encoding(inner, right) {
            return true;
        }
        match without_layer(inner) {
            Some(without) => inner = without,
            None => return false,
        }
    }
    false
}

/// Returns the text without its outermost layer: blanks, a pair, or `URL:`.
fn without_layer(text: &[u8]) -> Option<&[u8]> {
    let trimmed = text.trim_ascii();
    if trimmed.len() < text.len() {
        return Some(trimmed);
    }
    if let Some((prefix, url)) = text.split_at_checked(4)
        && prefix.eq_ignore_ascii_case(b"URL:")
    {
        return Some(url);
    }
    PAIRS.iter().find_map(|(open, close)| {
        text.strip_prefix(open.as_bytes())?
            .strip_suffix(close.as_bytes())
    })
}

/// Returns whether `right` is `text` with unsafe characters encoded where that is certain.
fn is_encoding(text: &[u8], right: &[u8]) -> bool {
    // An encoding is never shorter.
    if right.len() < text.len() {
        return false;
    }
    // Most texts that are no encoding differ before the first escape.
    let mut parts = None;
    let (mut offset, mut encoded) = (0, right);
    loop {
        let length = shared_prefix(&text[offset..], encoded);
        (offset, encoded) = (offset + length, &encoded[length..]);
        let Some(&octet) = text.get(offset) else {
            return encoded.is_empty();
        };
        let is_certain = escaped(encoded) == Some(octet)
            && parts
                .get_or_insert_with(|| Parts::of(text))
                .encodes(offset, octet);
        if !is_certain {
            return false;
        }
        (offset, encoded) = (offset + 1, &encoded[ESCAPE..]);
    }
}

/// Returns the offset of the last `://`.
fn find_last_url(text: &[u8]) -> Option<usize> {
    let mut end = text.len();
    loop {
        let colon = find_last(&text[..end], b':')?;
        if text[colon..].starts_with(b"://") {
            return Some(colon);
        }
        end = colon;
    }
}

/// Where the encodings in a text are certain.
struct Parts {
    /// The offset at which the path begins, or what is in its place.
    path: usize,
    /// From this offset on, blanks can be encoded.
    blanks: usize,
    /// The offset at which blanks end the text, or a second URL follows.
    end: usize,
}

impl Parts {
    fn of(text: &[u8]) -> Self {
        let end = text.trim_ascii_end().len();
        // Blanks before it are between two URLs.
        let second = find_last_url(text).unwrap_or(0);
        let characters = Rule::Scheme.first();
        let colon = find(text, b':').filter(|colon| {
            let is_of_scheme = |octet: &u8| characters.contains(*octet);
            *colon > 0 && text[..*colon].iter().all(is_of_scheme)
        });
        let Some(colon) = colon else {
            // A part of a URL.
            return Self {
                path: 0,
                blanks: second,
                end,
            };
        };
        let after = colon + 1;
        if !text[after..].starts_with(b"//") {
            return Self {
                path: after,
                blanks: end,
                end,
            };
        }
        let authority = after + 2;
        let ends = |octet: &u8| matches!(octet, b'/' | b'?' | b'#');
        let length = text[authority..].iter().position(ends);
        let path = length.map_or(text.len(), |length| authority + length);
        Self {
            path,
            blanks: path.max(second),
            end,
        }
    }

    /// Returns whether it is certain that the octet at the offset is to be encoded.
    fn encodes(&self, offset: usize, octet: u8) -> bool {
        let is_blank = octet == b' ';
        let is_unsafe = !octet.is_ascii() || UNSAFE.contains(octet);
        let start = if is_blank { self.blanks } else { self.path };
        is_unsafe && (start..self.end).contains(&offset)
    }
}
