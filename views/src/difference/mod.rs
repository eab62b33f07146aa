//! The difference between two grammars.

pub mod page;
pub mod record;

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

    /// Returns the name of the file on this side.
    fn file(&self, side: Side) -> &str {
        match side {
            Side::A => &self.a,
            Side::B => &self.b,
        }
    }
}
