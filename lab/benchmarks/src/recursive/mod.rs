//! Grammars that recurse, which no automaton decides about: the recognizer beside the parsers that pest
//! generates from the same grammars.
//!
//! - `json` and `addresses` are the corpora.
//! - `measurement` takes the times, and `report` writes them.
//!
//! Invariant: the grammars for pest are the exports of `rfcbnf`, unchanged. Texts that pest loses are
//! left out of the comparison and counted.

pub mod addresses;
pub mod json;
pub mod measurement;
pub mod report;

use rfcbnf::recognizer::Recognizer;
use rfcbnf::syntax::Grammar;

/// A grammar, and the production that its texts belong to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// The text of the grammar.
    pub source: &'static str,
    /// The production.
    pub production: &'static str,
}

/// JSON.
pub const JSON: Language = Language {
    source: include_str!("../../../../examples/grammars/rfc8259.abnf"),
    production: "JSON-text",
};

/// Addresses of mail.
pub const ADDRESSES: Language = Language {
    source: include_str!("../../../../examples/grammars/rfc5322.abnf"),
    production: "address",
};

/// A list that recurses to the right. The parentheses keep it from being regular.
pub const LIST: Language = Language {
    source: "list = item \",\" list / item\nitem = 1*DIGIT / \"(\" list \")\"\n",
    production: "list",
};

impl Language {
    /// Returns the grammar.
    ///
    /// # Panics
    ///
    /// Panics if `rfcbnf` cannot read it.
    #[must_use]
    pub fn grammar(self) -> Grammar {
        rfcbnf::read(self.source).expect("the grammar can be read")
    }

    /// Returns a recognizer that has read no text yet. Its trees are those of the command.
    ///
    /// # Panics
    ///
    /// Panics if the production has no recognizer.
    #[must_use]
    pub fn recognizer(self) -> Recognizer {
        let grammar = self.grammar();
        let characters = grammar.character_productions();
        Recognizer::with_characters(&grammar, self.production, |name| characters.contains(name))
            .expect("the production has a recognizer")
    }
}

/// The parser that pest generates from `rfc8259.pest`, with a pair for every production.
#[allow(missing_docs, reason = "pest writes items without documentation")]
pub mod pest_json {
    /// The items that pest generates.
    #[derive(pest_derive::Parser)]
    #[grammar = "../rfc8259.pest"]
    #[grammar_inline = "text = ${ SOI ~ JSON_text ~ EOI }"]
    pub struct Json;
}

/// The parser that pest generates from `rfc5322.pest`, with a pair for every production.
#[allow(missing_docs, reason = "pest writes items without documentation")]
pub mod pest_addresses {
    /// The items that pest generates.
    #[derive(pest_derive::Parser)]
    #[grammar = "../rfc5322.pest"]
    #[grammar_inline = "text = ${ SOI ~ address ~ EOI }"]
    pub struct Addresses;
}
