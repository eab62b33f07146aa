//! Advice on schemes, and on `//` without the syntax that it announces: Sections 2.1, 3.1 and 4.

use alloc::borrow::ToOwned as _;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{AdviceId, Finding};
use crate::error::{Fix, Wrong, before_host_and_port, misspelt};
use crate::known_schemes::meant_by;
use crate::parse::parse;
use crate::password;
use crate::rules::Rule;
use crate::url::{Component, ComponentName, Url};
use crate::verdict::verdict;

/// The schemes that the RFC leaves for future definition (4).
const PROPOSED: [&str; 7] = ["afs", "mid", "cid", "nfs", "tn3270", "mailserver", "z39.50"];

/// The most characters of a URL that a message quotes.
const SHOWN: usize = 60;

/// Returns the findings on the name of the scheme.
pub(super) fn findings(url: Url<'_>, scheme: Component<'_>) -> Vec<Finding> {
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
        let message = "schemes that begin with \"x-\" are reserved for experiments";
        findings.push(finding(AdviceId::ExperimentalScheme, message.to_owned()));
    }
    if let Some(name) = PROPOSED
        .iter()
        .find(|other| name.eq_ignore_ascii_case(other))
    {
        let message = format!("\"{name}\" is a scheme that the RFC leaves for future definition");
        findings.push(finding(AdviceId::ProposedScheme, message));
    }
    let rest = &url.as_str()[scheme.span().end + 1..];
    if name.eq_ignore_ascii_case("URL") && verdict(Rule::Url, rest.as_bytes()) {
        let rest = password::hidden(rest);
        let shown: String = rest.chars().take(SHOWN).collect();
        let cut = if shown.len() < rest.len() { "..." } else { "" };
        let message = format!("\"URL:\" is not part of the URL, which is {shown}{cut}");
        findings.push(finding(AdviceId::UrlPrefix, message));
    }
    if matches!(url, Url::Other(_)) {
        findings.extend(misread(url, scheme));
    }
    findings
}

/// The fewest characters of a name that is taken for a spelling mistake in a valid URL.
const JUDGED: usize = 4;

/// Returns a finding if the text before the colon was hardly meant as a scheme of its own.
fn misread(url: Url<'_>, scheme: Component<'_>) -> Option<Finding> {
    let (text, rest) = (url.as_str(), &url.as_str()[scheme.span().end..]);
    let name = scheme.raw().to_ascii_lowercase();
    let fix = |begin: &str, rest: &str| {
        let candidate = [begin, rest].concat().into_bytes();
        let valid = Wrong {
            rule: Rule::Url,
            text: text.as_bytes(),
            refused: None,
        };
        Fix::new(valid, candidate)
    };
    if name.len() == 1 && rest.starts_with(":/") && !rest.starts_with("://") {
        let message = format!(
            "\"{}:\" looks like a drive, but is read as a scheme",
            scheme.raw()
        );
        let finding = Finding::new(AdviceId::FilePath, scheme.span(), message);
        return Some(finding.fixed_by(fix("file:///", text)));
    }
    if let Some(begin) = before_host_and_port(text.as_bytes()) {
        let message = "a host and a port need a scheme before them: the host is read as a scheme";
        let finding = Finding::new(AdviceId::HostAndPort, scheme.span(), message);
        return Some(finding.fixed_by(fix(begin, text)));
    }
    let meant = meant_by(&name);
    let first = meant.first().filter(|_| name.len() >= JUDGED)?;
    let finding = Finding::new(AdviceId::NearScheme, scheme.span(), misspelt(&name, first));
    Some(finding.fixed_by(meant.iter().filter_map(|known| fix(known, rest))))
}

/// Returns a finding if the component begins with `//`. The component follows the colon, but does
/// not have the common Internet scheme syntax: it is an address, an article, or the schemepart of a
/// scheme that the RFC does not define.
pub(super) fn double_slash(component: Component<'_>) -> Vec<Finding> {
    const SLASHES: &str = "//";
    let start = component.span().start;
    if !component.raw().starts_with(SLASHES) {
        return Vec::new();
    }
    let problem =
        "\"//\" announces the common Internet scheme syntax, //user:password@host:port/url-path";
    let message = match component.name() {
        ComponentName::Encoded822addr => format!("{problem}: mailto does not use it"),
        ComponentName::Article => format!("{problem}: news does not use it"),
        _ => format!("{problem}: {}", departure(component)),
    };
    let span = start..start + SLASHES.len();
    vec![Finding::new(AdviceId::DoubleSlash, span, message)]
}

/// Describes where the schemepart departs from the common Internet scheme syntax.
fn departure(schemepart: Component<'_>) -> String {
    let Err(error) = parse(Rule::IpSchemepart, schemepart.raw()) else {
        return "the scheme does not use it".to_owned();
    };
    let offset = schemepart.span().start + error.offset();
    match error.found() {
        Some(_) => {
            let found = error.found_name();
            format!("{found} at offset {offset} is not part of it")
        }
        None => format!("something is missing at offset {offset}"),
    }
}
