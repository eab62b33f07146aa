//! Notes on the scheme: Sections 2.1 and 3.

use alloc::string::String;
use alloc::vec::Vec;

use rfcbnf_engine::ProductionSet;

use super::candidate::{Candidate, Piece};
use super::draft::Draft;
use super::id::NoteId;
use super::octets::{self, find, find_last};
use super::rejection::{Rejection, is_specific};
use crate::known_schemes::{is_known, meant_by};
use crate::rules::Rule;
use crate::tables::descriptions::DESCRIPTIONS;
use crate::verdict::verdict;

/// The URLs whose schemes the RFC defines.
const PREDEFINED: ProductionSet =
    Rule::set(DESCRIPTIONS[Rule::Url as usize].uses).without(Rule::Otherurl.id());

/// Returns what the prose says about the beginning of the text.
pub(super) fn note<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    beginning(rejection)
        .or_else(|| doubled(rejection))
        .or_else(|| double_slash(rejection))
}

/// Returns a note if the text does not begin with a scheme and a colon.
fn beginning<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    if rejection.rule == Rule::Scheme {
        return Some(Draft::new(NoteId::SchemeName));
    }
    let name = name(rejection.text);
    let is_predefined = || predefined_with(Rule::Url, name).is_some();
    if rejection.rule == Rule::Otherurl && rejection.octet() == Some(b':') && is_predefined() {
        return Some(Draft::new(NoteId::PredefinedScheme));
    }
    if let Some(scheme) = before_host_and_port(rejection.text).filter(|_| rejection.is_any_url()) {
        let url = [scheme.into(), rejection.text.into()];
        return Some(Draft::new(NoteId::SchemeMissing).candidate(url));
    }
    let is_there = rejection.before().contains(&b':');
    (rejection.is_any_url() && !is_there).then(|| {
        let mut guesses: Vec<Candidate<'_>> = guess(rejection.text).into_iter().collect();
        if joined_names_scheme(rejection.text) {
            guesses.push(Piece::Joined(rejection.text).into());
        }
        Draft::new(NoteId::SchemeMissing).first_of(guesses)
    })
}

/// Returns whether the text has `://` once its white space is removed.
fn joined_names_scheme(text: &[u8]) -> bool {
    // Most texts without a scheme have no colon at all.
    if find(text, b':').is_none() {
        return false;
    }
    let mut last = [0; 3];
    let mut octets = text.iter().filter(|octet| !octet.is_ascii_whitespace());
    octets.any(|&octet| {
        last = [last[1], last[2], octet];
        last == *b"://"
    })
}

/// Returns the URL that the author of a text without a scheme may have meant.
fn guess(text: &[u8]) -> Option<Candidate<'_>> {
    let name = name(text);
    if let Some(url) = predefined_with(Rule::Url, name) {
        return delimited(url, text);
    }
    if let Some(url) = later(text) {
        return Some(url);
    }
    let begin = |scheme: &'static str| Candidate::from([scheme.into(), text.into()]);
    let end = text
        .iter()
        .position(|octet| matches!(octet, b'/' | b'?' | b'#'));
    let first = &text[..end.unwrap_or(text.len())];
    let at = find_last(first, b'@');
    let host = &first[at.map_or(0, |at| at + 1)..];
    let is_opening = |octet: &&u8| matches!(octet, b'(' | b'[' | b'{' | b'*' | b'_');
    let opened = text.iter().take_while(is_opening).count();
    let guess = if text.starts_with(b"//") {
        begin("http:")
    } else if text.starts_with(b"/") {
        begin("file://")
    } else if opened > 0 {
        let is_closing =
            |octet: &&u8| matches!(octet, b')' | b']' | b'}' | b'*' | b'_' | b'.' | b',');
        let closed = text.iter().rev().take_while(is_closing).count();
        let end = text.len() - closed;
        text.get(opened..end).unwrap_or_default().into()
    } else if !verdict(Rule::Hostport, host) || !host.contains(&b'.') || is_file_name(text) {
        return None;
    } else if at.is_some_and(|at| at > 0) && end.is_none() {
        begin("mailto:")
    } else if first.starts_with(b"ftp.") {
        begin("ftp://")
    } else {
        begin(web(host))
    };
    Some(guess)
}

