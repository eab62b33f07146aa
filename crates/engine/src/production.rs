//! Productions, as results name them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use crate::character_production::CharacterProduction;
use crate::production_set::ProductionId;
use crate::tree::text::TreeText;

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

    /// Returns the characters that can follow a viable prefix of the texts, in ascending order; `None`,
    /// which is the default, if the grammar is one of octets or ASCII, or if finding them takes too much.
    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        let _ = prefix;
        None
    }
}
