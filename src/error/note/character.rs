//! Notes on characters that a URL holds only encoded: Section 2.2.

use rfcbnf_engine::CharacterSet;

use super::{Note, Rejection};
use crate::encoding::push_encoded;
use crate::error::{Found, excerpt};

const SECTION: &str = "2.2";

/// Returns the reason why no URL holds the character as it is.
pub(super) fn note(rejection: Rejection<'_>) -> Option<Note> {
    if is_in_escape(rejection) {
        let message =
            "\"%\" and two hexadecimal digits encode an octet; \"%\" itself is encoded as %25";
        return Some(Note::new(SECTION, message));
    }
    let mut message = reason(rejection.found?)?;
    if let Some(octets) = encodable(rejection) {
        message.push_str(" and has to be encoded: ");
        push_encoded(&mut message, octets, CharacterSet::EMPTY);
    }
    Some(Note::new(SECTION, message))
}

/// Returns whether the offset is in an unfinished escape.
fn is_in_escape(rejection: Rejection<'_>) -> bool {
    let before = rejection.before();
    let begins = before.iter().rev().take(2).any(|&octet| octet == b'%');
    begins && rejection.next.contains(b'F') && !rejection.next.contains(b'G')
}

/// Room for a reason and the end of the note.
const ROOM: usize = 96;

/// Returns the reason; `None` for a character that a URL can hold.
fn reason(found: Found) -> Option<String> {
    let why = match found {
        Found::Character(' ') => "a space is unsafe",
        Found::Character('#') => " is unsafe (it delimits a URL from a fragment identifier)",
        Found::Character('<' | '>' | '"') => " is unsafe (it delimits URLs in text)",
        Found::Character('{' | '}' | '|' | '\\' | '^' | '~' | '[' | ']' | '`') => " is unsafe",
        Found::Character(character) if character.is_ascii_control() => " is a control character",
        Found::Character(character) if character.is_ascii() => return None,
        Found::Octet(_) | Found::Character(_) => " is not a US-ASCII character",
    };
    let mut text = String::with_capacity(ROOM);
    match found {
        Found::Character(' ') => {}
        Found::Character(character) => {
            text.push('"');
            excerpt::push_escaped(&mut text, character);
            text.push('"');
        }
        Found::Octet(_) => text.push_str(&found.to_string()),
    }
    text.push_str(why);
    Some(text)
}

/// Returns the octets found, if an escape would be accepted instead.
fn encodable(rejection: Rejection<'_>) -> Option<&[u8]> {
    let length = match rejection.found? {
        Found::Character(character) => character.len_utf8(),
        Found::Octet(_) => 1,
    };
    let octets = rejection.after().get(..length)?;
    rejection.next.contains(b'%').then_some(octets)
}
