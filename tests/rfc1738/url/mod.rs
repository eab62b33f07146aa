//! Typed URLs: the tests compare their components with the trees, and the meaning of each scheme
//! with the sentences of the RFC.

mod agreement;
mod components;
mod normalized;
mod schemes;
mod values;

use rfc1738::url::{Component, Url};

fn url(text: &str) -> Url<'_> {
    Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn raw(component: Option<Component<'_>>) -> Option<&str> {
    component.map(Component::raw)
}
