//! What no fix changes: the protocol, the host, and what a client accepts.
//!
//! A candidate can be valid and mean something else, because `otherurl` derives nearly everything
//! after a colon: `https://%5B::1%5D/`, or `mailto:joe@a,%20ann@a`. Every candidate passes here, so
//! that no note needs rules of its own.
//!
//! Invariants, for texts that name what a fix could change:
//! - a scheme in use stays the same;
//! - the host stays the same, but for white space, needless dots, escapes and its ASCII form;
//! - an authority that changes has the common Internet scheme syntax (3.1);
//! - an address with an `@` is an addr-spec (RFC 822), headers apart (RFC 6068).

use alloc::string::String;
use alloc::vec::Vec;

use rfcbnf_engine::CharacterSet;

use super::candidate::{Candidate, Piece, labels};
use super::octets::{self, find, find_last};
use super::rejection::is_url;
use crate::addr_spec;
use crate::encoding::decode;
use crate::known_schemes::is_known;
use crate::rules::Rule;
use crate::verdict::verdict;

/// Returns whether the valid text names what the wrong one names, as far as that names something.
pub(super) fn is_kept(rule: Rule, wrong: &[u8], right: &[u8]) -> bool {
    if !is_url(rule) || shares_authority(wrong, right) {
        return true;
    }
    let (Some((old, old_rest)), Some((new, new_rest))) = (split(wrong), split(right)) else {
        return true;
    };
    let is_doubled = || begins_with_scheme(old_rest, new);
    if old.eq_ignore_ascii_case(new) {
        return is_address_kept(new, new_rest)
            && (is_authority_kept(new, old_rest, new_rest) || is_doubled());
    }
    let old = String::from_utf8_lossy(old).to_ascii_lowercase();
    if !verdict(Rule::Scheme, old.as_bytes()) {
        return true;
    }
    let is_news = |scheme: &[u8]| {
        scheme.eq_ignore_ascii_case(b"news") || scheme.eq_ignore_ascii_case(b"nntp")
    };
    let is_other_news = is_news(old.as_bytes()) && is_news(new);
    is_other_news || old != "https" && is_doubled() || !is_known(&old)
}

/// Returns whether both texts have the same scheme, which is not that of an address, and the same authority before a
/// `/`.
fn shares_authority(one: &[u8], other: &[u8]) -> bool {
    let shared = &one[..octets::shared_prefix(one, other)];
    let Some((scheme, [b'/', b'/', rest @ ..])) = split(shared) else {
        return false;
    };
    find(rest, b'/').is_some() && !is_of_mail(scheme)
}

fn is_of_mail(scheme: &[u8]) -> bool {
    scheme.eq_ignore_ascii_case(b"mailto")
}

/// Returns whether a second scheme is where the host belongs, and the new one is that, or that
/// with encryption.
fn begins_with_scheme(rest: &[u8], new: &[u8]) -> bool {
    let inside = rest.strip_prefix(b"//").unwrap_or_default();
    let end = inside.iter().position(|octet| matches!(octet, b':' | b'/'));
    let (inner, after) = inside.split_at(end.unwrap_or(0));
    let begin = new.get(..inner.len());
    let is_new = begin.is_some_and(|begin| begin.eq_ignore_ascii_case(inner));
    let after = after.strip_prefix(b":").unwrap_or(after);
    !inner.is_empty() && is_new && after.starts_with(b"//")
}

/// Returns what is before the first colon, and what follows it.
fn split(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = find(text, b':')?;
    Some((&text[..colon], &text[colon + 1..]))
}

fn is_address_kept(scheme: &[u8], address: &[u8]) -> bool {
    if !is_of_mail(scheme) {
        return true;
    }
    let address = octets::before(address, b'?');
    let decoded = decode(address);
    !address.contains(&b'@')
        || decoded.is_ok_and(|address| addr_spec::departure(&address).is_none())
}

