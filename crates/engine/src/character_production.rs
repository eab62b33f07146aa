//! Character productions, as errors name them.

use crate::character_set::CharacterSet;
use crate::production_set::ProductionId;

/// A production for a single character, encoded or not, and the characters that its matches can
/// begin with.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::Production;
///
/// let mut characters = Rule::character_productions(&()).iter();
/// let escape = characters.find(|one| one.production() == Rule::Uchar.id()).unwrap();
/// assert!(escape.first().contains(b'%'));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CharacterProduction {
    production: ProductionId,
    first: CharacterSet,
}

impl CharacterProduction {
    /// Returns the character production with this FIRST set.
    #[must_use]
    pub const fn new(production: ProductionId, first: CharacterSet) -> Self {
        Self { production, first }
    }

    /// Returns the production.
    #[must_use]
    pub const fn production(&self) -> ProductionId {
        self.production
    }

    /// Returns the characters that its matches can begin with.
    #[must_use]
    pub const fn first(&self) -> CharacterSet {
        self.first
    }
}
