//! Notes on the scheme: Sections 2.1 and 3.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use rfcbnf_engine::ProductionSet;
use rfcbnf_engine::spelling::is_near;

use super::character::{slashes, without_white_space};
use super::draft::Draft;
use super::id::NoteId;
use super::octets::{self, concat, find_last};
use super::rejection::{Rejection, is_specific};
use crate::rules::Rule;
use crate::rules::descriptions::DESCRIPTIONS;
use crate::verdict::verdict;

/// The URLs whose schemes the RFC defines.
const PREDEFINED: ProductionSet =
    Rule::set(DESCRIPTIONS[Rule::Url as usize].uses).without(Rule::Otherurl.id());

/// Returns what the prose says about the beginning of the text.
pub(super) fn note(rejection: &Rejection<'_>) -> Option<Draft> {
    beginning(rejection)
        .or_else(|| doubled(rejection))
        .or_else(|| double_slash(rejection))
}

/// Returns a note if the text does not begin with a scheme and a colon.
fn beginning(rejection: &Rejection<'_>) -> Option<Draft> {
    if rejection.rule == Rule::Scheme {
        return Some(Draft::new(NoteId::SchemeName));
    }
    let name = name(rejection.text);
    let is_predefined = || predefined_with(Rule::Url, name).is_some();
    if rejection.rule == Rule::Otherurl && rejection.octet() == Some(b':') && is_predefined() {
        return Some(Draft::new(NoteId::PredefinedScheme));
    }
    let is_there = rejection.before().contains(&b':');
    (rejection.is_any_url() && !is_there).then(|| {
        let joined = without_white_space(rejection.text);
        let mut guesses = guesses(rejection.text);
        if joined.windows(3).any(|part| part == b"://") {
            guesses.push(joined);
        }
        Draft::new(NoteId::SchemeMissing).first_of(guesses)
    })
}

/// Returns URLs that the author of a text without a scheme may have meant.
fn guesses(text: &[u8]) -> Vec<Vec<u8>> {
    let name = name(text);
    if let Some(url) = predefined_with(Rule::Url, name) {
        return match delimited(url, text) {
            Some(url) => vec![url],
            None => Vec::new(),
        };
    }
    let begin = |scheme: &str| concat(&[scheme.as_bytes(), text]);
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
        text.get(opened..end).unwrap_or_default().to_vec()
    } else if !verdict(Rule::Hostport, host) || !host.contains(&b'.') {
        return Vec::new();
    } else if at.is_some_and(|at| at > 0) && end.is_none() {
        begin("mailto:")
    } else if first.starts_with(b"ftp.") {
        begin("ftp://")
    } else {
        begin("http://")
    };
    vec![guess]
}

/// Returns the text with the delimiter that follows the name of its scheme, if the text begins
/// with the name.
fn delimited(url: Rule, text: &[u8]) -> Option<Vec<u8>> {
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
    let rest = slashes(&rest[length..]);
    (length > 0).then(|| concat(&[&text[..scheme.len()], delimiter.as_bytes(), &rest]))
}

/// Returns the text with the scheme that the production names, if the text lacks it or its
/// delimiter.
pub(super) fn completed(rejection: &Rejection<'_>) -> Option<Vec<u8>> {
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
        .then(|| concat(&[scheme.as_bytes(), b"://", text]))
}

/// Returns a note if a second scheme stands where the host belongs.
fn doubled(rejection: &Rejection<'_>) -> Option<Draft> {
    let first = name(rejection.text);
    let rest = rejection.text[first.len()..].strip_prefix(b"://")?;
    let second = name(rest);
    let is_doubled = !second.is_empty() && rest[second.len()..].starts_with(b"://");
    (rejection.is_url() && is_doubled).then(|| Draft::new(NoteId::DoubledScheme).candidate(rest))
}

/// Returns a note if the slashes after the scheme are missing.
fn double_slash(rejection: &Rejection<'_>) -> Option<Draft> {
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
pub(super) fn nearest(rejection: &Rejection<'_>) -> Option<Draft> {
    let name = name(rejection.text);
    if rejection.offset > name.len() && PREDEFINED.intersects(&rejection.open) {
        // An open production has consumed the name and its colon.
        return None;
    }
    if name.is_empty() || predefined_with(rejection.rule, name).is_some() {
        return None;
    }
    let found = String::from_utf8_lossy(name).to_ascii_lowercase();
    let mut schemes = predefined(rejection.rule).into_iter();
    let near = schemes.find_map(|url| {
        let (scheme, _) = url.example().split_once(':')?;
        is_near(&found, scheme).then_some(scheme)
    })?;
    let id = NoteId::NearScheme;
    let message = id.sentence().replace("{found}", &found);
    Some(
        Draft::new(id)
            .message(message.replace("{known}", near))
            .candidate(rejection.replaced(0..name.len(), near)),
    )
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

/// Returns whether the URL has the scheme.
fn has_scheme(url: &str, name: &[u8]) -> bool {
    let begin = url.as_bytes().get(..=name.len());
    let Some([scheme @ .., b':']) = begin else {
        return false;
    };
    scheme.eq_ignore_ascii_case(name)
}

/// Returns the URLs that the production derives and whose schemes the RFC defines.
fn predefined(rule: Rule) -> Vec<Rule> {
    let any = [Rule::Url, Rule::Otherurl, Rule::Genericurl].contains(&rule);
    let is_wais = Rule::Waisurl.uses().contains(&rule);
    let rule = if is_wais { Rule::Waisurl } else { rule };
    let mut urls = Rule::Url.uses().to_vec();
    urls.retain(|url| PREDEFINED.contains(url.id()) && (any || *url == rule));
    urls
}

/// Returns the one of these URLs that has the scheme.
fn predefined_with(rule: Rule, scheme: &[u8]) -> Option<Rule> {
    let mut urls = predefined(rule).into_iter();
    urls.find(|url| has_scheme(url.example(), scheme))
}
