//! What ordered choice gets wrong, and where another grammar differs.

mod difference;
mod ordered_choice;

use rfc1738_views::grammar::NamedGrammar;

use crate::grammar::read;

/// A grammar, as far as it can be read.
pub struct Session {
    named: NamedGrammar,
}

impl Session {
    /// Reads a grammar, as far as it can be read. `readings` applies the readings of RFC 1738.
    #[must_use]
    pub fn new(source: &str, readings: bool) -> Self {
        let (named, _) = read(source, readings);
        Self { named }
    }
}
