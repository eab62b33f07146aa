//! What the analysis finds, the steps over a text, and the nearest valid texts, for the page: functions of
//! `page_engine::engine`, exported.
//!
//! They are a module of their own, because the first load does without them.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, engine as inner};
use wasm_bindgen::prelude::wasm_bindgen;

page_engine::session!(inner::Session);

#[wasm_bindgen]
impl Session {
    /// Returns what the analysis finds.
    pub fn findings(&self) -> Answer {
        self.0.findings()
    }

    /// Returns the first of the valid texts that are nearest to a text, and how many there are.
    pub fn nearest(&mut self, rule: &str, text: &str, most: usize) -> Answer {
        self.0.nearest(rule, text, most)
    }

    /// Returns the steps of the productions over a text.
    pub fn steps(&mut self, rule: &str, text: &str) -> Answer {
        self.0.steps(rule, text)
    }
}
