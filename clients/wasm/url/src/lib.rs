//! URLs of RFC 1738 for JavaScript: functions from octets to JSON.
//!
//! A production is its index in [`Rule::ALL`], and offsets are in octets. `clients/javascript/src/`
//! makes the objects that programs see.
//!
//! Invariant: nothing here decides anything about a text. It calls `rfc1738` and serializes what that
//! returns.

mod record;

use rfc1738::{Detail, Rule, Url};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::record::{ErrorRecord, UrlRecord, json};

/// Returns the names of the productions, separated by spaces.
#[wasm_bindgen]
#[must_use]
pub fn rules() -> String {
    Rule::ALL.map(Rule::name).join(" ")
}

/// Returns whether the production derives the text.
#[wasm_bindgen]
#[must_use]
pub fn is_valid(rule: usize, text: &[u8]) -> bool {
    rfc1738::is_valid(Rule::ALL[rule], text)
}

/// Returns the error of the text, or nothing if the production derives it.
#[wasm_bindgen]
#[must_use]
pub fn check(rule: usize, text: &[u8]) -> Option<String> {
    let rule = Rule::ALL[rule];
    if rfc1738::is_valid(rule, text) {
        return None;
    }
    let error = rfc1738::parse(rule, text).err()?;
    Some(json(&ErrorRecord::new(&error)))
}

/// Returns the components of a URL, or nothing if it is none.
#[wasm_bindgen]
#[must_use]
pub fn parse(text: &[u8]) -> Option<String> {
    let url = Url::parse(text).ok()?;
    Some(json(&UrlRecord::new(&url)))
}

/// Returns the normal form of a URL, or nothing if the text is none.
#[wasm_bindgen]
#[must_use]
pub fn normalized(text: &[u8]) -> Option<String> {
    let url = Url::parse(text).ok()?;
    Some(url.normalized().into_string())
}

/// Returns the nodes of the tree of the text, or nothing if the production does not derive it.
#[wasm_bindgen]
#[must_use]
pub fn tree(rule: usize, text: &[u8], characters: bool) -> Option<String> {
    let detail = if characters {
        Detail::Characters
    } else {
        Detail::Rules
    };
    let tree = rfc1738::parse_in_detail(Rule::ALL[rule], text, detail).ok()?;
    Some(json(&tree.root().flat()))
}
