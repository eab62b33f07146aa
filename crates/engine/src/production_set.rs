//! Productions in the engine: numbers and sets of numbers.

/// The number of bits in one integer of a set.
const BITS: usize = u64::BITS as usize;

/// The number of integers that hold the productions of most grammars.
const FEW: usize = 4;

/// The number of a production in its grammar, counted from 0.
///
/// ```
/// use rfcbnf_engine::ProductionId;
///
/// assert_eq!(ProductionId::new(14).index(), 14);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ProductionId(u16);

impl ProductionId {
    /// The most productions that a grammar can have.
    pub const LIMIT: usize = u16::MAX as usize + 1;

    /// Returns the id of the production with this number.
    #[inline]
    #[must_use]
    pub const fn new(number: u16) -> Self {
        Self(number)
    }

    /// Returns the number, for the index of a table.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of productions that can be computed at compile time. Only the first
/// [`ProductionSet::LIMIT`] productions of a grammar can be members.
///
/// ```
/// use rfcbnf_engine::{ProductionId, ProductionSet};
///
/// const PORT: ProductionId = ProductionId::new(14);
/// const WANTED: ProductionSet = ProductionSet::EMPTY.with(PORT);
/// assert!(WANTED.contains(PORT) && WANTED.intersects(&WANTED));
/// assert_eq!(WANTED.without(PORT), ProductionSet::EMPTY);
/// assert!(ProductionSet::ALL.contains(PORT));
/// assert!(ProductionSet::EMPTY.is_empty() && !WANTED.is_empty());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct ProductionSet {
    bits: [u64; ProductionSet::LIMIT / BITS],
    /// The number of integers up to the last that is not 0, or more.
    used: usize,
}

impl ProductionSet {
    /// The number of productions that can be members.
    pub const LIMIT: usize = 1024;

    /// The set without members.
    pub const EMPTY: Self = Self {
        bits: [0; Self::LIMIT / BITS],
        used: 0,
    };

    /// The set of all productions that can be members.
    pub const ALL: Self = Self {
        bits: [u64::MAX; Self::LIMIT / BITS],
        used: Self::LIMIT / BITS,
    };

    /// Returns the set with one more member.
    #[must_use]
    pub const fn with(mut self, production: ProductionId) -> Self {
        let number = production.index();
        let index = number / BITS;
        self.bits[index] |= 1 << (number % BITS);
        if self.used <= index {
            self.used = index + 1;
        }
        self
    }

    /// Returns the set without the production.
    #[must_use]
    pub const fn without(mut self, production: ProductionId) -> Self {
        let number = production.index();
        self.bits[number / BITS] &= !(1 << (number % BITS));
        self
    }

    /// Returns whether the production is a member.
    #[inline]
    #[must_use]
    pub const fn contains(&self, production: ProductionId) -> bool {
        let number = production.index();
        number < Self::LIMIT && self.bits[number / BITS] >> (number % BITS) & 1 == 1
    }

    /// Returns whether the set has no member.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        let mut index = 0;
        while index < self.bits.len() {
            if self.bits[index] != 0 {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Returns whether the sets have a member in common.
    #[inline]
    #[must_use]
    pub fn intersects(&self, other: &Self) -> bool {
        // Most grammars have few productions, and a fixed number of steps needs no loop.
        let mut both = 0;
        let mut index = 0;
        while index < FEW {
            both |= self.bits[index] & other.bits[index];
            index += 1;
        }
        both != 0 || (self.used > FEW && self.intersects_beyond(other))
    }

    /// Returns whether the sets have a member in common beyond the few productions of most grammars.
    #[cold]
    #[inline(never)]
    fn intersects_beyond(&self, other: &Self) -> bool {
        let pairs = self.bits[FEW..].iter().zip(&other.bits[FEW..]);
        pairs.fold(0, |both, (one, other)| both | (one & other)) != 0
    }
}

/// Two sets are equal if they have the same members.
impl PartialEq for ProductionSet {
    fn eq(&self, other: &Self) -> bool {
        self.bits == other.bits
    }
}

impl Eq for ProductionSet {}
