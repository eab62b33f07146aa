//! Escapes: Section 2.2, and what they stand for where it matters.

use std::ops::Range;

use super::wire::Wire;
use super::{AdviceId, Finding};
use crate::encoding::{ESCAPE, escaped};
use crate::engine::CharacterSet;
use crate::literal_characters::literal_characters;
use crate::url::{Component, ComponentName, Url};

/// What there is to say about each escape of the component.
pub(super) fn findings<'t>(
    url: Url<'t>,
    component: Component<'t>,
) -> impl Iterator<Item = Finding> + use<'t> {
    let text = url.as_str();
    let wire = Wire::of(url, component);
    let literal = literal_in(url, component);
    escapes(component).flat_map(move |(octet, span)| {
        let is_needless = literal.contains(octet);
        let needless = is_needless.then(|| needless(text, octet, span.clone()));
        needless.into_iter().chain(wire.findings(text, octet, span))
    })
}

/// The characters that need no escape. Behind two slashes that do not announce the truth, an
/// escape may be all that keeps the rest from being a host.
fn literal_in(url: Url<'_>, component: Component<'_>) -> CharacterSet {
    let is_unclear =
        component.name() == ComponentName::Schemepart && component.raw().starts_with("//");
    let literal = literal_characters(url.rule(), component.name()).filter(|_| !is_unclear);
    literal.unwrap_or_default()
}

/// The span is that of the escape.
fn needless(url: &str, octet: u8, span: Range<usize>) -> Finding {
    let (escape, character) = (&url[span.clone()], char::from(octet));
    let message = format!("\"{escape}\" is \"{character}\", which needs no encoding there");
    Finding::new(AdviceId::NeedlessEscape, span, message)
}

/// The octets that escapes of the component stand for, and where in the URL the escapes are.
fn escapes(component: Component<'_>) -> impl Iterator<Item = (u8, Range<usize>)> + use<'_> {
    let start = component.span().start;
    let places = component.raw().match_indices('%');
    places.filter_map(move |(place, _)| {
        let octet = escaped(&component.raw().as_bytes()[place..])?;
        let place = start + place;
        Some((octet, place..place + ESCAPE))
    })
}
