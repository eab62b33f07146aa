//! Characters that a URL holds only encoded, if at all: Section 2.2.

use std::borrow::Cow;

use super::{Note, Rejection};
use crate::CharacterSet;
use crate::encoding::encode;
use crate::error::{Found, excerpt};

const SECTION: &str = "2.2";

/// Why what was found stands in no URL as it is.
pub(super) fn note(rejection: Rejection<'_>) -> Option<Note> {
    if is_in_escape(rejection) {
        let message =
            "\"%\" and two hexadecimal digits encode an octet; \"%\" itself is encoded as %25";
        return Some(Note::new(SECTION, message));
    }
    let reason = reason(rejection.found?)?;
    Some(Note::new(
        SECTION,
        match encoded(rejection) {
            Some(encoded) => [&reason, " and has to be encoded: ", &encoded].concat(),
            None => reason.into_owned(),
        },
    ))
}

/// Whether only hexadecimal digits can follow, and after a percent sign.
fn is_in_escape(rejection: Rejection<'_>) -> bool {
    let before = rejection.before();
    let begins = before.iter().rev().take(2).any(|&octet| octet == b'%');
    begins && rejection.next.contains(b'F') && !rejection.next.contains(b'G')
}

/// What keeps it out; nothing for a character that a URL can hold.
fn reason(found: Found) -> Option<Cow<'static, str>> {
    let character = match found {
        Found::Octet(_) => return Some(format!("{found} is no character of US-ASCII").into()),
        Found::Character(character) => character,
    };
    Some(match character {
        ' ' => "a space is unsafe".into(),
        '#' => format!("{found} is unsafe (it delimits a URL from a fragment identifier)").into(),
        '<' | '>' | '"' => format!("{found} is unsafe (it delimits URLs in text)").into(),
        '{' | '}' | '|' | '\\' | '^' | '~' | '[' | ']' | '`' => format!("{found} is unsafe").into(),
        _ if !character.is_ascii() => format!("{found} is no character of US-ASCII").into(),
        _ if character.is_ascii_control() => {
            format!("\"{}\" is a control character", excerpt::escaped(character)).into()
        }
        _ => return None,
    })
}

/// What was found, octet by octet encoded, where an escape could stand in its place.
fn encoded(rejection: Rejection<'_>) -> Option<String> {
    let length = match rejection.found? {
        Found::Character(character) => character.len_utf8(),
        Found::Octet(_) => 1,
    };
    let octets = rejection.after().get(..length)?;
    let can_be = rejection.next.contains(b'%');
    can_be.then(|| encode(octets, CharacterSet::EMPTY))
}
