//! Productions, as parsers run them and as results name them.

use core::fmt;

use nom::IResult;
use nom::error::ParseError;

use crate::character_production::CharacterProduction;
use crate::production_set::ProductionId;
use crate::text::Text;
use crate::tree::TreeText;

/// A production of a grammar.
///
/// The enum of a generated grammar implements it, and so can a number together with the grammar
/// that it belongs to.
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

    /// Returns the character productions of the grammar in the order of
    /// [`CharacterProduction::sort`]: the largest FIRST set first, and equal sizes in the order
    /// of the grammar. Errors name characters by them.
    fn character_productions(grammar: &Self::Grammar) -> &[CharacterProduction];

    /// Consumes the longest prefix that the production derives, and returns it.
    ///
    /// # Errors
    ///
    /// Returns nom's error for the last attempt if the production derives no prefix of the input.
    fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E>;
}
