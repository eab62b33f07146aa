//! Notes on what is particular to a scheme: Sections 3.2 to 3.11.

use alloc::string::String;

use rfcbnf_engine::CharacterSet;
use rfcbnf_engine::spelling::is_near;

use super::candidate::{Candidate, Piece};
use super::draft::Draft;
use super::id::NoteId;
use super::octets::{self, find, find_last};
use super::rejection::Rejection;
use crate::error::Found;
use crate::rules::Rule;

/// Returns what the prose of the scheme says about the offset.
pub(super) fn note<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    typecode(rejection)
        .or_else(|| semicolon(rejection))
        .or_else(|| mailto(rejection))
        .or_else(|| news(rejection))
        .or_else(|| nntp(rejection))
        .or_else(|| telnet(rejection))
        .or_else(|| field(rejection))
}

/// Returns a note on the typecode of an ftp URL.
fn typecode<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    if !rejection.is_in(Rule::Ftptype) {
        return None;
    }
    let before = rejection.before();
    let start = find_last(before, b'=');
    let start = start.map_or(0, |equals| equals + 1);
    let written = rejection.text[start..].first().map(u8::to_ascii_lowercase);
    let meant = written.filter(|code| b"aid".contains(code));
    let codes: &[&[u8]] = match meant {
        Some(b'a') => &[b"a"],
        Some(b'i') => &[b"i"],
        Some(_) => &[b"d"],
        None => &[b"a", b"i", b"d"],
    };
    let mut draft = Draft::new(NoteId::FtpTypecode);
    for &code in codes {
        draft = draft.candidate([(&rejection.text[..start]).into(), code.into()]);
    }
    Some(draft)
}

/// Returns a note on a semicolon in the path of an ftp URL.
fn semicolon<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    const BEFORE_CODE: &[u8] = b";type=";
    const LONGEST_NAME: usize = 16;
    let before = rejection.before();
    let start = find_last(before, b';')?;
    let is_type = BEFORE_CODE.starts_with(&before[start..]);
    if !rejection.is_in(Rule::Ftpurl) || !is_type || rejection.is_in(Rule::Login) {
        return None;
    }
    let semicolon = CharacterSet::of(";");
    let text = rejection.text;
    let once = rejection.replaced(start..start + 1, "%3B");
    let each = rejection.replaced(start..text.len(), Piece::Encoded(&text[start..], semicolon));
    let rest = &text[start + 1..];
    let equals = find(rest, b'=');
    let name = &rest[..equals.filter(|equals| *equals < LONGEST_NAME).unwrap_or(0)];
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    if is_near(&name, "type") {
        let end = start + 1 + name.len() + 1;
        let lower = rejection.replaced(start..end.min(text.len()), BEFORE_CODE);
        let id = if name == "type" {
            NoteId::LiteralCase
        } else {
            NoteId::FtpType
        };
        return Some(Draft::new(id).candidate(lower).candidate(once));
    }
    Some(Draft::new(NoteId::FtpReserved).first_of([once, each]))
}

/// Returns a note on brackets around the address of a mailto URL.
fn mailto<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let is_mailto = rejection.is_in(Rule::Mailtourl);
    let inside = enclosed(rejection.text).filter(|_| is_mailto && is_bracket_near(rejection))?;
    let scheme = &rejection.text[.."mailto:".len()];
    Some(Draft::new(NoteId::MailtoBrackets).candidate([scheme.into(), inside.trim_ascii().into()]))
}

/// Returns whether an opening bracket is at the offset, or after white space and a name.
fn is_bracket_near(rejection: &Rejection<'_>) -> bool {
    matches!(rejection.octet(), Some(b'<' | b' ' | b'"'))
}

/// Returns the text between the first `<` and the last `>`.
fn enclosed(text: &[u8]) -> Option<&[u8]> {
    let start = find(text, b'<')? + 1;
    let length = find_last(&text[start..], b'>')?;
    Some(&text[start..start + length])
}

