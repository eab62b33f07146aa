//! Advice on ports: Section 6.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{AdviceId, Finding};
use crate::url::{Port, Url};

/// The lowest port that is not reserved (RFC 6335, 6).
const UNRESERVED: u16 = 1024;

/// The default ports of well-known schemes that RFC 1738 does not define, and the documents that
/// give them. [`Url::default_port`] has that of https.
const LATER: [(&str, u16, &str); 9] = [
    ("imap", 143, "RFC 2192"),
    ("ldap", 389, "RFC 2255"),
    ("nfs", 2049, "RFC 2224"),
    ("pop", 110, "RFC 2384"),
    ("rtsp", 554, "RFC 2326"),
    ("tn3270", 23, "RFC 6270"),
    ("z39.50", 210, "RFC 2056"),
    ("z39.50r", 210, "RFC 2056"),
    ("z39.50s", 210, "RFC 2056"),
];

/// The document that gives https its default port, as a message names it.
const HTTPS: &str = " by RFC 2818";

/// Returns the findings on the port of the URL.
pub(super) fn findings(url: Url<'_>) -> Vec<Finding> {
    let Some(port) = url.port() else {
        return Vec::new();
    };
    let finding = |id, message| Finding::new(id, port.component().span(), message);
    let Some(number) = port.number().filter(|number| *number > 0) else {
        return vec![impossible(port)];
    };
    let Some(caution) = caution(url, number) else {
        return Vec::new();
    };
    let mut findings = vec![finding(AdviceId::NonDefaultPort, caution)];
    if number < UNRESERVED {
        findings.push(finding(
            AdviceId::ReservedPort,
            format!(
                "port {number} is reserved, like all ports below {UNRESERVED} (RFC 6335, 6): a server of another protocol may read the request as commands"
            ),
        ));
    }
    findings
}

/// Returns the finding on a port that no host has.
fn impossible(port: Port<'_>) -> Finding {
    let finding = |message| {
        let span = port.component().span();
        Finding::new(AdviceId::ImpossiblePort, span, message)
    };
    match port.number() {
        Some(_) => finding("port 0 is reserved: no server listens there").stated_in("RFC 6335, 6"),
        None => finding("a port is a number of 16 bits, at most 65535").stated_in("RFC 793, 3.1"),
    }
}

/// Returns why the port asks for caution, unless it is known to be the default of the scheme.
fn caution(url: Url<'_>, number: u16) -> Option<String> {
    let scheme = url.scheme().raw().to_ascii_lowercase();
    let later = LATER.iter().find(|(name, ..)| *name == scheme);
    let (default, source) = match (url.default_port(), later) {
        (Some(default), _) if matches!(url, Url::Other(_)) => (default, HTTPS.to_owned()),
        (Some(default), _) => (default, String::new()),
        (None, Some((_, default, source))) => (*default, format!(" by {source}")),
        (None, None) => {
            return Some(format!(
                "the RFC gives this scheme no default port: if {number} is not the default, something else may listen there"
            ));
        }
    };
    (default != number).then(|| {
        format!(
            "port {number} is not {default}, the default of {scheme}{source}: something else may listen there"
        )
    })
}