/// Returns the scheme to write before the text, if it begins with a host and a port, as in
/// `localhost:8080/x`. The grammar takes the host for the name of a scheme.
pub(crate) fn before_host_and_port(text: &[u8]) -> Option<&'static str> {
    let end = text.iter().position(|octet| matches!(octet, b'/' | b'?'));
    let hostport = &text[..end.unwrap_or(text.len())];
    // Most texts have no number there.
    if !hostport.last()?.is_ascii_digit() {
        return None;
    }
    let hostport = core::str::from_utf8(hostport).ok()?;
    let (host, port) = hostport.split_once(':')?;
    port.parse::<u16>().ok()?;
    let host = host.to_ascii_lowercase();
    let is_host = host == "localhost" || host.contains('.') && verdict(Rule::Host, host.as_bytes());
    (is_host && !is_known(&host)).then(|| web(hostport.as_bytes()))
}

/// Returns the scheme to write before a host and a port.
fn web(hostport: &[u8]) -> &'static str {
    match octets::after_last(hostport, b':') {
        b"443" | b"8443" => "https://",
        _ => "http://",
    }
}

/// Returns whether the text looks like the name of a file, and not like a host.
fn is_file_name(text: &[u8]) -> bool {
    const ENDINGS: [&[u8]; 14] = [
        b"html", b"htm", b"txt", b"php", b"xml", b"json", b"pdf", b"png", b"jpg", b"gif", b"gz",
        b"css", b"toml", b"yml",
    ];
    ENDINGS.contains(&octets::after_last(text, b'.'))
}

/// Returns the text with `://` for the delimiter after the name of a later scheme, if the text
/// begins with one and two slashes follow.
fn later(text: &[u8]) -> Option<Candidate<'_>> {
    let name = name(text);
    let is_delimiter = |octet: &&u8| matches!(octet, b':' | b';' | b',' | b' ');
    let after = &text[name.len()..];
    let length = after.iter().take_while(is_delimiter).count();
    let rest = after[length..].strip_prefix(b"//")?;
    let lower = String::from_utf8_lossy(name).to_ascii_lowercase();
    is_known(&lower).then(|| Candidate::from([name.into(), "://".into(), rest.into()]))
}

/// Returns the text with the delimiter that follows the name of its scheme, if the text begins
/// with the name.
fn delimited(url: Rule, text: &[u8]) -> Option<Candidate<'_>> {
    let (scheme, example) = url.example().split_once(':')?;
    let is_delimiter = |octet: &&u8| matches!(octet, b':' | b';' | b',' | b'/' | b'\\' | b' ');
    let rest = &text[scheme.len()..];
    let length = rest.iter().take_while(is_delimiter).count();
    let mut count = 0;
    for octet in &rest[..length] {
        count += usize::from(matches!(octet, b'/' | b'\\'));
    }
    let delimiter = match (url, example.starts_with("//")) {
        (Rule::Fileurl, _) if count != 2 => ":///",
        (_, true) => "://",
        (_, false) => ":",
    };
    let rest = &rest[length..];
    // Only a reader of the document knows where a relative path begins.
    let is_relative = url == Rule::Fileurl && count == 0 && !rest.is_empty();
    let is_relative = is_relative || url == Rule::Fileurl && rest.starts_with(b".");
    (length > 0 && !is_relative).then(|| {
        let scheme = &text[..scheme.len()];
        Candidate::from([scheme.into(), delimiter.into(), Piece::Slashes(rest)])
    })
}

/// Returns the text with the scheme that the production names, if the text lacks it or its
/// delimiter.
pub(super) fn completed<'a>(rejection: &Rejection<'a>) -> Option<Candidate<'a>> {
    let (rule, text) = (rejection.rule, rejection.text);
    if !is_specific(rule) || rejection.before().contains(&b':') {
        return None;
    }
    let name = name(text);
    if has_scheme(rule.example(), name) {
        return delimited(rule, text);
    }
    let (scheme, _) = rule.example().split_once("://")?;
    let host = octets::before(text, b'/');
    (verdict(Rule::Hostport, host) && host.contains(&b'.'))
        .then(|| Candidate::from([scheme.into(), "://".into(), text.into()]))
}

