//! Questions about a grammar and a text, for the page: the functions of `page_engine::engine`, exported.

#![expect(
    clippy::missing_errors_doc,
    reason = "`Answer` says it for all functions"
)]

use page_engine::{Answer, engine as inner};
use wasm_bindgen::prelude::wasm_bindgen;

page_engine::session!(inner::Session);

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

    /// Returns the rails of a production.
    pub fn rails(&self, rule: &str) -> Answer {
        self.0.rails(rule)
    }

    /// Returns the parts of the grammar on the path of each node of a production through its definition.
    /// `nodes` is the tree as JSON: `[["port",0,2,0]]`.
    pub fn paths(&mut self, text: &str, nodes: &str, rule: &str) -> Answer {
        self.0.paths(text, nodes, rule)
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

    /// Returns the derivations of a text.
    pub fn derivations(&self, rule: &str, text: &str, characters: bool) -> Answer {
        self.0.derivations(rule, text, characters)
    }
}
