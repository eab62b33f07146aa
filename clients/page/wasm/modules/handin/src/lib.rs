//! Sheets and hand-ins as text, for the page: functions of `page_engine::exercise`, exported.
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

/// Reads a sheet in TOML, and returns it as JSON.
#[wasm_bindgen]
pub fn sheet(text: &str) -> Answer {
    inner::sheet(text)
}

/// Writes a sheet, which is JSON, in TOML: a string of JSON.
#[wasm_bindgen]
pub fn sheet_file(sheet: &str) -> Answer {
    inner::sheet_file(sheet)
}