/// Returns a note if a second scheme is where the host belongs.
fn doubled<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let first = name(rejection.text);
    let rest = rejection.text[first.len()..].strip_prefix(b"://")?;
    let second = name(rest);
    let is = |name: &[u8], scheme: &[u8]| name.eq_ignore_ascii_case(scheme);
    let after = &rest[second.len()..];
    let after = match after.strip_prefix(b":") {
        Some(after) if !second.is_empty() => after,
        None if is(second, b"http") || is(second, b"https") => after,
        _ => return None,
    };
    // If one of the two asks for encryption, the URL does.
    let scheme = if is(first, b"https") && is(second, b"http") {
        first
    } else {
        second
    };
    let after = after.strip_prefix(b"//").filter(|_| rejection.is_url())?;
    let url = [scheme.into(), "://".into(), after.into()];
    Some(Draft::new(NoteId::DoubledScheme).candidate(url))
}

/// Returns a note if the slashes after the scheme are missing.
fn double_slash<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let before = rejection.before();
    let before = before.strip_suffix(b"/").unwrap_or(before);
    let name = before.strip_suffix(b":")?;
    if name.contains(&b':') || !rejection.next.iter().eq(['/']) {
        return None;
    }
    let url = predefined_with(Rule::Url, name)?;
    let id = if url == Rule::Fileurl {
        NoteId::FileForm
    } else {
        NoteId::DoubleSlash
    };
    Some(Draft::new(id).candidates(delimited(url, rejection.text)))
}

/// Returns a note with the scheme that the author may have meant.
pub(super) fn nearest<'a>(rejection: &Rejection<'a>) -> Option<Draft<'a>> {
    let name = name(rejection.text);
    if rejection.offset > name.len() && PREDEFINED.intersects(&rejection.open) {
        // An open production has consumed the name and its colon.
        return None;
    }
    if name.is_empty() || predefined_with(rejection.rule, name).is_some() {
        return None;
    }
    let found = String::from_utf8_lossy(name).to_ascii_lowercase();
    let mut near = meant_by(&found);
    let is_of_rule = |scheme: &[u8]| predefined_with(rejection.rule, scheme).is_some();
    near.retain(|scheme| rejection.is_any_url() || is_of_rule(scheme.as_bytes()));
    let mut draft = Draft::new(NoteId::NearScheme).message(misspelt(&found, near.first()?));
    for known in near {
        draft = draft.candidate(rejection.replaced(0..name.len(), known));
    }
    Some(draft)
}

/// Returns the sentence on a name that is near a scheme.
pub(crate) fn misspelt(found: &str, known: &str) -> String {
    let sentence = NoteId::NearScheme.sentence().replace("{found}", found);
    sentence.replace("{known}", known)
}

/// Returns the scheme characters at the start, up to a length greater than that of any scheme of
/// the RFC.
fn name(text: &[u8]) -> &[u8] {
    const MOST: usize = 16;
    let characters = Rule::Scheme.first();
    let is_of_scheme = |&octet: &u8| characters.contains(octet);
    let mut length = 0;
    while length < MOST && text.get(length).is_some_and(is_of_scheme) {
        length += 1;
    }
    &text[..length]
}

fn has_scheme(url: &str, name: &[u8]) -> bool {
    let begin = url.as_bytes().get(..=name.len());
    let Some([scheme @ .., b':']) = begin else {
        return false;
    };
    scheme.eq_ignore_ascii_case(name)
}

/// Returns the one of the URLs that the production derives which has the scheme, if the RFC defines it.
fn predefined_with(rule: Rule, scheme: &[u8]) -> Option<Rule> {
    let any = [Rule::Url, Rule::Otherurl, Rule::Genericurl].contains(&rule);
    let is_wais = Rule::Waisurl.uses().contains(&rule);
    let rule = if is_wais { Rule::Waisurl } else { rule };
    let is_of_rule = |url: Rule| PREDEFINED.contains(url.id()) && (any || url == rule);
    let mut urls = Rule::Url.uses().iter().copied();
    urls.find(|url| has_scheme(url.example(), scheme) && is_of_rule(*url))
}
