//! What a grammar in ABNF writes that RFC 5234 does not have.
//!
//! This package reads more than RFC 5234, Section 4, allows: names with `_`, `|` between alternatives, the lists of RFC 7230,
//! Section 7 (`1#item`), and rules that do not begin at the start of their lines, as RFCs print them. Other tools
//! refuse such a file. A finding for each of these names all its places.

use super::finding::{FindingKind, Findings};
use crate::syntax::{Grammar, Kind, Notation, Production, Span};

/// What RFC 5234 does not have: what it is, and what to do.
const SIGNS: [(&str, &str); 4] = [
    (
        "a name has letters, digits and hyphens in RFC 5234, and begins with a letter",
        "write a hyphen in the place of other signs",
    ),
    (
        "`|` is no sign of RFC 5234",
        "write `/` between alternatives",
    ),
    (
        "a list with `#` is of RFC 9110, Section 5.6.1, and not of RFC 5234",
        "write `item *( \",\" item )` with the white space that is allowed",
    ),
    (
        "the rule does not begin at the start of its line, where RFC 5234 wants it",
        "remove the spaces before the rules; `rfc1738 grammar fmt` does it",
    ),
];

/// Adds a finding for each thing that RFC 5234 does not have, at its first place.
pub(super) fn not_rfc5234(grammar: &Grammar, findings: &mut Findings) {
    if grammar.notation != Notation::Abnf {
        return;
    }
    let mut places: [Vec<(String, Span)>; 4] = Default::default();
    for production in &grammar.productions {
        if !grammar.is_in_file(production.name_span.start) {
            continue;
        }
        let mut add = |sign: usize, span: Span| places[sign].push((production.name.clone(), span));
        if !is_name(&production.name) {
            add(0, production.name_span.clone());
        }
        production.body.walk(&mut |part| {
            if let Kind::Reference { name, .. } = &part.kind
                && !is_name(name)
                && grammar.source.get(part.span.clone()) == Some(name)
            {
                add(0, part.span.clone());
            }
        });
        for (sign, span) in signs(grammar, production) {
            add(sign, span);
        }
        if is_indented(grammar, production) {
            add(3, production.name_span.clone());
        }
    }
    for (places, (message, remedy)) in places.into_iter().zip(SIGNS) {
        let mut places = places.into_iter();
        let Some((production, span)) = places.next() else {
            continue;
        };
        let kind = FindingKind::NotRfc5234;
        findings.push(&production, span, kind, message.to_owned(), remedy);
        if let Some(last) = findings.all.last_mut() {
            last.elsewhere = places.collect();
        }
    }
}

fn is_name(name: &str) -> bool {
    let is_part = |octet: u8| octet.is_ascii_alphanumeric() || octet == b'-';
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && name.bytes().all(is_part)
}

/// Returns the places of `|` and `#` outside of literals, prose and comments.
fn signs(grammar: &Grammar, production: &Production) -> Vec<(usize, Span)> {
    let body = &production.body.span;
    let text = grammar.source.get(body.clone()).unwrap_or_default();
    let mut found = Vec::new();
    // What ends the part in which signs mean nothing.
    let mut end: Option<u8> = None;
    for (at, octet) in text.bytes().enumerate() {
        let place = body.start + at..body.start + at + 1;
        match (end, octet) {
            (Some(last), _) => end = end.filter(|_| octet != last),
            (None, b'"') => end = Some(b'"'),
            (None, b'<') => end = Some(b'>'),
            (None, b';') => end = Some(b'\n'),
            (None, b'|') => found.push((1, place)),
            (None, b'#') => found.push((2, place)),
            _ => {}
        }
    }
    found
}

fn is_indented(grammar: &Grammar, production: &Production) -> bool {
    let before = grammar
        .source
        .get(..production.name_span.start)
        .unwrap_or_default();
    let line = before.rsplit('\n').next().unwrap_or_default();
    !line.is_empty() && line.trim().is_empty()
}
