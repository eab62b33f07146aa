//! Notes on what surrounds a URL in a text, and on paths that are no URLs: the Appendix,
//! Sections 2.2 and 3.10.

use super::candidate::{Candidate, Piece};
use super::draft::Draft;
use super::id::NoteId;
use super::octets::find_last;
use super::rejection::Rejection;
use crate::password;
use crate::rules::Rule;

/// The characters that delimit a quotation, and no URL.
const QUOTATION_MARKS: [char; 9] = ['"', '\'', '`', '“', '”', '„', '‘', '’', '«'];

/// Returns a note if the text is a URL with something around it.
pub(super) fn note<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    if !rejection.is_url() {
        return None;
    }
    brackets(rejection)
        .or_else(|| quotation(rejection))
        .or_else(|| white_space(rejection))
        .or_else(|| path(rejection))
}

fn brackets<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let text = rejection.text.trim_ascii();
    let inside = match text.strip_prefix(b"<") {
        Some(inside) => inside[..find_last(inside, b'>').unwrap_or(inside.len())].trim_ascii(),
        None => text,
    };
    let url = match inside.split_at_checked(4) {
        Some((prefix, url)) if prefix.eq_ignore_ascii_case(b"URL:") => url,
        _ => inside,
    };
    (url.len() < text.len()).then(|| {
        Draft::new(NoteId::Wrapper)
            .candidate(Piece::Joined(url))
            .candidate(url.trim_ascii())
    })
}

fn quotation<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let begin = rejection.text.trim_ascii_start().first();
    if begin.is_some_and(u8::is_ascii_alphanumeric) {
        return None;
    }
    let text = core::str::from_utf8(rejection.text).ok()?.trim();
    let url = text.strip_prefix(QUOTATION_MARKS)?;
    let follows = |character| matches!(character, '.' | ',' | ';' | ':' | ')');
    let before = url.trim_end_matches(follows);
    let closes = |character| QUOTATION_MARKS.contains(&character) || character == '»';
    let url = before.strip_suffix(closes).unwrap_or(url);
    Some(Draft::new(NoteId::QuotationMarks).candidate(url))
}

/// Returns a note on white space around the text, and where no escape is allowed instead.
fn white_space<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let after = rejection.after();
    let is_white = after.first().is_some_and(u8::is_ascii_whitespace);
    let surrounds = rejection.offset == 0 || after.trim_ascii().is_empty();
    let before = rejection.before();
    let breaks = !rejection.is_encodable() && before.contains(&b':');
    (is_white && (surrounds || breaks || before.ends_with(b":"))).then(|| {
        let candidate = if surrounds {
            Candidate::from(rejection.text.trim_ascii())
        } else {
            Candidate::from([before.into(), after.trim_ascii_start().into()])
        };
        let joined = Piece::Joined(rejection.text).into();
        Draft::new(NoteId::WhiteSpace).first_of([candidate, joined])
    })
}

/// The beginning of a file URL without a host.
const FILE: &str = "file:///";

/// Returns a note on a path with a drive letter, or with two backslashes before a host.
fn path<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    if !rejection.is_any_url() && !rejection.is_in(Rule::Fileurl) {
        return None;
    }
    let text = rejection.text;
    let url = match text.split_at_checked(5) {
        Some((scheme, path)) if scheme.eq_ignore_ascii_case(b"file:") => {
            let is_slash = |octet: &u8| matches!(octet, b'/' | b'\\');
            let slashes = path.iter().take_while(|octet| is_slash(octet)).count();
            &path[slashes..]
        }
        _ => text,
    };
    let candidate = match url {
        // A file URL with a drive is one already.
        [_, b':', b'/', ..] if text.len() == url.len() + FILE.len() && !text.contains(&b'\\') => {
            return None;
        }
        // A scheme of one letter.
        [_, b':', b'/', b'/', ..] => return None,
        // What follows the colon can be a password.
        [_, b':', ..] if !password::spans_as(rejection.rule.name(), text).is_empty() => {
            return None;
        }
        [letter, b':' | b'|', b'\\' | b'/', path @ ..] if letter.is_ascii_alphabetic() => {
            let letter = core::slice::from_ref(letter);
            Candidate::from([
                FILE.into(),
                letter.into(),
                ":/".into(),
                Piece::Slashes(path),
            ])
        }
        [b'\\', b'\\', path @ ..] => Candidate::from(["file://".into(), Piece::Slashes(path)]),
        _ => return None,
    };
    Some(Draft::new(NoteId::FilePath).candidate(candidate))
}
