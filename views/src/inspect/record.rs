//! The inspection of a URL for programs.

use rfc1738::url::Component;
use rfc1738::{Finding, Rule, Url, advise};
use serde::Serialize;

use crate::inspect::client;
use crate::json::Octets;

/// The components of a URL, what a client sends, advice, and the normal form.
#[derive(Debug, Serialize)]
pub struct InspectionRecord<'a> {
    input: &'a str,
    scheme: String,
    rule: Rule,
    components: Vec<ComponentRecord<'a>>,
    port: Option<u16>,
    client: Vec<Octets>,
    advice: Vec<Finding>,
    normal: String,
}

#[derive(Debug, Serialize)]
struct ComponentRecord<'a> {
    name: &'static str,
    start: usize,
    end: usize,
    raw: &'a str,
    decoded: Octets,
}

impl<'a> InspectionRecord<'a> {
    /// Returns the record of the URL. The scheme is in lower case, as the RFC writes it.
    #[must_use]
    pub fn new(url: &Url<'a>, address: Option<&[u8]>) -> Self {
        let components = url
            .components()
            .into_iter()
            .skip(1)
            .map(ComponentRecord::new);
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

impl<'a> ComponentRecord<'a> {
    fn new(component: Component<'a>) -> Self {
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
