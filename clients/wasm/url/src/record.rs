//! What JavaScript gets, as JSON.
//!
//! The tests of `clients/wasm/grammar` include this file, to write its types in TypeScript.

use rfc1738::url::{Component, Host};
use rfc1738::{SyntaxError, Url};
use serde::Serialize;

pub(crate) fn json(record: &impl Serialize) -> String {
    // All keys are names, so it cannot fail.
    serde_json::to_string(record).unwrap_or_default()
}

/// A text that a production does not derive.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Rejected"))]
pub(crate) struct ErrorRecord<'a> {
    /// What is wrong, in one line.
    message: String,
    /// The same, with the line of the text and the notes.
    excerpt: String,
    #[cfg_attr(test, ts(as = "rfc1738_views::typescript::SyntaxError"))]
    error: &'a SyntaxError,
}

impl<'a> ErrorRecord<'a> {
    pub(crate) fn new(error: &'a SyntaxError) -> Self {
        Self {
            message: error.to_string(),
            excerpt: format!("{error:#}"),
            error,
        }
    }
}

/// A component: its name, and where it is.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Part"))]
struct ComponentRecord(&'static str, usize, usize);

impl ComponentRecord {
    fn new(component: Component<'_>) -> Self {
        let span = component.span();
        Self(component.name().as_str(), span.start, span.end)
    }
}

/// The components of a URL.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct UrlRecord {
    rule: &'static str,
    scheme: ComponentRecord,
    authority: Option<ComponentRecord>,
    user: Option<ComponentRecord>,
    password: Option<ComponentRecord>,
    host: Option<ComponentRecord>,
    port: Option<ComponentRecord>,
    default_port: Option<u16>,
    port_or_default: Option<u16>,
    path: Option<ComponentRecord>,
    segments: Vec<ComponentRecord>,
    query: Option<ComponentRecord>,
    components: Vec<ComponentRecord>,
}

impl UrlRecord {
    pub(crate) fn new(url: &Url<'_>) -> Self {
        let record = |component: Option<Component<'_>>| component.map(ComponentRecord::new);
        Self {
            rule: url.rule().name(),
            scheme: ComponentRecord::new(url.scheme()),
            authority: record(url.authority()),
            user: record(url.user()),
            password: record(url.password()),
            host: record(url.host().map(Host::component)),
            port: record(url.port().map(rfc1738::url::Port::component)),
            default_port: url.default_port(),
            port_or_default: url.port_or_default(),
            path: record(url.path()),
            segments: url.segments().map(ComponentRecord::new).collect(),
            query: record(url.query()),
            components: url
                .components()
                .into_iter()
                .map(ComponentRecord::new)
                .collect(),
        }
    }
}
