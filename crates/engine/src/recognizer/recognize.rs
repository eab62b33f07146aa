//! Grammars that have a network: functions for their productions.

use alloc::sync::Arc;
use alloc::vec::Vec;
use core::ops::RangeInclusive;

use nom::IResult;
use nom::error::{ErrorKind, ParseError as NomError};

use super::{Cache, DefinitionId, LimitReached, Network, ParseError, Recognition, Undecided};
use crate::error::{Next, SyntaxError};
use crate::nom_function::no_match;
use crate::production::Production;
use crate::text::{AsInput, Text, TreeText as _};
use crate::trace::Trace;
use crate::tree::{Detail, NodeEvent, Tree};

/// A production of a grammar that has a [`Network`]. The enum of a generated grammar implements it if
/// productions recurse.
///
/// The definitions of the network have the ids of the productions. A network can give up, so the
/// functions that ask for this trait say so, where those for [`Parse`](crate::Parse) always have an answer.
///
/// ```
/// use std::fmt;
/// use std::sync::Arc;
///
/// use rfcbnf_engine::recognizer::{
///     Cache, Definition, Instruction, Network, Recognize, is_valid, parse_in_detail,
/// };
/// use rfcbnf_engine::{CharacterProduction, CharacterSet, Detail, Production, ProductionId};
///
/// /// A grammar of one production: `pair = "(" [ pair ] ")"`.
/// #[derive(Debug, Clone, Copy, PartialEq, Eq)]
/// struct Pair;
///
/// impl fmt::Display for Pair {
///     fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
///         formatter.write_str("pair")
///     }
/// }
///
/// impl Production for Pair {
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
/// impl Recognize for Pair {
///     fn with_network<T>(self, run: impl FnOnce(&Arc<Network>, &mut Cache) -> T) -> T {
///         let instructions = vec![
///             Instruction::Octet(CharacterSet::of("("), 1),
///             Instruction::Either(2, 3),
///             Instruction::Call(0, 3),
///             Instruction::Octet(CharacterSet::of(")"), 4),
///             Instruction::Return,
///         ];
///         let pair = Definition {
///             production: ProductionId::new(0),
///             start: 0,
///             is_called: true,
///             is_nullable: false,
///             excluded: Vec::new(),
///         };
///         run(&Arc::new(Network::new(instructions, vec![pair], false)), &mut Cache::new())
///     }
/// }
///
/// assert_eq!(is_valid(Pair, "(())"), Ok(true));
/// let tree = parse_in_detail(Pair, "(())", Detail::Rules)?;
/// assert_eq!(tree.iter().count(), 2);
/// let error = parse_in_detail(Pair, "(()", Detail::Rules).unwrap_err();
/// assert_eq!(error.syntax().unwrap().offset(), 3);
/// # Ok::<(), rfcbnf_engine::recognizer::ParseError<rfcbnf_engine::SyntaxError<Pair>>>(())
/// ```
pub trait Recognize: Production {
    /// Calls a function with the network of the grammar and what earlier texts have found out about it.
    fn with_network<T>(self, run: impl FnOnce(&Arc<Network>, &mut Cache) -> T) -> T;
}

/// Reads a text as far as it is the beginning of a text of the production.
///
/// # Errors
///
/// Returns [`LimitReached`] if the text takes more than a limit.
pub fn recognize<P: Recognize>(production: P, text: &[u8]) -> Result<Recognition, LimitReached> {
    answer(production, |network, cache| {
        network.recognize(cache, definition(production), text)
    })
}

/// Decides about a text without its tree.
///
/// # Errors
///
/// Returns [`LimitReached`] if the verdict is not known.
pub fn verdict<P: Recognize>(
    production: P,
    text: &[u8],
) -> Result<Result<(), SyntaxError<P>>, LimitReached> {
    let own = (production, definition(production));
    answer(production, |network, cache| {
        let known = network.recognize(cache, own.1, text)?;
        Ok(if known.accepts_all() {
            Ok(())
        } else {
            Err(network.error(cache, own, text, &known))
        })
    })
}

/// Returns what can follow a text, for completion: after a text that the production derives, too.
///
/// # Errors
///
/// Returns [`ParseError`] if no text of the production begins with this one, or if that is not known.
pub fn next<P: Recognize>(
    production: P,
    text: &[u8],
) -> Result<Next<P>, ParseError<SyntaxError<P>>> {
    let own = (production, definition(production));
    let facts = answer(production, |network, cache| {
        let known = network.recognize(cache, own.1, text)?;
        Ok::<_, LimitReached>(network.error(cache, own, text, &known))
    });
    let facts = facts.map_err(ParseError::from)?;
    Ok(Next::of(facts)?)
}

/// Returns whether the production derives the text.
///
/// # Errors
///
/// Returns [`LimitReached`] if the verdict is not known.
pub fn is_valid<P: Recognize>(production: P, text: impl AsRef<[u8]>) -> Result<bool, LimitReached> {
    Ok(recognize(production, text.as_ref())?.accepts_all())
}

