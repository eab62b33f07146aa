//! Productions, as results name them, and their numbers and sets, by which the engine knows them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use crate::character_set::CharacterSet;
use crate::error::Note;
use crate::text::TreeText;

/// A production of a grammar, as results name it.
///
/// The enum of a generated grammar implements it, and so can a number together with the grammar
/// that it belongs to. A production that also has a body implements [`Parse`](crate::Parse). One of a recognizer
/// has none: a recognizer can give up on a text, and a body decides about every text.
///
/// ```
/// use std::fmt;
///
/// use rfcbnf_engine::combinators::{any_of, chars, production, run};
/// use rfcbnf_engine::{
///     CharacterProduction, CharacterSet, Collector, Parse, Production, ProductionId, parse,
/// };
///
/// const DIGITS: CharacterSet = CharacterSet::of("0123456789");
///
/// /// A grammar of one production: `number = 1*( "0" | … | "9" )`.
/// #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// struct Number;
///
/// impl fmt::Display for Number {
///     fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
///         formatter.write_str("number")
///     }
/// }
///
/// impl Production for Number {
///     type Grammar = ();
///     type Text = str;
///
///     fn from_id((): (), _: ProductionId) -> Self {
///         Self
///     }
///
///     fn grammar(self) {}
///
///     fn id(self) -> ProductionId {
///         ProductionId::new(0)
///     }
///
///     fn is_character(self) -> bool {
///         false
///     }
///
///     fn character_productions((): &()) -> &[CharacterProduction] {
///         &[]
///     }
/// }
///
/// impl Parse for Number {
///     fn read<C: Collector>(self, collector: &mut C, at: usize) -> Option<usize> {
///         production(self.id(), run(1, chars(DIGITS, any_of(DIGITS))))(collector, at)
///     }
/// }
///
/// assert_eq!(parse(Number, "80").unwrap().root().text(), "80");
/// assert_eq!(parse(Number, "8o").unwrap_err().offset(), 1);
/// ```
pub trait Production: Copy + Eq + fmt::Debug + fmt::Display {
    /// What makes a production out of its id. A type without values suffices if there is only one
    /// grammar.
    type Grammar: Copy + Eq + fmt::Debug;

    /// What trees refer to: `str` if every node derives text, or else `[u8]`.
    type Text: TreeText + ?Sized;

    /// Returns the production of the grammar with this id.
    fn from_id(grammar: Self::Grammar, id: ProductionId) -> Self;

    /// Returns the grammar.
    fn grammar(self) -> Self::Grammar;

    /// Returns the id.
    fn id(self) -> ProductionId;

    /// Returns whether it is a production for a single character, encoded or not. The default tree
    /// leaves these out.
    fn is_character(self) -> bool;

    /// Returns the production as the grammar prints it, for reports of errors; `None`, which is the default,
    /// if that is not known.
    fn definition(self) -> Option<String> {
        None
    }

    /// Returns the character productions of the grammar. Errors name characters by them.
    fn character_productions(grammar: &Self::Grammar) -> &[CharacterProduction];

    /// Returns whether the octets of texts are those of characters in UTF-8. Then errors are at
    /// characters. The default is whether trees refer to `str`.
    fn is_of_characters(grammar: &Self::Grammar) -> bool {
        let _ = grammar;
        Self::Text::IS_STR
    }

    /// Returns the length of the longest viable prefix of a text, in octets, for errors of nom; `None`, which is
    /// the default, if that is not known.
    fn viable_prefix(self, text: &[u8]) -> Option<usize> {
        let _ = text;
        None
    }

    /// Returns what the document of the grammar says about errors. There is nothing by default.
    #[must_use]
    fn notes() -> &'static [Note] {
        &[]
    }

    /// Returns the characters that can follow a viable prefix of the texts, in ascending order; `None`,
    /// which is the default, if the grammar is one of octets or ASCII, or if finding them takes too much.
    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        let _ = prefix;
        None
    }
}

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
