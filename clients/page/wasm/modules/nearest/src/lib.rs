//! Which valid texts are nearest to a wrong one, for the page: a function of `page_engine::choice`, exported.
//!
//! It is a module of its own, because the limit of a module has no room for it in another one.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, choice as inner};
use wasm_bindgen::prelude::wasm_bindgen;

page_engine::session!(inner::Session);

#[wasm_bindgen]
impl Session {
    /// Returns the valid texts that are nearest to a text, at most so many, and how many there are.
    pub fn nearest(&self, rule: &str, text: &str, most: usize) -> Answer {
        self.0.nearest(rule, text, most)
    }
}
