//! Schemes, and the syntax that they announce: Sections 2.1, 3.1 and 4.

use super::{AdviceId, Finding};
use crate::parse::parse;
use crate::rules::Rule;
use crate::url::{Component, ComponentName};

/// The schemes that the RFC leaves for future definition (4).
const PROPOSED: [&str; 7] = ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"];

/// What there is to say about the name of the scheme.
pub(super) fn findings(scheme: Component<'_>) -> Vec<Finding> {
    let name = scheme.raw();
    let finding = |id, message: String| Finding::new(id, scheme.span(), message);
    let mut findings = Vec::new();
    if name.bytes().any(|octet| octet.is_ascii_uppercase()) {
        let message = "the name of a scheme is written in lower case".to_owned();
        findings.push(finding(AdviceId::UpperCaseScheme, message));
    }
    if name
        .get(..2)
        .is_some_and(|start| start.eq_ignore_ascii_case("x-"))
    {
        let message =
            "schemes that begin with \"x-\" are for experiments among those who agree on them";
        findings.push(finding(AdviceId::ExperimentalScheme, message.to_owned()));
    }
    if let Some(name) = PROPOSED
        .iter()
        .find(|other| name.eq_ignore_ascii_case(other))
    {
        let message = format!("\"{name}\" is a scheme that is left for future definition");
        findings.push(finding(AdviceId::ProposedScheme, message));
    }
    findings
}

/// What there is to say about two slashes at the start of what follows the colon, where that
/// is not read as the common Internet scheme syntax: an address, an article, or the schemepart
/// of a scheme that the RFC does not define.
pub(super) fn double_slash(component: Component<'_>) -> Vec<Finding> {
    const SLASHES: &str = "//";
    let start = component.span().start;
    if !component.raw().starts_with(SLASHES) {
        return Vec::new();
    }
    let what =
        "\"//\" announces the common Internet scheme syntax, //user:password@host:port/url-path";
    let message = match component.name() {
        ComponentName::Encoded822addr => format!("{what}: mailto does not have it"),
        ComponentName::Article => format!("{what}: news does not have it"),
        _ => format!("{what}: {}", departure(component)),
    };
    let span = start..start + SLASHES.len();
    vec![Finding::new(AdviceId::DoubleSlash, span, message)]
}

/// Where the schemepart is no longer what two slashes announce.
fn departure(schemepart: Component<'_>) -> String {
    let Err(error) = parse(Rule::IpSchemepart, schemepart.raw()) else {
        return "the scheme does not have it".to_owned();
    };
    let offset = schemepart.span().start + error.offset();
    match error.found() {
        Some(found) => format!("{found} at offset {offset} is not part of it"),
        None => format!("something is missing at offset {offset}"),
    }
}
