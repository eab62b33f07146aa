//! Notes on characters that a URL holds only encoded, and on those that a scheme reserves: Section 2.2, and what each
//! scheme says.

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use core::fmt::Write as _;

use rfcbnf_engine::CharacterSet;

use super::candidate::{Candidate, Piece};
use super::draft::Draft;
use super::form;
use super::id::NoteId;
use super::octets::{self, find_last};
use super::rejection::Rejection;
use crate::encoding::push_encoded;
use crate::error::Found;
use crate::rules::Rule;

/// Returns a note on an unfinished escape.
pub(super) fn escape<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let before = rejection.before();
    let begins = before[before.len().saturating_sub(2)..].contains(&b'%');
    if !begins || !rejection.next.contains(b'F') || rejection.next.contains(b'G') {
        return None;
    }
    let id = if rejection.is_in(Rule::Mailtourl) {
        NoteId::MailtoPercent
    } else {
        NoteId::UnfinishedEscape
    };
    let start = find_last(before, b'%')?;
    Some(Draft::new(id).first_of(encodings(rejection, start)))
}

/// Returns the reason why no URL holds the character as it is.
pub(super) fn note<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let found = rejection.found?;
    let id = reason(found)?;
    if rejection.is_secret {
        let draft = || Draft::new(NoteId::PasswordCharacter);
        let encodings = || encodings(rejection, rejection.offset);
        let is_encodable = rejection.is_encodable();
        return is_encodable.then(|| draft().first_of(encodings()));
    }
    let ends = id == NoteId::Fragment || id == NoteId::Delimiter && closes(rejection.after());
    if !rejection.is_encodable() && !ends {
        return None;
    }
    if id == NoteId::Fragment && rejection.after().is_empty() {
        // The text ends here: the rest is a fragment identifier.
        let message = id.sentence().to_string() + ": the URL ends before it";
        return Some(Draft::new(id).message(message).candidate(rejection.text));
    }
    let mut message = sentence(id, found);
    if rejection.is_encodable() && !lacks_at(rejection) {
        message.push_str(" and has to be encoded: ");
        let length = match found {
            Found::Character(character) => character.len_utf8(),
            Found::Octet(_) => 1,
        };
        let octets = rejection.after().get(..length)?;
        push_encoded(&mut message, octets, CharacterSet::EMPTY);
    }
    let draft = Draft::new(id).message(message);
    let before = rejection.before();
    let is_inside = id == NoteId::Fragment && rejection.is_url();
    let draft = match found {
        Found::Character('\\') => draft.candidate(Piece::Slashes(rejection.text)),
        _ if ends && rejection.offset > 0 && !is_inside => draft.candidate(before),
        _ => draft,
    };
    if let Some(url) = before_bracket(rejection) {
        return Some(draft.candidate(url));
    }
    let breaks = matches!(found, Found::Character('\n' | '\r' | '\t'));
    let joined = breaks.then(|| Piece::Joined(rejection.text).into());
    let encodings = encodings(rejection, rejection.offset);
    Some(draft.first_of(encodings).candidates(joined))
}

/// Returns the sentence about what was found. It has room for the escape of a character.
fn sentence(id: NoteId, found: Found) -> String {
    const ROOM: usize = 96;
    let mut sentence = String::with_capacity(ROOM);
    match id.sentence().strip_prefix("{found}") {
        Some(rest) => {
            // A string can always be written to.
            let _ = write!(sentence, "{found}{rest}");
        }
        None => sentence.push_str(id.sentence()),
    }
    sentence
}

/// Returns the URL before a closing bracket of the text around it, as of Markdown: nothing opens the
/// bracket, and only punctuation follows.
fn before_bracket<'a>(rejection: &Rejection<'a>) -> Option<&'a [u8]> {
    let open = match rejection.octet()? {
        b']' => b'[',
        b'}' => b'{',
        _ => return None,
    };
    let mut url = rejection.before();
    let follows = |octet: &u8| b"]})\"'`.,;:".contains(octet);
    if !rejection.is_url() || url.contains(&open) || !rejection.after().iter().all(follows) {
        return None;
    }
    let count = |octet| url.split(|&other| other == octet).count();
    for _ in count(b'(')..count(b')') {
        url = url.strip_suffix(b")").unwrap_or(url);
    }
    Some(url)
}

/// Returns whether the offset is in a user name, a password or a message id only because an `@`
/// could follow, and none does.
fn lacks_at(rejection: &Rejection<'_>) -> bool {
    let parts = [Rule::User, Rule::Password];
    let needs_at = !parts.contains(&rejection.rule)
        && rejection.is_in_any(&[Rule::Login, Rule::User, Rule::Article, Rule::Group]);
    needs_at && !octets::before(rejection.after(), b'/').contains(&b'@')
}

