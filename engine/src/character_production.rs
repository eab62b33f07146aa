//! Character productions, as errors name them.

use crate::character_set::CharacterSet;
use crate::description::Description;
use crate::production::Production;
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

    /// Returns the number of character productions in a table of all productions.
    #[must_use]
    pub const fn count<R: Production>(productions: &[Description<R>]) -> usize {
        let mut count = 0;
        let mut index = 0;
        while index < productions.len() {
            count += productions[index].is_character as usize;
            index += 1;
        }
        count
    }

    /// Returns the character productions in a table of all productions, at compile time, in the order of
    /// the grammar. Generated code fills a static with them.
    ///
    /// # Panics
    ///
    /// Panics if their number is not `COUNT`, or if the table has more productions than a grammar
    /// can have.
    #[must_use]
    pub const fn all<R: Production, const COUNT: usize>(
        productions: &[Description<R>],
    ) -> [Self; COUNT] {
        assert!(productions.len() <= ProductionId::LIMIT);
        let mut all = [const { Self::new(ProductionId::new(0), CharacterSet::EMPTY) }; COUNT];
        let mut count = 0;
        let mut index: u16 = 0;
        while (index as usize) < productions.len() {
            let production = &productions[index as usize];
            if production.is_character {
                all[count] = Self::new(ProductionId::new(index), production.first);
                count += 1;
            }
            index += 1;
        }
        assert!(count == COUNT);
        all
    }
}
