//! Advice on hosts: Sections 3.1 and 3.10.
//!
//! The limits of domain names are those of RFC 1034 and RFC 1123, which Section 3.1 names. The
//! domain in the message id of a news URL is not a host to connect to, so it is not checked.

use alloc::format;
use alloc::vec::Vec;

use super::{AdviceId, Finding};
use crate::url::{Component, Host, Url};

/// The document that limits domain names. RFC 1738 refers to another section of it.
const NAMES: &str = "RFC 1034, 3.1";

/// The document that makes an address four octets.
const ADDRESSES: &str = "RFC 791, 2.3";

/// The document that compares the ways to read an address.
const OCTAL: &str = "RFC 6943, 3.1.1";

/// The greatest length of a label in octets (RFC 1034, 3.1).
const LABEL: usize = 63;

/// The greatest length of a written name in octets. RFC 1034 (3.1) allows 255 octets on the wire,
/// where each label has a length octet instead of a dot; the first label and the root add two.
const NAME: usize = 253;

/// Returns the findings on the host of the URL.
pub(super) fn findings(url: Url<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if let Url::File(file) = url
        && let Some(host) = file.host().filter(|_| !file.is_local())
    {
        let message = "a file URL does not say how to access a file on the host that it names";
        let span = host.component().span();
        findings.push(Finding::new(AdviceId::RemoteFile, span, message));
    }
    match url.host() {
        Some(Host::Name(name)) => {
            findings.extend(long_name(name));
            findings.extend(Host::Name(name).labels().filter_map(long_label));
        }
        Some(Host::Number(address)) => {
            findings.extend(Host::Number(address).labels().flat_map(number));
        }
        None => {}
    }
    findings
}

fn long_name(name: Component<'_>) -> Option<Finding> {
    let length = name.raw().len();
    let message = || format!("a domain name has at most {NAME} octets, this one has {length}");
    let finding = || Finding::new(AdviceId::LongHost, name.span(), message());
    (length > NAME).then(|| finding().stated_in(NAMES))
}

fn long_label(label: Component<'_>) -> Option<Finding> {
    let length = label.raw().len();
    let message =
        || format!("a label of a domain name has at most {LABEL} octets, this one has {length}");
    let finding = || Finding::new(AdviceId::LongHostLabel, label.span(), message());
    (length > LABEL).then(|| finding().stated_in(NAMES))
}

/// Returns the findings on one of the four numbers.
fn number(number: Component<'_>) -> impl Iterator<Item = Finding> {
    let digits = number.raw();
    let is_above = digits.parse::<u8>().is_err();
    let begins_with_zero = digits.len() > 1 && digits.starts_with('0');
    let finding = |id, message| Finding::new(id, number.span(), message);
    let above = "each number of an IP address is an octet, at most 255";
    let zero = "some programs read a number that begins with 0 as octal";
    let above = is_above.then(|| finding(AdviceId::HostNumberAbove255, above).stated_in(ADDRESSES));
    let zero =
        begins_with_zero.then(|| finding(AdviceId::HostNumberLeadingZero, zero).stated_in(OCTAL));
    above.into_iter().chain(zero)
}
