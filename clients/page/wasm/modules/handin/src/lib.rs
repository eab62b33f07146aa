//! The hand-ins in a text, for the page: a function of `page_engine::exercise`, exported.
//!
//! It is a module of its own, because the limit of a module has no room for it beside the answers.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, exercise as inner};
use wasm_bindgen::prelude::wasm_bindgen;

/// Finds the hand-ins to a sheet, which is JSON, in a text.
#[wasm_bindgen]
pub fn hand_ins(sheet: &str, text: &str) -> Answer {
    inner::hand_ins(sheet, text)
}
