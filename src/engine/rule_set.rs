//! Sets of productions.

use crate::rules::Rule;

/// How many bits a word has.
const BITS: usize = 64;

/// A set of productions, made when the program is compiled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RuleSet([u64; Rule::ALL.len().div_ceil(BITS)]);

impl RuleSet {
    /// Every production.
    pub(crate) const ALL: Self = Self::of(&Rule::ALL);

    /// No production.
    pub(crate) const NONE: Self = Self::of(&[]);

    /// These productions.
    pub(crate) const fn of(rules: &[Rule]) -> Self {
        let mut set = Self([0; Rule::ALL.len().div_ceil(BITS)]);
        let mut index = 0;
        while index < rules.len() {
            let number = rules[index] as usize;
            set.0[number / BITS] |= 1 << (number % BITS);
            index += 1;
        }
        set
    }

    /// The others, where the production is one of them.
    pub(crate) const fn without(mut self, rule: Rule) -> Self {
        let number = rule as usize;
        self.0[number / BITS] &= !(1 << (number % BITS));
        self
    }

    /// Whether it is every production.
    pub(crate) const fn is_all(&self) -> bool {
        let mut index = 0;
        while index < self.0.len() {
            if self.0[index] != Self::ALL.0[index] {
                return false;
            }
            index += 1;
        }
        true
    }

    /// Whether the production is one of them.
    #[inline]
    pub(crate) const fn contains(&self, rule: Rule) -> bool {
        let number = rule as usize;
        self.0[number / BITS] >> (number % BITS) & 1 == 1
    }

    /// Whether any production is in both sets.
    #[inline]
    pub(crate) fn intersects(&self, other: &Self) -> bool {
        let pairs = self.0.iter().zip(&other.0);
        pairs.fold(0, |both, (one, other)| both | (one & other)) != 0
    }
}
