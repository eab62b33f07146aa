//! Tables of hand-ins, for the page: the functions of `page_engine::grading`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, grading as inner};
use wasm_bindgen::prelude::wasm_bindgen;

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

/// A sheet, and hand-ins to it.
#[wasm_bindgen]
pub struct Grading(inner::Grading);

#[wasm_bindgen]
impl Grading {
    /// Reads a sheet, as JSON.
    #[wasm_bindgen(constructor)]
    pub fn new(sheet: &str) -> Result<Self, String> {
        inner::Grading::new(sheet).map(Self)
    }

    /// Finds the hand-ins in a text, in the place of those before, and returns how many there are.
    pub fn read(&mut self, text: &str) -> usize {
        self.0.read(text)
    }

    /// Returns the answers of a hand-in, which counts from 0: one for each exercise, or null. One that cannot be read has none.
    pub fn answers(&self, index: usize) -> Answer {
        self.0.answers(index)
    }

    /// Takes what is known of the answers of a hand-in: as JSON a list with one for each exercise, or null. Returns the row of
    /// the hand-in.
    pub fn row(&mut self, index: usize, known: &str) -> Answer {
        self.0.row(index, known)
    }

    /// Returns the hand-ins whose answers are known, with the commonest mistakes.
    pub fn table(&self) -> Answer {
        self.0.table()
    }

    /// Returns the hand-ins whose answers are known as CSV, as a string of JSON.
    pub fn csv(&self) -> Answer {
        self.0.csv()
    }
}
