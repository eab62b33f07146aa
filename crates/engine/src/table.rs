//! What is known of a production before a text is read.

use crate::character_set::CharacterSet;
use crate::dfa::{Alternatives, Dfa, NestedDfa};
use crate::production_set::ProductionId;

/// A production, and what its combinator needs besides the body: nothing, its sets of characters, or its DFA.
/// Generated code has a constant for each production, with the production's name.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, character};
/// use rfcbnf_engine::spans::match_length;
/// use rfcbnf_engine::{CharacterSet, ProductionId, Table};
///
/// const DIGITS: CharacterSet = CharacterSet::of("0123456789");
/// let digit = Table::of_characters(ProductionId::new(0), DIGITS, DIGITS);
/// assert_eq!(match_length("80", character(digit, any_of(DIGITS))), Some(1));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Table<P, F = ()> {
    /// The production.
    pub rule: P,
    /// What its combinator needs.
    pub facts: F,
}

/// The characters that decide about most matches of a character production. [`Table`] has an example.
#[derive(Debug, Clone, Copy)]
pub struct CharacterSets {
    /// The characters that it derives alone.
    pub alone: CharacterSet,
    /// The characters that its matches begin with.
    pub first: CharacterSet,
}

/// A DFA that decides between the alternatives of a production.
/// [`decided`](crate::combinators::decided) has an example.
#[derive(Clone, Copy)]
pub struct Decided {
    /// The DFA.
    pub dfa: &'static NestedDfa,
    /// The alternatives.
    pub alternatives: Alternatives,
}

impl<P> Table<P> {
    /// Returns the table of a production that has a body only.
    pub const fn new(rule: P) -> Self {
        Self { rule, facts: () }
    }
}

impl<P> Table<P, CharacterSets> {
    /// Returns the table of a character production: the characters that it derives alone, and those that its
    /// matches begin with.
    pub const fn of_characters(rule: P, alone: CharacterSet, first: CharacterSet) -> Self {
        let facts = CharacterSets { alone, first };
        Self { rule, facts }
    }
}

impl<P, const INSIDE: u8> Table<P, &'static Dfa<INSIDE>> {
    /// Returns the table of a production with a DFA.
    pub const fn with_dfa(rule: P, dfa: &'static Dfa<INSIDE>) -> Self {
        Self { rule, facts: dfa }
    }
}

impl<P> Table<P, Decided> {
    /// Returns the table of a production whose DFA decides between its alternatives.
    pub const fn decided(rule: P, dfa: &'static NestedDfa, alternatives: Alternatives) -> Self {
        let facts = Decided { dfa, alternatives };
        Self { rule, facts }
    }
}

/// Returns the id of the production.
impl<P: Into<ProductionId>> From<Table<P>> for ProductionId {
    #[inline]
    fn from(table: Table<P>) -> Self {
        table.rule.into()
    }
}