/// Returns the longest prefix of the input that the production derives, and the rest, in the order
/// of [`str::split_at`]; `None` if it derives no prefix.
///
/// # Errors
///
/// Returns [`LimitReached`] if the prefix is not known.
#[expect(
    clippy::needless_pass_by_value,
    reason = "an input is a slice, and parsers of nom take it by value"
)]
pub fn match_prefix<P: Recognize, I: Text>(
    production: P,
    input: I,
) -> Result<Option<(I, I)>, LimitReached> {
    let longest = recognize(production, input.octets())?.longest;
    let longest = longest.filter(|length| input.divides_at(*length));
    Ok(longest.map(|length| (input.take(length), input.take_from(length))))
}

/// Parses the text as the production, with or without the character productions in the tree.
///
/// # Errors
///
/// Returns a [`ParseError`] if the production does not derive the text, or if that or the tree is not known.
pub fn parse_in_detail<P: Recognize, T: AsInput + ?Sized>(
    production: P,
    text: &T,
    detail: Detail,
) -> Result<Tree<'_, P>, ParseError<SyntaxError<P>>> {
    let own = (production, definition(production));
    answer(production, |network, cache| {
        if let Some(text) = P::Text::of(text) {
            return Ok(network.check(cache, own, text, detail)??);
        }
        // A production whose trees refer to a `str` derives nothing else.
        let text = text.as_input();
        let known = network.recognize(cache, own.1, text)?;
        Err(network.error(cache, own, text, &known).into())
    })
}

/// Parses the text as the production, and calls `visitor` for the start and the end of each node that its tree has, without
/// productions for single characters. [`visit`](crate::visit()) has an example.
///
/// # Errors
///
/// Returns a [`ParseError`] if the production does not derive the text: then there is no event. Or if that or the tree is not
/// known: then there can have been some of a text that is valid.
pub fn visit<P: Recognize, T: AsInput + ?Sized>(
    production: P,
    text: &T,
    mut visitor: impl FnMut(NodeEvent<P>),
) -> Result<(), ParseError<SyntaxError<P>>> {
    let own = (production, definition(production));
    answer(production, |network, cache| {
        Ok(network.visit(cache, own, text.as_input(), &mut visitor)??)
    })
}

/// Records the steps of the production over the text ([`trace`](mod@crate::trace)).
///
/// # Errors
///
/// Returns [`Undecided`] if the verdict is not known, or if the steps are not to be had.
pub fn trace<P: Recognize>(
    production: P,
    text: &[u8],
    detail: Detail,
) -> Result<Trace<'_, P>, Undecided> {
    let own = (production, definition(production));
    answer(production, |network, cache| {
        network.trace(cache, own, text, detail)
    })
}

/// Returns the nom parser of a production: it consumes the longest prefix that the production derives.
///
/// An error is where the longest viable prefix ends, as for [`production!`](crate::production!). Where the network
/// gives up, it fails with [`nom::Err::Failure`] and [`ErrorKind::TooLarge`], so no combinator takes that for a
/// mismatch.
pub fn recognized<P: Recognize, I: Text, E: NomError<I>>(
    production: P,
) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match match_prefix(production, input.clone()) {
        Ok(Some((matched, rest))) => Ok((rest, matched)),
        Ok(None) => Err(no_match(production, input)),
        Err(_) => Err(nom::Err::Failure(E::from_error_kind(
            input,
            ErrorKind::TooLarge,
        ))),
    }
}

/// Returns the length of the longest viable prefix of a text, in octets; `None` if the text takes more than a
/// limit. It is the [`Production::viable_prefix`] of a generated crate.
pub fn viable_prefix<P: Recognize>(production: P, text: &[u8]) -> Option<usize> {
    let known = recognize(production, text).ok()?;
    Some(known.furthest)
}

/// Asks the network, and empties a cache that has become large.
fn answer<P: Recognize, T>(production: P, ask: impl FnOnce(&Arc<Network>, &mut Cache) -> T) -> T {
    production.with_network(|network, cache| {
        let answer = ask(network, cache);
        cache.trim();
        answer
    })
}

/// Returns the characters that can follow a viable prefix of the texts of the production, in ascending
/// order; `None` if texts are octets, or if it takes too many steps. It is the
/// [`Production::characters_after`] of a generated crate.
pub fn characters_after<P: Recognize>(
    production: P,
    prefix: &[u8],
) -> Option<Vec<RangeInclusive<char>>> {
    let definition = definition(production);
    production.with_network(|network, cache| network.characters_after(cache, definition, prefix))
}

/// Returns the definition of a production. A network has the productions first, in their order.
fn definition<P: Production>(production: P) -> DefinitionId {
    DefinitionId::try_from(production.id().index()).unwrap_or(DefinitionId::MAX)
}
