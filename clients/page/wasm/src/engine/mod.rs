//! Questions about a grammar, and about a text of it.

pub(crate) mod keys;
pub(crate) mod open;
mod study;

use std::collections::HashMap;

use crate::grammar::{Found, read};
use keys::Parser;
use rfc1738_views::grammar::NamedGrammar;

/// A grammar, as far as it can be read, and the parsers of its productions.
pub struct Session {
    named: NamedGrammar,
    found: Found,
    length: usize,
    parsers: HashMap<String, Parser>,
}

impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738.
    #[must_use]
    pub fn new(source: &str, readings: bool) -> Self {
        let (named, found) = read(source, readings);
        Self {
            named,
            found,
            length: source.len(),
            parsers: HashMap::new(),
        }
    }

    fn is_recursive(&self, rule: &str) -> bool {
        let obstacle = self.named.grammar.obstacle(rule);
        obstacle.is_some_and(|obstacle| obstacle.is_recursion())
    }
}
