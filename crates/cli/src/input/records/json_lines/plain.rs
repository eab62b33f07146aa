//! Objects as most lines have them: printable ASCII, no escapes, and no value that holds others.
//!
//! Invariant: `serde_json` finds the same text in every line in which this module finds one. A test of the command
//! compares them.

use memchr::memchr;

/// The most digits of a number. Longer ones, and those with a point or an exponent, are left to `serde_json`,
/// which knows which numbers are too large.
const DIGITS: usize = 15;

/// Returns the text in the field of an object; `None` if the object has no text there, or may be another one
/// than those above. Of the line, [`is_plain`] is true.
pub(super) fn text<'a>(json: &'a [u8], field: &[u8]) -> Option<&'a [u8]> {
    let mut rest = json.trim_ascii().strip_prefix(b"{")?;
    let mut found = None;
    loop {
        let (name, after) = name(unindented(rest))?;
        let value = unindented(after).strip_prefix(b":")?;
        let value = unindented(value);
        // A name can be the first part of a path.
        if field.get(name.len()) == Some(&b'.') && field.starts_with(name) {
            return None;
        }
        let is_field = name == field;
        let after = match string(value) {
            // `serde_json` tells which field is there twice.
            Some(_) if is_field && found.is_some() => return None,
            Some((text, after)) => {
                found = if is_field { Some(text) } else { found };
                after
            }
            None if is_field => return None,
            None => after_scalar(value)?,
        };
        match unindented(after).split_first()? {
            (b',', others) => rest = others,
            (b'}', []) => return found,
            _ => return None,
        }
    }
}

/// Returns whether lines are printable ASCII without a backslash, so that a quotation mark ends a string.
/// The loop has no exit: it is a few instructions for many octets.
pub(in super::super) fn is_plain(lines: &[u8]) -> bool {
    let is_other = |octet: u8| matches!(octet, ..b' ' | b'\\' | 0x7f..) && octet != b'\n';
    let others = lines.iter().map(|octet| u8::from(is_other(*octet)));
    others.fold(0, |any, other| any | other) == 0
}

/// Returns the name of a field, which is short, and what follows it.
fn name(json: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = json.strip_prefix(b"\"")?;
    let end = inside.iter().position(|&octet| octet == b'"')?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// Returns what a string holds, and what follows it.
fn string(json: &[u8]) -> Option<(&[u8], &[u8])> {
    let inside = json.strip_prefix(b"\"")?;
    let end = memchr(b'"', inside)?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// Returns what follows a short integer, a truth value or null.
fn after_scalar(json: &[u8]) -> Option<&[u8]> {
    let number = match json.first()? {
        b't' => return json.strip_prefix(b"true"),
        b'f' => return json.strip_prefix(b"false"),
        b'n' => return json.strip_prefix(b"null"),
        b'-' => &json[1..],
        _ => json,
    };
    let end = number.iter().position(|octet| !octet.is_ascii_digit());
    let length = end.unwrap_or(number.len());
    let is_integer = length == 1 || length > 1 && number.first() != Some(&b'0');
    (is_integer && length <= DIGITS).then(|| &number[length..])
}

/// Returns what follows blanks, of which most objects have none.
fn unindented(json: &[u8]) -> &[u8] {
    match json {
        [..=b' ', ..] => json.trim_ascii_start(),
        _ => json,
    }
}