/// Returns the text with everything encoded from an offset on that no URL holds; and the same with
/// the reserved characters encoded that the error does not expect.
pub(super) fn encodings<'a>(rejection: &Rejection<'a>, start: usize) -> [Candidate<'a>; 2] {
    let (before, after) = rejection.text.split_at(start);
    let unexpected = Rule::Reserved.first().without(rejection.next);
    let with = |also| Candidate::from([before.into(), Piece::Encoded(after, also)]);
    [with(CharacterSet::EMPTY), with(unexpected)]
}

/// Returns whether the octets close a wrapper or a quotation, and only punctuation follows.
#[inline(never)]
pub(super) fn closes(octets: &[u8]) -> bool {
    let follows = |octet: &u8| matches!(octet, b'>' | b'"' | b'.' | b',' | b';' | b')');
    matches!(octets.first(), Some(b'>' | b'"')) && octets.iter().all(follows)
}

/// Returns why a URL cannot hold the character; `None` for a character that it can hold.
fn reason(found: Found) -> Option<NoteId> {
    Some(match found {
        Found::Character(' ') => NoteId::Space,
        Found::Character('#') => NoteId::Fragment,
        Found::Character('<' | '>' | '"') => NoteId::Delimiter,
        Found::Character('{' | '}' | '|' | '\\' | '^' | '~' | '[' | ']' | '`') => {
            NoteId::UnsafeCharacter
        }
        Found::Character(character) if character.is_ascii_control() => NoteId::ControlCharacter,
        Found::Character(character) if character.is_ascii() => return None,
        Found::Octet(_) | Found::Character(_) => NoteId::NotUsAscii,
    })
}

/// Returns a note if the character at the offset is reserved there.
pub(super) fn reserved<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let found = rejection.octet()?;
    let is_reserved = Rule::Reserved.first().contains(found);
    if !is_reserved || !rejection.is_encodable() {
        return None;
    }
    let id = of(rejection)?;
    let mut message = id.sentence().to_owned();
    if matches!(
        id,
        NoteId::HttpReserved | NoteId::WaisReserved | NoteId::ProsperoReserved
    ) {
        message.push_str(": ");
        push_encoded(&mut message, &[found], CharacterSet::EMPTY);
    }
    let (offset, text) = (rejection.offset, rejection.text);
    let only = CharacterSet::EMPTY.with(char::from(found).encode_utf8(&mut [0]));
    let once = Piece::Encoded(&text[offset..=offset], only);
    let each = Piece::Encoded(&text[offset..], only);
    let encoded = [
        rejection.replaced(offset..offset + 1, once),
        rejection.replaced(offset..text.len(), each),
    ];
    let encoded = encoded.into_iter().chain(encodings(rejection, offset));
    Some(Draft::new(id).message(message).first_of(encoded))
}

/// Returns the note on the reserved characters of the part that is open.
fn of(rejection: &Rejection<'_>) -> Option<NoteId> {
    const NOTES: [(Rule, NoteId); 15] = [
        (Rule::Fileurl, NoteId::FileReserved),
        (Rule::Ftpurl, NoteId::FtpReserved),
        (Rule::Waisurl, NoteId::WaisReserved),
        (Rule::Waisdatabase, NoteId::WaisReserved),
        (Rule::Waisindex, NoteId::WaisReserved),
        (Rule::Waisdoc, NoteId::WaisReserved),
        (Rule::Prosperourl, NoteId::ProsperoReserved),
        (Rule::Fieldspec, NoteId::ProsperoReserved),
        (Rule::Fieldname, NoteId::ProsperoReserved),
        (Rule::Fieldvalue, NoteId::ProsperoReserved),
        (Rule::Httpurl, NoteId::HttpReserved),
        (Rule::Hpath, NoteId::HttpReserved),
        (Rule::Hsegment, NoteId::HttpReserved),
        (Rule::Search, NoteId::HttpReserved),
        (Rule::User, NoteId::LoginReserved),
    ];
    let outermost = NOTES.into_iter().find(|(rule, _)| rejection.is_in(*rule));
    let form = form::of(rejection);
    let is_part = matches!(
        form,
        NoteId::LoginReserved
            | NoteId::FtpReserved
            | NoteId::WaisReserved
            | NoteId::ProsperoReserved
    );
    outermost.map(|(_, id)| id).or(is_part.then_some(form))
}
