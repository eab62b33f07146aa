//! What ordered choice gets wrong, and where grammars differ, for the page: the functions of
//! `page_engine::choice`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, choice as inner};
use wasm_bindgen::prelude::wasm_bindgen;

page_engine::session!(inner::Session);

#[wasm_bindgen]
impl Session {
    /// Returns what ordered choice loses of a production.
    pub fn naive(&self, rule: &str) -> Answer {
        self.0.naive(rule)
    }

    /// Returns both readings of a text.
    pub fn compare_readings(&self, rule: &str, text: &str) -> Answer {
        self.0.compare_readings(rule, text)
    }

    /// Returns where another grammar derives different texts. `pairs`, as JSON, says which
    /// productions correspond: `[["digit","DIGIT"]]`.
    pub fn difference(&self, source: &str, readings: bool, pairs: &str) -> Answer {
        self.0.difference(source, readings, pairs)
    }

    /// Returns where two productions differ if those of each pair of `alike` are one letter: `[["digit","DIGIT"]]`.
    pub fn alike(&self, source: &str, readings: bool, a: &str, b: &str, alike: &str) -> Answer {
        self.0.alike(source, readings, (a, b), alike)
    }
}
