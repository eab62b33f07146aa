//! Questions about a grammar, and about a text of it.

mod asked;
pub(crate) mod keys;
pub(crate) mod open;

use std::collections::HashMap;

use rfc1738_views::derivations::record::DerivationList;
use rfc1738_views::grammar::NamedGrammar;
use rfcbnf::Parser;
use rfcbnf::derivations::derivations_without;

use crate::grammar::{Found, read};
use crate::{Answer, answer};

/// A grammar, as far as it can be read, and the parsers of its productions.
pub struct Session {
    named: NamedGrammar,
    found: Found,
    length: usize,
    parsers: HashMap<String, Parser>,
}

impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738, `notation` is the id of a
    /// notation, or empty.
    #[must_use]
    pub fn new(source: &str, readings: bool, notation: &str) -> Self {
        let (named, found) = read(source, readings, notation);
        Self {
            named,
            found,
            length: source.len(),
            parsers: HashMap::new(),
        }
    }
}

/// The most derivations, and the most nodes of all of them together.
const DERIVATIONS: (usize, usize) = (101, 60_000);

impl Session {
    /// Returns the derivations of a text.
    pub fn derivations(&self, rule: &str, text: &str, characters: bool) -> Answer {
        let left_out = self.named.character_productions();
        let leaves_out = |name: &str| !characters && left_out.contains(name);
        let trees = derivations_without(&self.named.grammar, rule, text, leaves_out);
        let trees = trees.map_err(|error| error.to_string())?;
        let (most, nodes) = DERIVATIONS;
        answer(&DerivationList::new(trees, most, nodes))
    }
}
