//! What the prose of RFC 1738 says, for the page: the functions of `page_engine::prose`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, prose};
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns what the prose of RFC 1738 says about the error of a text at a byte offset.
#[wasm_bindgen]
pub fn notes(rule: &str, text: &str, offset: usize) -> Answer {
    prose::notes(rule, text, offset)
}

/// Returns what the prose of RFC 1738 says about a production: `[["3.1","A port is …"]]`.
#[wasm_bindgen]
pub fn remarks(rule: &str) -> Answer {
    prose::remarks(rule)
}

/// Returns all about a URL of RFC 1738; `null` if the text is none.
#[wasm_bindgen]
pub fn inspect(text: &str) -> Answer {
    prose::inspect(text)
}