fn is_authority_kept(scheme: &[u8], old: &[u8], new: &[u8]) -> bool {
    let is_scheme = |name: &[u8]| scheme.eq_ignore_ascii_case(name);
    let is_slash = |octet: Option<&u8>| matches!(octet, Some(b'/' | b'\\'));
    let was_announced = is_slash(old.first()) && is_slash(old.get(1));
    let (Some(old), Some(new)) = (old.strip_prefix(b"//"), new.strip_prefix(b"//")) else {
        // A news URL names no host.
        return !was_announced || is_scheme(b"news") || new.starts_with(b"//");
    };
    let written = octets::before(new, b'/');
    if octets::before(old, b'/') == written {
        return true;
    }
    let is_local = is_scheme(b"file") && written.is_empty();
    let has_syntax = is_local || verdict(Rule::Login, written);
    let (old_host, new_host) = (host(old), host(new));
    let is_drive =
        is_local && matches!(old, [letter, b':' | b'|', ..] if letter.is_ascii_alphabetic());
    // A note on a missing host decides whether the path begins with one.
    let was_missing = !is_scheme(b"file") && old_host.is_empty();
    let is_host_kept = || {
        was_missing
            || host_is_kept(old_host, new_host)
            || host_is_kept(host_after_at(old), new_host)
    };
    has_syntax && (is_drive || is_host_kept())
}

/// The characters before which a client ends a host.
const ENDS: CharacterSet = CharacterSet::of("/\\?#<>\"'`;&=(){}|^");

/// Returns the host after `//`: the text between the user and the port, as far as a client reads
/// it.
fn host(text: &[u8]) -> &[u8] {
    let ends = |octet: &u8| ENDS.contains(*octet);
    let end = text.iter().position(ends).unwrap_or(text.len());
    let login = &text[..end];
    let hostport = octets::after_last(login, b'@');
    if hostport.starts_with(b"[") {
        let bracket = find_last(hostport, b']');
        return &hostport[..bracket.map_or(hostport.len(), |index| index + 1)];
    }
    octets::before(hostport, b':')
}

/// Returns the host after the last `@`, for a user name or a password that holds a delimiter.
fn host_after_at(text: &[u8]) -> &[u8] {
    host(octets::after_last(text, b'@'))
}

fn host_is_kept(old: &[u8], new: &[u8]) -> bool {
    if old == new {
        return true;
    }
    if has_plain_labels(old) && has_plain_labels(new) {
        let (mut old, mut new) = (labels(old), labels(new));
        let is_kept = |label: &[u8]| {
            let new = new.next();
            new.is_some_and(|new| label.eq_ignore_ascii_case(new))
        };
        return old.all(is_kept) && new.next().is_none();
    }
    let plain = |host: &[u8]| {
        let mut plain = Candidate::from(Piece::Decoded(host)).text();
        if !has_two_words(&plain) {
            plain = Candidate::from(Piece::Joined(&plain)).text();
        }
        plain = Candidate::from(Piece::Labels(&plain)).text();
        Candidate::from(Piece::Ascii(&plain)).text()
    };
    let (old, new): (Vec<u8>, Vec<u8>) = (plain(old), plain(new));
    old.eq_ignore_ascii_case(&new)
}

/// Returns whether nothing in the host needs to be decoded, joined, or put into ASCII.
fn has_plain_labels(host: &[u8]) -> bool {
    let is_plain = |octet: &u8| octet.is_ascii() && *octet != b'%' && !octet.is_ascii_whitespace();
    host.iter().all(is_plain)
}

/// Returns whether blanks without a line end separate two labels, or two parts of one. Then nobody
/// can know where the host ends.
fn has_two_words(host: &[u8]) -> bool {
    let host = host.trim_ascii();
    let words = host.split(|octet| matches!(octet, b' ' | b'\t'));
    let mut ends_label = true;
    for word in words.filter(|word| !word.is_empty()) {
        let begins_label =
            word.starts_with(b".") || word.starts_with(b"\n") || word.starts_with(b"\r");
        if !ends_label && !begins_label {
            return true;
        }
        ends_label = matches!(word.last(), Some(b'.' | b'\n' | b'\r'));
    }
    false
}
