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
            for label in Host::Name(name).labels() {
                findings.extend(long_label(label));
            }
        }
        Some(Host::Number(address)) => {
            for number in Host::Number(address).labels() {
                findings.extend(above_255(number));
                findings.extend(leading_zero(number));
            }
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

fn above_255(number: Component<'_>) -> Option<Finding> {
    let message = "each number of an IP address is an octet, at most 255";
    let finding = || Finding::new(AdviceId::HostNumberAbove255, number.span(), message);
    let is_above = number.raw().parse::<u8>().is_err();
    is_above.then(|| finding().stated_in(ADDRESSES))
}

fn leading_zero(number: Component<'_>) -> Option<Finding> {
    let message = "some programs read a number that begins with 0 as octal";
    let finding = || Finding::new(AdviceId::HostNumberLeadingZero, number.span(), message);
    let begins_with_zero = number.raw().len() > 1 && number.raw().starts_with('0');
    begins_with_zero.then(|| finding().stated_in(OCTAL))
}
