//! What a course shows beside trees, for the page: functions of `page_engine::exercise`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, exercise as inner};
use wasm_bindgen::prelude::wasm_bindgen;

page_engine::session!(inner::Session);

#[wasm_bindgen]
impl Session {
    /// Returns FIRST, FOLLOW, and the table of LL(1).
    pub fn tables(&self, rule: &str) -> Answer {
        self.0.tables(rule)
    }

    /// Returns the sentential forms of a derivation, which counts from 0. `rightmost` says which name each step replaces.
    pub fn forms(
        &self,
        rule: &str,
        text: &str,
        derivation: usize,
        rightmost: bool,
        characters: bool,
    ) -> Answer {
        self.0.forms(rule, text, derivation, rightmost, characters)
    }

    /// Returns the tree of a derivation as nodes and edges: a picture in SVG, as a string of JSON.
    pub fn picture(&self, rule: &str, text: &str, derivation: usize, characters: bool) -> Answer {
        self.0.picture(rule, text, derivation, characters)
    }
}
