//! Productions that have a DFA as well as combinators.

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::production::under;
use super::{Unbuilt, failure};
use crate::dfa::Dfa;
use crate::production_set::ProductionId;
use crate::text::{Characters, Text};

/// Matches a production: its DFA consumes the text, unless the input wants events that only the
/// body reports. [`dfa`](crate::dfa) has an example.
#[inline]
pub fn with_dfa<I, E, F, const NESTED: bool>(
    production: impl Into<ProductionId>,
    dfa: &'static Dfa<NESTED>,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    let production = production.into();
    #[inline]
    move |input: I| {
        under(production, &input, |inside| {
            'dfa: {
                let is_observed = inside.observes_inside(NESTED);
                if is_observed && !dfa_suffices(&inside, dfa) {
                    break 'dfa;
                }
                let octets = inside.octets();
                let prefix = dfa.viable_prefix(octets);
                if inside.observes_viable_prefix(prefix.length) {
                    break 'dfa;
                }
                inside.consuming(prefix.length);
                return match dfa.longest_match(octets, prefix) {
                    Some(end) if is_observed => Ok(inside.consuming_nodes(dfa, end)),
                    Some(end) => Ok(inside.take_from(end.length)),
                    None => Err(failure(inside, ErrorKind::Fail)),
                };
            }
            let (rest, ()) = body.process::<Unbuilt>(inside)?;
            Ok(rest)
        })
    }
}

/// Returns whether the DFA knows all events that the input wants.
#[inline]
fn dfa_suffices<I: Text, const NESTED: bool>(inside: &I, dfa: &Dfa<NESTED>) -> bool {
    let only_derived = !inside.observes_attempts() && inside.characters() == Characters::None;
    only_derived && dfa.knows_nodes(inside.first())
}
