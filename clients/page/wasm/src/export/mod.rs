//! Texts and suites of productions, and the grammar in other notations.

mod notations;
pub(crate) mod suites;
mod texts;

use rfc1738_views::grammar::NamedGrammar;

use crate::grammar::read;
use suites::KeptSuite;

/// A grammar, as far as it can be read, and the suite that was planned last.
pub struct Session {
    named: NamedGrammar,
    suite: Option<KeptSuite>,
}

impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738.
    #[must_use]
    pub fn new(source: &str, readings: bool) -> Self {
        let (named, _) = read(source, readings);
        Self { named, suite: None }
    }
}
