//! The compared parsers, each as a predicate on texts.

use std::hint::black_box;

use pest::Parser;
use regex_automata::dfa::Automaton;
use regex_automata::{Anchored, Input};
use rfc1738::{Detail, Rule, Url, is_valid, parse, parse_in_detail};

use crate::grammars::mechanical::{Mechanical, Rule as Pest};
use crate::grammars::{automaton, interpreted, interpreted_uri, regex};

/// The reference of the comparison.
pub const REFERENCE: &str = "fluent-uri";

/// [`is_valid`].
pub const IS_VALID: &str = "rfc1738 is_valid";

/// [`Url::parse`].
pub const URL: &str = "rfc1738 Url::parse";

/// [`parse()`].
pub const TREE: &str = "rfc1738 parse";

/// [`parse_in_detail`].
pub const DETAIL: &str = "rfc1738 parse_in_detail";

/// [`rfcbnf_engine::is_valid`] with the interpreted grammar.
pub const INTERPRETED_IS_VALID: &str = "rfc1738 is_valid, interpreted";

/// [`rfcbnf_engine::parse`] with the interpreted grammar.
pub const INTERPRETED_TREE: &str = "rfc1738 parse, interpreted";

/// The verdict and the tree of the generated crate for RFC 3986, each beside that of the interpreter.
pub const RFC3986: [[&str; 2]; 2] = [
    ["rfc3986 is_valid", "rfc3986 is_valid, interpreted"],
    ["rfc3986 parse", "rfc3986 parse, interpreted"],
];

/// A parser as a predicate on texts.
pub struct Peer {
    /// The name of the package and of the function.
    pub name: &'static str,
    /// The language that it accepts.
    pub language: &'static str,
    /// The result that it computes.
    pub result: &'static str,
    /// Counts the accepted texts.
    accepted: Box<Count>,
}

/// Returns the number of accepted texts.
type Count = dyn Fn(&[String]) -> usize;

impl Peer {
    /// The compiler specialises the loop for each predicate, so no parser pays for dynamic dispatch.
    pub(crate) fn new(
        name: &'static str,
        language: &'static str,
        result: &'static str,
        accepts: impl Fn(&str) -> bool + 'static,
    ) -> Self {
        let accepted = move |texts: &[String]| {
            let taken = texts.iter().filter(|text| accepts(black_box(text)));
            taken.count()
        };
        Self {
            name,
            language,
            result,
            accepted: Box::new(accepted),
        }
    }

    /// Returns the name of its package, as in `Cargo.lock`.
    #[must_use]
    pub fn package(&self) -> &'static str {
        let (package, _) = self.name.split_once(' ').unwrap_or((self.name, ""));
        package
    }

    /// Returns whether it is a function of this project.
    #[must_use]
    pub fn is_own(&self) -> bool {
        ["rfc1738", "rfc3986"].contains(&self.package())
    }

    /// Returns the number of texts that it accepts.
    #[must_use]
    pub fn accepted(&self, texts: &[String]) -> usize {
        (self.accepted)(texts)
    }
}

/// Returns whether the result is a success, and keeps the compiler from removing it.
#[allow(
    clippy::needless_pass_by_value,
    reason = "to drop the result is part of the work"
)]
pub fn made<T, E>(result: Result<T, E>) -> bool {
    black_box(&result).is_ok()
}

/// Returns all peers.
#[must_use]
pub fn all() -> Vec<Peer> {
    let (regex, automaton, interpreted) = (regex(), automaton(), interpreted());
    let uri = interpreted_uri();
    let [verdicts, trees] = RFC3986;
    let matches = move |text: &str| {
        let input = Input::new(text).anchored(Anchored::Yes);
        matches!(automaton.try_search_fwd(&input), Ok(Some(_)))
    };
    vec![
        Peer::new(IS_VALID, "RFC 1738", "verdict", |text| {
            is_valid(Rule::Url, text)
        }),
        Peer::new(URL, "RFC 1738", "parts", |text| made(Url::parse(text))),
        Peer::new(TREE, "RFC 1738", "tree", |text| {
            made(parse(Rule::Url, text))
        }),
        Peer::new(DETAIL, "RFC 1738", "tree with characters", |text| {
            made(parse_in_detail(Rule::Url, text, Detail::Characters))
        }),
        Peer::new(INTERPRETED_IS_VALID, "RFC 1738", "verdict", move |text| {
            rfcbnf_engine::is_valid(interpreted, text)
        }),
        Peer::new(INTERPRETED_TREE, "RFC 1738", "tree", move |text| {
            made(rfcbnf_engine::parse(interpreted, text))
        }),
        Peer::new(verdicts[0], "RFC 3986", "verdict", |text| {
            rfc3986::is_valid(rfc3986::Rule::Uri, text)
        }),
        Peer::new(verdicts[1], "RFC 3986", "verdict", move |text| {
            rfcbnf_engine::is_valid(uri, text)
        }),
        Peer::new(trees[0], "RFC 3986", "tree", |text| {
            made(rfc3986::parse(rfc3986::Rule::Uri, text))
        }),
        Peer::new(trees[1], "RFC 3986", "tree", move |text| {
            made(rfcbnf_engine::parse(uri, text))
        }),
        Peer::new(REFERENCE, "RFC 3986", "parts", |text| {
            made(fluent_uri::Uri::parse(text))
        }),
        Peer::new("oxiri", "RFC 3987", "parts", |text| {
            made(oxiri::Iri::parse(text))
        }),
        Peer::new("iri-rs", "RFC 3986", "parts", |text| {
            made(iri_rs::Uri::parse(text))
        }),
        Peer::new("iri-string", "RFC 3986", "verdict", |text| {
            made(iri_string::types::UriStr::new(text))
        }),
        Peer::new("uriparse", "RFC 3986, ports below 65536", "parts", |text| {
            made(uriparse::URI::try_from(text))
        }),
        Peer::new("http", "targets of HTTP", "parts, copied", |text| {
            made(text.parse::<http::Uri>())
        }),
        Peer::new("ada-url can_parse", "WHATWG", "verdict", |text| {
            ada_url::Url::can_parse(text, None)
        }),
        Peer::new("url", "WHATWG", "normal form with parts", |text| {
            made(url::Url::parse(text))
        }),
        Peer::new("regex-automata dense", "RFC 1738", "verdict", matches),
        Peer::new("regex", "RFC 1738", "verdict", move |text| {
            regex.is_match(text)
        }),
        Peer::new("pest", "RFC 1738", "tree with characters", |text| {
            made(Mechanical::parse(Pest::text, text))
        }),
    ]
}
