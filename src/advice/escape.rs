//! Advice on octets and their escapes: Sections 2.2, 3.4.1 and 6.

use alloc::format;
use alloc::vec::Vec;
use core::ops::Range;

use rfcbnf_engine::CharacterSet;

use super::{AdviceId, Finding};
use crate::encoding::ESCAPE;
use crate::literal_characters::literal_characters;
use crate::password::is_in;
use crate::url::wire::Wire;
use crate::url::{Component, ComponentName, Delimiter, Url};

/// Adds the findings on each octet of the component.
/// `secrets` are the spans of passwords.
pub(super) fn add_findings(
    url: Url<'_>,
    component: Component<'_>,
    secrets: &[Range<usize>],
    findings: &mut Vec<Finding>,
) {
    let text = url.as_str();
    let wire = Wire::of(url, component);
    let literal = literal_in(url, component);
    for (octet, span) in component.octets() {
        let shows = !is_in(secrets, &span);
        if span.len() == ESCAPE && literal.contains(octet) {
            findings.push(needless(text, octet, span.clone(), shows));
        }
        if let Some(delimiter) = wire.delimiter(component, octet, &span) {
            findings.push(embedded(text, delimiter, span.clone(), shows));
        }
        if component.name() == ComponentName::Selector && matches!(octet, b'\n' | b'\r') {
            let message = "a Gopher selector cannot contain a tab, LF or CR";
            findings.push(Finding::new(AdviceId::GopherSelector, span, message));
        }
    }
}

/// Returns the finding on a delimiter of the protocol. `shows` says whether the message may name it.
fn embedded(url: &str, delimiter: Delimiter, span: Range<usize>, shows: bool) -> Finding {
    if !shows {
        let message = "decoded, an octet of the password is a delimiter of the protocol";
        return Finding::new(AdviceId::EncodedDelimiter, span, message);
    }
    let (octet, meaning) = (&url[span.clone()], delimiter.meaning());
    if delimiter == Delimiter::FormEnd {
        let message = format!("\"{octet}\" is {meaning}");
        return Finding::new(AdviceId::GopherFormEnd, span, message);
    }
    let message = format!("decoded, \"{octet}\" is {meaning}");
    Finding::new(AdviceId::EncodedDelimiter, span, message)
}

/// Returns the characters that need no escape. If a schemepart begins with `//` but names no host,
/// an escape may be the only reason why, so no escape counts as needless there.
fn literal_in(url: Url<'_>, component: Component<'_>) -> CharacterSet {
    let is_unclear =
        component.name() == ComponentName::Schemepart && component.raw().starts_with("//");
    let literal = literal_characters(url.rule(), component.name()).filter(|_| !is_unclear);
    literal.unwrap_or_default()
}

/// Returns the finding on a needless escape. `span` is that of the escape, and `shows` says whether the
/// message may name it.
fn needless(url: &str, octet: u8, span: Range<usize>, shows: bool) -> Finding {
    if !shows {
        let message = "this character of the password need not be encoded here";
        return Finding::new(AdviceId::NeedlessEscape, span, message);
    }
    let (escape, character) = (&url[span.clone()], char::from(octet));
    let message = format!("\"{escape}\" is \"{character}\", which need not be encoded here");
    Finding::new(AdviceId::NeedlessEscape, span, message)
}
