//! Productions, as parsers run them and as results name them.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use nom::IResult;
use nom::error::ParseError;

use crate::character_production::CharacterProduction;
use crate::error::SyntaxError;
use crate::parse::error_by_combinators;
use crate::production_set::ProductionId;
use crate::text::Text;
use crate::tree::{CharacterTable, TreeCollector, TreeText, derives};

/// A production of a grammar, as results name it.
///
/// The enum of a generated grammar implements it, and so can a number together with the grammar
/// that it belongs to. A production that also has a parser implements [`Parse`]. One of a recognizer
/// has none: a recognizer can give up on a text, and a parser decides about every text.
///
/// ```
/// use std::fmt;
///
/// use nom::IResult;
/// use nom::error::ParseError;
/// use rfcbnf_engine::combinators::{any_of, production, run};
/// use rfcbnf_engine::{
///     CharacterProduction, CharacterSet, Parse, Production, ProductionId, Text, parse,
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
///     fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E> {
///         production(self.id(), run(1, DIGITS, any_of(DIGITS)))(input)
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

    /// Returns the characters that can follow a viable prefix of the texts, in ascending order; `None`,
    /// which is the default, if the grammar is one of octets or ASCII, or if finding them takes too much.
    fn characters_after(self, prefix: &[u8]) -> Option<Vec<RangeInclusive<char>>> {
        let _ = prefix;
        None
    }
}

/// A production with a parser, which decides about every text: the production derives it, or does
/// not and there is an error. Every function that runs a parser asks for this trait, such as
/// [`parse`](crate::parse()). [`Production`] has an example.
pub trait Parse: Production {
    /// Returns the error in a text that the production does not derive.
    ///
    /// The default is [`error_by_combinators`]. A production that has an
    /// [`ErrorTable`](crate::ErrorTable) takes one run over it.
    fn error(self, text: &[u8]) -> SyntaxError<Self> {
        error_by_combinators(self, text)
    }

    /// Returns the table of the character productions inside a production's nodes, by which
    /// [`parse_in_detail`](crate::parse_in_detail) adds them to a tree. Without a table, which is
    /// the default, combinators parse the text of each of its nodes once more.
    ///
    /// `rfcbnf` computes tables, and has none for a production whose octets do not decide alone.
    fn character_table(
        grammar: &Self::Grammar,
        production: ProductionId,
    ) -> Option<&CharacterTable> {
        let _ = (grammar, production);
        None
    }

    /// Returns whether the production derives the text.
    ///
    /// The default runs [`Parse::parse_prefix`]. Generated code takes [`derives`](crate::spans::derives),
    /// which has no input to hand on.
    fn derives(self, text: &[u8]) -> bool {
        derives(self, text)
    }

    /// Parses the text of a tree, and returns whether the production derives all of it.
    ///
    /// The default is [`TreeCollector::by_combinators`]. Generated code takes
    /// [`TreeCollector::by_spans`] if all productions have tables of their character productions: it is
    /// faster, and takes a quarter of the time to compile.
    fn parse_tree(self, tree: &mut TreeCollector<'_>) -> bool {
        tree.by_combinators(self)
    }

    /// Consumes the longest prefix that the production derives, and returns it.
    ///
    /// # Errors
    ///
    /// Returns nom's error for the last attempt if the production derives no prefix of the input.
    fn parse_prefix<I: Text, E: ParseError<I>>(self, input: I) -> IResult<I, I, E>;
}
