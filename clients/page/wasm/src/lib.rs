//! The engine of the page: functions from strings to JSON.
//!
//! Each module is one of WebAssembly, so that a browser loads what it needs: [`engine`] answers questions
//! about a grammar and a text, [`prose`] knows RFC 1738 itself, [`choice`] knows what ordered choice gets
//! wrong and where another grammar differs, [`export`] makes texts, suites and
//! other notations, [`exercise`] answers exercises and has what a course shows beside trees, and [`grading`] makes tables of
//! hand-ins. The crates of `modules/` export one of them each, `modules/study` what
//! `engine` answers after the first load, and `modules/course` the latter part of `exercise`.
//!
//! A `Session` holds one grammar. Each function answers with a record of `rfc1738-views`, or fails
//! with a sentence for people. The page runs it in a worker, and ends the worker if a function takes
//! too long.
//!
//! Invariant: nothing here decides anything about a grammar or a text. It calls the packages below
//! and serializes what they return.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

pub mod choice;
pub mod engine;
pub mod exercise;
pub mod export;
pub mod grading;
mod grammar;
mod notations;
pub mod prose;
#[cfg(test)]
mod types;

use rfc1738_views::json;
use serde::Serialize;

/// The result of a question: JSON, or a sentence that says why there is none.
pub type Answer = Result<String, String>;

/// Exports a session to WebAssembly as `Session`, with its constructor. A module adds its questions.
#[macro_export]
macro_rules! session {
    ($inner:ty) => {
        /// A grammar and what was computed of it.
        #[wasm_bindgen::prelude::wasm_bindgen]
        pub struct Session($inner);

        #[wasm_bindgen::prelude::wasm_bindgen]
        impl Session {
            /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738, `notation` is the
            /// id of a notation, or empty.
            #[wasm_bindgen(constructor)]
            #[must_use]
            pub fn new(source: &str, readings: bool, notation: &str) -> Self {
                Self(<$inner>::new(source, readings, notation))
            }
        }
    };
}

/// Returns the record as JSON.
fn answer(record: &impl Serialize) -> Answer {
    let mut line = Vec::new();
    json::write(&mut line, record).map_err(|error| error.to_string())?;
    String::from_utf8(line).map_err(|error| error.to_string())
}
