//! The page for programs.
//!
//! Invariant: the names and the order of the fields are a contract; fields may be added.

use rfc1738::{Finding, Rule, Url, advise};
use serde::Serialize;

use super::client;
use crate::json::Octets;

/// What is said of a URL.
#[derive(Serialize)]
pub(super) struct Record<'a> {
    input: &'a str,
    scheme: String,
    rule: Rule,
    components: Vec<Component<'a>>,
    port: Option<u16>,
    client: Vec<Octets>,
    advice: Vec<Finding>,
    normal: String,
}

#[derive(Serialize)]
struct Component<'a> {
    name: &'static str,
    start: usize,
    end: usize,
    raw: &'a str,
    decoded: Octets,
}

impl<'a> Record<'a> {
    /// The record of the URL. The scheme is in lower case, as the RFC writes it.
    pub(super) fn new(url: &Url<'a>, address: Option<&[u8]>) -> Self {
        let components = url.components().into_iter().skip(1).map(Component::new);
        let client = client::sent(url, address).into_iter().map(Octets);
        Self {
            input: url.as_str(),
            scheme: url.scheme().raw().to_ascii_lowercase(),
            rule: url.rule(),
            components: components.collect(),
            port: url.port_or_default(),
            client: client.collect(),
            advice: advise(url).collect(),
            normal: url.normalized().into_string(),
        }
    }
}

impl<'a> Component<'a> {
    fn new(component: rfc1738::url::Component<'a>) -> Self {
        let span = component.span();
        Self {
            name: component.name().as_str(),
            start: span.start,
            end: span.end,
            raw: component.raw(),
            decoded: Octets(component.decoded().into_owned()),
        }
    }
}
