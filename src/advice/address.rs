//! Mail addresses: Section 3.5.

use alloc::format;
use alloc::vec::Vec;

use super::{AdviceId, Finding, scheme};
use crate::addr_spec;
use crate::encoding::ESCAPE;
use crate::url::Component;

/// Returns the findings on the address of a mailto URL.
pub(super) fn findings(address: Component<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(index) = addr_spec::departure(&address.decoded()) {
        let offset = encoded_offset(address, index);
        let rest = &address.raw()[offset - address.span().start..];
        let length = if rest.starts_with('%') { ESCAPE } else { 1 };
        let problem = "the address is not an addr-spec of RFC 822";
        let message = match rest.get(..length) {
            Some(found) => format!("{problem}: \"{found}\" is not allowed at offset {offset}"),
            None => format!("{problem}: something is missing at its end"),
        };
        findings.push(Finding::new(AdviceId::AddrSpec, address.span(), message));
    }
    findings.extend(scheme::double_slash(address));
    findings.extend(header(address));
    findings
}

/// Returns a finding on header fields, which RFC 6068 adds to mailto URLs.
fn header(address: Component<'_>) -> Option<Finding> {
    let (before, fields) = address.raw().split_once('?')?;
    let message = "\"?\" and what follows is part of the address in RFC 1738; later clients read header fields there";
    let span = address.span().start + before.len()..address.span().end;
    let finding = || Finding::new(AdviceId::MailtoHeader, span, message);
    fields
        .contains('=')
        .then(|| finding().stated_in("RFC 6068, 2"))
}

/// Maps an index in the decoded component to its offset in the URL.
fn encoded_offset(component: Component<'_>, index: usize) -> usize {
    let escapes = component.raw().match_indices('%');
    let length = escapes.fold(index, |length, (escape, _)| {
        length + if escape < length { ESCAPE - 1 } else { 0 }
    });
    component.span().start + length
}
