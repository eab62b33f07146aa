//! `rfc1738_extract_…`: one component.

use std::borrow::Cow;
use std::sync::Arc;

use arrow::array::{ArrayRef, StringViewBuilder, UInt32Array};
use rfc1738::Url;

use crate::texts::Texts;

/// Returns the schemes in lower case.
pub(crate) fn scheme(texts: &Texts) -> ArrayRef {
    let mut schemes = StringViewBuilder::with_capacity(texts.len());
    for url in urls(texts) {
        schemes.append_option(url.map(|url| lower_case_scheme(&url)));
    }
    Arc::new(schemes.finish())
}

pub(crate) fn host(texts: &Texts) -> ArrayRef {
    raw(texts, |url| Some(url.host()?.raw()))
}

/// Returns the numbers of the ports in the URLs.
pub(crate) fn port(texts: &Texts) -> ArrayRef {
    let ports = urls(texts).map(|url| port_number(&url?));
    Arc::new(ports.collect::<UInt32Array>())
}

pub(crate) fn path(texts: &Texts) -> ArrayRef {
    raw(texts, |url| Some(url.path()?.raw()))
}

/// Returns the queries.
pub(crate) fn search(texts: &Texts) -> ArrayRef {
    raw(texts, |url| Some(url.query()?.raw()))
}

/// Returns the scheme in lower case: its case does not matter (2.1).
pub(crate) fn lower_case_scheme<'t>(url: &Url<'t>) -> Cow<'t, str> {
    let scheme = url.scheme().raw();
    if scheme.bytes().any(|octet| octet.is_ascii_uppercase()) {
        scheme.to_ascii_lowercase().into()
    } else {
        scheme.into()
    }
}

/// Returns the number of the port in the URL. The grammar does not limit it; a `u32` does.
pub(crate) fn port_number(url: &Url<'_>) -> Option<u32> {
    url.port()?.raw().parse().ok()
}

fn urls(texts: &Texts) -> impl Iterator<Item = Option<Url<'_>>> {
    texts.iter().map(|text| Url::parse(text?).ok())
}

fn raw<'t>(texts: &'t Texts, component: impl Fn(&Url<'t>) -> Option<&'t str>) -> ArrayRef {
    let mut components = StringViewBuilder::with_capacity(texts.len());
    for url in urls(texts) {
        components.append_option(url.as_ref().and_then(&component));
    }
    Arc::new(components.finish())
}
