//! Statements of the RFC that no other test shows directly, in the order of its sections.
//!
//! `docs/statements.md` lists all statements, each with the test that shows it.

mod characters;
mod context;
mod ftp;
mod gopher;
mod http;
mod internet;
mod mail_and_news;
mod other_schemes;

use rfc1738::Url;
use rfc1738::url::Component;

fn url(text: &str) -> Url<'_> {
    Url::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn is_url(text: impl AsRef<[u8]>) -> bool {
    Url::parse(text.as_ref()).is_ok()
}

/// Returns the names and the texts of the components, without the scheme.
fn components(text: &str) -> Vec<(&'static str, &str)> {
    let components = url(text).components().into_iter().skip(1);
    components
        .map(|part| (part.name().as_str(), part.raw()))
        .collect()
}

fn raw(component: Option<Component<'_>>) -> Option<&str> {
    component.map(Component::raw)
}

/// The texts before and after a place where URLs of the schemes hold encoded octets.
const PLACES: [(&str, &str); 17] = [
    ("ftp://", "@h/"),
    ("ftp://a:", "@h/"),
    ("ftp://h/", ""),
    ("http://h/", ""),
    ("http://h/?", ""),
    ("gopher://h/", ""),
    ("gopher://h/0", ""),
    ("gopher://h/0a%09", ""),
    ("gopher://h/0a%09b%09", ""),
    ("mailto:", ""),
    ("news:", "@h"),
    ("telnet://", "@h"),
    ("wais://h/", ""),
    ("wais://h/a/b/", ""),
    ("file:///", ""),
    ("prospero://h/", ""),
    ("x-new:", ""),
];
