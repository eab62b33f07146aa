//! Mail addresses: Section 3.5.

use super::{AdviceId, Finding, addr_spec, scheme};
use crate::encoding::ESCAPE;
use crate::url::Component;

/// What there is to say about the address of a mailto URL.
pub(super) fn findings(address: Component<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Some(place) = addr_spec::departure(&address.decoded()) {
        let offset = encoded(address, place);
        let rest = &address.raw()[offset - address.span().start..];
        let length = if rest.starts_with('%') { ESCAPE } else { 1 };
        let what = "the address is no addr-spec of RFC 822";
        let message = match rest.get(..length) {
            Some(found) => format!("{what}: \"{found}\" cannot stand at offset {offset}"),
            None => format!("{what}: something is missing at its end"),
        };
        findings.push(Finding::new(AdviceId::AddrSpec, address.span(), message));
    }
    findings.extend(scheme::double_slash(address));
    findings
}

/// Where in the URL the decoded octet is that so many others precede.
fn encoded(component: Component<'_>, octets: usize) -> usize {
    let escapes = component.raw().match_indices('%');
    let place = escapes.fold(octets, |place, (escape, _)| {
        place + if escape < place { ESCAPE - 1 } else { 0 }
    });
    component.span().start + place
}
