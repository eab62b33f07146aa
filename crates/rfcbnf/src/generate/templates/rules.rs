//! The productions of the grammar: a module for each heading, a function for each production.
//!
%if recursive%
//! A production is a combinator of nom: it consumes the longest prefix of its input that the grammar derives from it,
//! and returns the rest and that prefix. A production that reaches no recursion has a body, which nom runs. The
//! engine's recognizer reads the inputs of the others, and makes verdicts, trees and traces of all.
%else%
//! A production is a combinator of nom: it consumes the longest prefix of its input that the grammar derives from it,
//! and returns the rest and that prefix. nom runs its body, and so does everything else: verdicts, trees, spans and
//! traces.
%end%
//!
//! A body is the expression of the production inside one of four [combinators](rfcbnf_engine::combinators):
//! `production` opens and closes its node; `with_dfa` has a DFA that reads the text if nobody asks for the nodes inside;
//! `decided` has a DFA that chooses the alternative; `character` has the sets of characters that decide most matches.
//! These tables are constants in `tables`, under the name of the production. The macro
//! [`production!`](rfcbnf_engine::production!) makes the function of nom.
//!
//! ```
%example%//! ```
//!
//! # Errors
//!
//! Each function fails with `Err::Error` if its production derives no prefix of the input. The input of the error
//! begins where the longest viable prefix ends; its kind is `Eof` if that is the end of the input, and else
//! `OneOf`. [`parse`](%root%::parse()) returns an error that says what could stand there.
%if recursive%
//!
//! A function without a body fails with `Err::Failure` if the input takes more than the recognizer's limit.
%end%
#![allow(clippy::missing_errors_doc, reason = "the module documents the errors of all functions")]

%modules%
use %nom%::IResult;
use %nom%::error::ParseError;
%if recursive%
use rfcbnf_engine::Text;
%else%
use rfcbnf_engine::{CharacterTable, Collector, Parse, ProductionId, SyntaxError, Text};
%end%

pub use %root%::tables::rule::Rule;

/// Runs the nom function of a production that is chosen at run time.
///
/// ```
/// use %crate%::{Rule, rules};
///
/// let rule: Rule = %name%.parse()?;
/// assert_eq!(rules::parse_prefix::<_, ()>(rule, %text%), Ok((%rest%, %matched%)));
/// # Ok::<(), %crate%::UnknownRule>(())
/// ```
pub fn parse_prefix<I: Text, E: ParseError<I>>(rule: Rule, input: I) -> IResult<I, I, E> {
%if recursive%
    match rule {
%functions%    }
%else%
    rule.parse_prefix(input)
%end%
}

%unless recursive%
/// How the engine runs a production that is chosen at run time: by its body. A table has the errors in other texts.
impl Parse for Rule {
%if has-tables%
    const HAS_CHARACTER_TABLES: bool = true;

%end%
    fn read<C: Collector>(self, collector: &mut C, at: usize) -> Option<usize> {
        match self {
%bodies-of-rules%        }
    }

    fn error(self, text: &[u8]) -> SyntaxError<Self> {
        %root%::tables::errors::error(self, text)
    }

    fn character_table((): &(), production: ProductionId) -> Option<&CharacterTable> {
%if has-tables%
        Some(%root%::tables::character_tables::character_table(production.into()))
%else%
        %root%::tables::character_tables::character_table(production.into())
%end%
    }
}

%end%
/// The bodies of the productions, by which they name each other.
#[doc(hidden)]
pub mod bodies {
%bodies%}
