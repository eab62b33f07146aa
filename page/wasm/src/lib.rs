//! The engine of the page: functions from strings to JSON.
//!
//! A [`Session`] holds one grammar. Each function answers with a record of `rfc1738-views`, or fails
//! with a sentence for people. The page runs it in a worker, and ends the worker if a function takes
//! too long.
//!
//! The features divide it into four modules, so that a browser loads what it needs: `engine` answers
//! questions about a grammar and a text, `prose` knows RFC 1738 itself, `choice` knows what ordered choice
//! gets wrong and where another grammar differs, and `export` makes texts, suites and other notations.
//!
//! Invariant: nothing here decides anything about a grammar or a text. It calls the packages below
//! and serializes what they return.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

mod answer;
#[cfg(feature = "prose")]
mod prose;
#[cfg(any(feature = "engine", feature = "export", feature = "choice"))]
mod session;
#[cfg(test)]
mod types;

use wasm_bindgen::prelude::wasm_bindgen;

#[cfg(any(feature = "engine", feature = "export", feature = "choice"))]
use crate::session::Session as Inner;

/// A grammar and what was computed of it.
#[cfg(any(feature = "engine", feature = "export", feature = "choice"))]
#[wasm_bindgen]
pub struct Session(Inner);

/// The result of a question: JSON, or a sentence that says why there is none.
type Answer = Result<String, String>;

#[cfg(any(feature = "engine", feature = "export", feature = "choice"))]
#[wasm_bindgen]
impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(source: &str, readings: bool) -> Self {
        Self(Inner::new(source, readings))
    }
}

#[cfg(feature = "engine")]
#[wasm_bindgen]
impl Session {
    /// Returns the productions and errors of the grammar.
    pub fn outline(&self) -> Answer {
        self.0.outline()
    }

    /// Returns the verdict on a text, with its tree or its error.
    pub fn verdict(&mut self, rule: &str, text: &str, characters: bool) -> Answer {
        self.0.verdict(rule, text, characters)
    }

    /// Returns the steps of the productions over a text.
    pub fn steps(&mut self, rule: &str, text: &str) -> Answer {
        self.0.steps(rule, text)
    }

    /// Returns the rails of a production.
    pub fn rails(&self, rule: &str) -> Answer {
        self.0.rails(rule)
    }

    /// Returns the parts of the grammar on the path of a node through its production.
    pub fn path(&mut self, rule: &str, text: &str, node: &str, start: usize, end: usize) -> Answer {
        self.0.path(rule, text, (node, start, end))
    }

    /// Returns where the productions that are open at an offset are in their definitions. `nodes` is the
    /// tree as JSON: `[["port",0,null,0]]`. `next` asks for what each of them allows next.
    pub fn places(&mut self, text: &str, offset: usize, nodes: &str, next: bool) -> Answer {
        self.0.places(text, offset, nodes, next)
    }

    /// Returns what the grammar says about a production.
    pub fn about(&self, rule: &str) -> Answer {
        self.0.about(rule)
    }

    /// Returns what the analysis finds.
    pub fn findings(&self) -> Answer {
        self.0.findings()
    }

    /// Returns the derivations of a text.
    pub fn derivations(&self, rule: &str, text: &str, characters: bool) -> Answer {
        self.0.derivations(rule, text, characters)
    }
}

#[cfg(feature = "export")]
#[wasm_bindgen]
impl Session {
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

#[cfg(feature = "choice")]
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
}

/// Returns what the prose of RFC 1738 says about the error of a text at a byte offset.
#[cfg(feature = "prose")]
#[wasm_bindgen]
pub fn notes(rule: &str, text: &str, offset: usize) -> Answer {
    prose::notes(rule, text, offset)
}

/// Returns what the prose of RFC 1738 says about a production: `[["3.1","A port is …"]]`.
#[cfg(feature = "prose")]
#[wasm_bindgen]
pub fn remarks(rule: &str) -> Answer {
    prose::remarks(rule)
}

/// Returns all about a URL of RFC 1738; `null` if the text is none.
#[cfg(feature = "prose")]
#[wasm_bindgen]
pub fn inspect(text: &str) -> Answer {
    prose::inspect(text)
}