/// Returns a note on a name that neither a newsgroup nor a message has.
fn news<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let is_part =
        rejection.is_in_any(&[Rule::Newsurl, Rule::Grouppart, Rule::Group, Rule::Article]);
    if !is_part || rejection.is_in(Rule::Nntpurl) {
        return None;
    }
    let text = rejection.text;
    let colon = find(text, b':');
    let start = colon.filter(|_| rejection.is_in(Rule::Newsurl));
    let start = start.map_or(0, |colon| colon + 1);
    let (scheme, name) = text.split_at(start);
    if name.starts_with(b"<") || matches!(rejection.found, Some(Found::Character('<' | '>'))) {
        let id = Piece::Without(name, b"<> \t\r\n\x0c");
        return Some(Draft::new(NoteId::NewsBrackets).candidate([scheme.into(), id]));
    }
    if let Some(host) = name.strip_prefix(b"//").filter(|_| start > 0) {
        let slash = find(host, b'/');
        let group = slash.map(|slash| [scheme.into(), (&host[slash + 1..]).into()].into());
        let nntp = ["nntp:".into(), name.into()];
        return Some(
            Draft::new(NoteId::NewsHost)
                .candidates(group)
                .candidate(nntp),
        );
    }
    let at = find_last(name, b'@');
    let is_character = rejection
        .octet()
        .is_none_or(|octet| !Rule::Reserved.first().contains(octet));
    if at.is_some_and(|at| start + at >= rejection.offset) && is_character {
        return None;
    }
    let at = at.unwrap_or(0);
    let unique = Piece::Encoded(&name[..at], CharacterSet::of("@"));
    let mut name_alone = name;
    while let [begin @ .., b'/'] = name_alone {
        name_alone = begin;
    }
    Some(
        Draft::new(NoteId::NewsForm)
            .candidate([scheme.into(), unique, (&name[at..]).into()])
            .candidate([scheme.into(), name_alone.into()]),
    )
}

/// Returns a note on the group or the number of an nntp URL.
fn nntp<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let (is_group, is_number) = (rejection.is_in(Rule::Group), rejection.is_in(Rule::Digits));
    if !rejection.is_in(Rule::Nntpurl) || !is_group && !is_number {
        return None;
    }
    let text = rejection.text;
    let last = octets::after_last(text, b'/');
    let enclosed = last.strip_prefix(b"<").unwrap_or(last);
    let article = enclosed.strip_suffix(b">").unwrap_or(enclosed);
    let article = article
        .contains(&b'@')
        .then(|| Candidate::from(["news:".into(), article.into()]));
    let rest = find_last(rejection.before(), b'/')?;
    let id = if is_number {
        NoteId::NntpNumber
    } else {
        NoteId::NntpForm
    };
    let is_number_wrong = rejection.found.is_none() || rejection.octet() == Some(b'/');
    let end = if rejection.can_end {
        rejection.offset
    } else {
        rest
    };
    let without = is_number_wrong.then(|| Candidate::from(&text[..end]));
    Some(Draft::new(id).candidates(article).candidates(without))
}

/// Returns a note on what follows the slash of a telnet URL.
fn telnet<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let is_after = rejection.before().ends_with(b"/") && rejection.can_end;
    let is_after = is_after && rejection.found != Some(Found::Character('#'));
    (rejection.is_in(Rule::Telneturl) && is_after)
        .then(|| Draft::new(NoteId::TelnetForm).candidate(rejection.before()))
}

/// Returns a note on a field of a prospero URL without a value.
fn field<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let is_part = rejection.is_in_any(&[Rule::Fieldspec, Rule::Fieldname]);
    let is_unfinished = rejection.next.contains(b'=') && !rejection.can_end;
    let is_reserved = matches!(rejection.octet(), None | Some(b';' | b'/'));
    if !is_part || !is_unfinished || !is_reserved {
        return None;
    }
    let offset = rejection.offset;
    let semicolon = find_last(rejection.before(), b';');
    let name = semicolon.map(|index| rejection.replaced(index..index + 1, "%3B"));
    Some(
        Draft::new(NoteId::ProsperoField)
            .candidate(rejection.replaced(offset..offset, "="))
            .candidates(name),
    )
}
