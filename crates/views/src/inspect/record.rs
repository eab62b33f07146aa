//! The inspection of a URL for programs.

use rfc1738::url::{Component, EmbeddedDelimiter};
use rfc1738::{Finding, Rule, Url, advise};
use serde::Serialize;

use crate::inspect::{Choices, refused, segments, sent};
use crate::json::Octets;

/// The components of a URL, what a client sends or refuses to send, advice, and the normal form.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
pub struct InspectionRecord<'a> {
    input: &'a str,
    scheme: String,
    #[cfg_attr(feature = "typescript", ts(type = "string"))]
    rule: Rule,
    components: Vec<ComponentRecord<'a>>,
    port: Option<u16>,
    client: Vec<Octets>,
    #[cfg_attr(feature = "typescript", ts(as = "Vec<crate::typescript::Advice>"))]
    advice: Vec<Finding>,
    normal: String,
    item_type: Option<Octets>,
    password_source: Option<&'static str>,
    refused: Vec<RefusedRecord>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct ComponentRecord<'a> {
    name: &'static str,
    start: usize,
    end: usize,
    raw: &'a str,
    decoded: Octets,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    segments: Option<Vec<Octets>>,
}

/// A delimiter that a client refuses to decode and send.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct RefusedRecord {
    delimiter: &'static str,
    component: &'static str,
    start: usize,
    end: usize,
    section: &'static str,
    message: &'static str,
}

impl<'a> InspectionRecord<'a> {
    /// Returns the record of the URL. The scheme is in lower case, as the RFC writes it.
    #[must_use]
    pub fn new(url: &Url<'a>, choices: Choices<'_>) -> Self {
        let components = url
            .components()
            .into_iter()
            .skip(1)
            .map(ComponentRecord::new);
        let sent = sent(url, choices).unwrap_or_default();
        let (item_type, password_source) = match url {
            Url::Gopher(url) => (Some(Octets(vec![url.item_type()])), None),
            Url::Ftp(url) => (None, Some(url.password_source().as_str())),
            _ => (None, None),
        };
        let refused = refused(url, choices);
        Self {
            input: url.as_str(),
            scheme: url.scheme().raw().to_ascii_lowercase(),
            rule: url.rule(),
            components: components.collect(),
            port: url.port_or_default(),
            client: sent.into_iter().map(Octets).collect(),
            advice: advise(url).collect(),
            normal: url.normalized().into_string(),
            item_type,
            password_source,
            refused: refused.iter().map(RefusedRecord::new).collect(),
        }
    }
}

impl<'a> ComponentRecord<'a> {
    fn new(component: Component<'a>) -> Self {
        let span = component.span();
        let segments = segments(component);
        Self {
            name: component.name().as_str(),
            start: span.start,
            end: span.end,
            raw: component.raw(),
            decoded: Octets(component.decoded().into_owned()),
            segments: segments.map(|segments| segments.into_iter().map(Octets).collect()),
        }
    }
}

impl RefusedRecord {
    fn new(embedded: &EmbeddedDelimiter) -> Self {
        let span = embedded.span();
        Self {
            delimiter: embedded.delimiter().as_str(),
            component: embedded.component().as_str(),
            start: span.start,
            end: span.end,
            section: "6",
            message: embedded.delimiter().meaning(),
        }
    }
}
