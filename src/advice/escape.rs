//! Advice on escapes: Section 2.2, and the delimiters that they encode.

use std::ops::Range;

use super::wire::Wire;
use super::{AdviceId, Finding};
use crate::encoding::{ESCAPE, escaped};
use crate::engine::CharacterSet;
use crate::literal_characters::literal_characters;
use crate::url::{Component, ComponentName, Url};

/// Returns the findings on each escape of the component.
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

/// Returns the characters that need no escape. If a schemepart begins with `//` but names no host,
/// an escape may be the only reason why, so no escape counts as needless there.
fn literal_in(url: Url<'_>, component: Component<'_>) -> CharacterSet {
    let is_unclear =
        component.name() == ComponentName::Schemepart && component.raw().starts_with("//");
    let literal = literal_characters(url.rule(), component.name()).filter(|_| !is_unclear);
    literal.unwrap_or_default()
}

/// Returns the finding on a needless escape. `span` is that of the escape.
fn needless(url: &str, octet: u8, span: Range<usize>) -> Finding {
    let (escape, character) = (&url[span.clone()], char::from(octet));
    let message = format!("\"{escape}\" is \"{character}\", which need not be encoded here");
    Finding::new(AdviceId::NeedlessEscape, span, message)
}

/// Returns the octets that the escapes of the component encode, with the spans of the escapes in
/// the URL.
fn escapes(component: Component<'_>) -> impl Iterator<Item = (u8, Range<usize>)> + use<'_> {
    let start = component.span().start;
    let signs = component.raw().match_indices('%');
    signs.filter_map(move |(index, _)| {
        let octet = escaped(&component.raw().as_bytes()[index..])?;
        let offset = start + index;
        Some((octet, offset..offset + ESCAPE))
    })
}
