//! The difference between two grammars.

pub mod page;
pub mod pairs;
pub mod record;
mod texts;

use rfcbnf::difference::{Compared, Comparison, Side};

/// The productions of two files, compared.
#[derive(Debug)]
pub struct GrammarDifference {
    /// The name of one file, escaped.
    pub a: String,
    /// The name of the other file, escaped.
    pub b: String,
    /// The result for each production.
    pub compared: Vec<Compared>,
}

impl GrammarDifference {
    /// Returns whether all productions are equal. If the comparison abstained from one, that is not
    /// known.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.compared
            .iter()
            .all(|compared| compared.result == Comparison::Equal)
    }

    /// Returns whether the comparison abstained from a production, and no other differs.
    #[must_use]
    pub fn abstains(&self) -> bool {
        let mut results = self.compared.iter().map(|compared| &compared.result);
        let is_open = |result: &Comparison| *result == Comparison::Equal || result.is_abstained();
        !self.is_equal() && results.all(is_open)
    }

    /// Returns the name of the file on this side.
    fn file(&self, side: Side) -> &str {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}
