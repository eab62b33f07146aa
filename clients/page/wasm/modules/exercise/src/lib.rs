//! Answers to exercises, for the page: functions of `page_engine::exercise`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, exercise as inner};
use wasm_bindgen::prelude::wasm_bindgen;

/// Returns whether an exercise, as JSON, is ready.
#[wasm_bindgen]
pub fn check(exercise: &str) -> Answer {
    inner::check(exercise)
}

/// Returns what is known of a grammar as an answer to an exercise, which is JSON. `start` is the production that it begins
/// with; the empty one is the first.
#[wasm_bindgen]
pub fn answer(exercise: &str, grammar: &str, start: &str) -> Answer {
    inner::answer_to(exercise, grammar, start)
}
