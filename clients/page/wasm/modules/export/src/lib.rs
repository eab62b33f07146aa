//! Texts, suites and other notations of a grammar, for the page: the functions of `page_engine::export`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, export as inner};
use wasm_bindgen::prelude::wasm_bindgen;

page_engine::session!(inner::Session);

#[wasm_bindgen]
impl Session {
    /// Returns the notations in which the grammar has no errors and different meanings.
    pub fn notations(&self) -> Answer {
        self.0.notations()
    }

    /// Returns the grammar in another notation. An empty `rule` means all productions.
    pub fn export(&self, notation: &str, rule: &str) -> Answer {
        self.0.export(notation, rule)
    }

    /// Returns texts of a production: `random`, `cover`, `shortest` or `near`.
    pub fn sentences(&self, rule: &str, kind: &str, seed: u32, most: usize) -> Answer {
        self.0.sentences(rule, kind, seed, most)
    }

    /// Returns the automaton of a production and the states that a text passes.
    pub fn automaton(&self, rule: &str, text: &str) -> Answer {
        self.0.automaton(rule, text)
    }

    /// Returns the size of the conformance suite of a production. If the production recurses in the
    /// middle, the suite is that of its texts to the depth.
    pub fn suite(&mut self, rule: &str, depth: u32) -> Answer {
        self.0.suite(rule, depth)
    }

    /// Returns some of the texts of that suite as lines, `jsonl` or `txt`, from a part on. The first
    /// part is 0, and the answer has the next.
    pub fn suite_piece(&mut self, rule: &str, depth: u32, format: &str, part: usize) -> Answer {
        self.0.suite_piece(rule, depth, format, part)
    }
}
