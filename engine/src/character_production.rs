//! Character productions, as errors name them.

use core::cmp::Reverse;

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
/// let largest = &Rule::character_productions(&())[0];
/// assert_eq!(Rule::from_id((), largest.production()), Rule::Xchar);
/// assert!(largest.first().contains(b'%'));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CharacterProduction {
    production: ProductionId,
    first: CharacterSet,
    /// The number of characters in `first`.
    size: usize,
}

impl CharacterProduction {
    /// Returns the character production with this FIRST set.
    #[must_use]
    pub const fn new(production: ProductionId, first: CharacterSet) -> Self {
        Self {
            production,
            first,
            size: first.len(),
        }
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

    /// Returns the character productions in a table of all productions, at compile time, in the
    /// order of [`CharacterProduction::sort`]. Generated code fills a static with them.
    ///
    /// # Panics
    ///
    /// Panics if their number is not `COUNT`, or if the table has more productions than a grammar
    /// can have.
    #[must_use]
    pub const fn sorted<R: Production, const COUNT: usize>(
        productions: &[Description<R>],
    ) -> [Self; COUNT] {
        assert!(productions.len() <= ProductionId::LIMIT);
        let mut sorted = [const { Self::new(ProductionId::new(0), CharacterSet::EMPTY) }; COUNT];
        let mut count = 0;
        let mut index: u16 = 0;
        while (index as usize) < productions.len() {
            let production = &productions[index as usize];
            if production.is_character {
                let inserted = Self::new(ProductionId::new(index), production.first);
                let mut slot = count;
                while slot > 0 && sorted[slot - 1].size < inserted.size {
                    sorted[slot] = sorted[slot - 1];
                    slot -= 1;
                }
                sorted[slot] = inserted;
                count += 1;
            }
            index += 1;
        }
        assert!(count == COUNT);
        sorted
    }

    /// Sorts character productions as
    /// [`Production::character_productions`] needs them:
    /// the largest FIRST set first. Equal sizes keep their order, which is that of the grammar.
    ///
    /// ```
    /// use rfcbnf_engine::{CharacterProduction, CharacterSet, ProductionId};
    ///
    /// let digit = CharacterProduction::new(ProductionId::new(3), CharacterSet::of("01"));
    /// let letter = CharacterProduction::new(ProductionId::new(7), CharacterSet::of("abc"));
    /// let mut both = [digit, letter];
    /// CharacterProduction::sort(&mut both);
    /// assert_eq!(both, [letter, digit]);
    /// ```
    pub fn sort(productions: &mut [Self]) {
        productions.sort_by_key(|production| Reverse(production.size));
    }

    /// Returns the number of characters in the FIRST set.
    pub(crate) fn size(&self) -> usize {
        self.size
    }

    /// Returns how many of the characters it covers.
    pub(crate) fn gain(&self, left: CharacterSet) -> usize {
        // Counting is slow, and mostly the production covers its whole FIRST set.
        let covered = left.intersection(self.first);
        if covered == self.first {
            self.size
        } else {
            covered.len()
        }
    }
}
