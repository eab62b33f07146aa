//! Exercises, and what a course shows beside trees, for the page: the functions of `page_engine::exercise`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, exercise as inner};
use wasm_bindgen::prelude::wasm_bindgen;

/// A grammar.
#[wasm_bindgen]
pub struct Session(inner::Session);

#[wasm_bindgen]
impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(source: &str, readings: bool) -> Self {
        Self(inner::Session::new(source, readings))
    }

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

/// Reads a sheet in TOML, and returns it as JSON.
#[wasm_bindgen]
pub fn sheet(text: &str) -> Answer {
    inner::sheet(text)
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

    /// Answers a hand-in, which counts from 0.
    pub fn row(&mut self, index: usize) -> Answer {
        self.0.row(index)
    }

    /// Returns the grammar of a hand-in for an exercise; both count from 0. It is a string of JSON, or null.
    pub fn grammar(&self, index: usize, exercise: usize) -> Answer {
        self.0.grammar(index, exercise)
    }

    /// Returns the hand-ins that were answered, with the commonest mistakes.
    pub fn table(&self) -> Answer {
        self.0.table()
    }

    /// Returns the hand-ins that were answered as CSV, as a string of JSON.
    pub fn csv(&self) -> Answer {
        self.0.csv()
    }
}
