//! Productions that have a DFA as well as combinators.

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::production::under;
use super::{Unbuilt, failure};
use crate::dfa::Dfa;
#[cfg(feature = "dense")]
use crate::dfa::{DenseDfa, List};
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
                let end = dfa.longest_match(octets, prefix);
                return match end.filter(|end| inside.divides_at(end.length)) {
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

/// Matches a production with a DFA that is made at run time. The DFA consumes the text, unless the input
/// wants events that only the body reports. `is_nested` says whether trees of the production hold other
/// productions than those of characters, and `list` that these are the elements of a list.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, run, with_dense_dfa};
/// use rfcbnf_engine::dfa::DenseDfa;
/// use rfcbnf_engine::{CharacterSet, ProductionId};
///
/// const A: CharacterSet = CharacterSet::of("a");
/// let steps = [None, Some(1), None, Some(1)];
/// let dfa = DenseDfa::new(|octet| u8::from(octet == b'a'), &steps, &[false, true]).unwrap();
/// let body = run(1, A, any_of(A));
/// let mut many = with_dense_dfa::<_, (), _>(ProductionId::new(0), false, None, &dfa, body);
/// assert_eq!(many("aa/"), Ok(("/", "aa")));
/// ```
#[cfg(feature = "dense")]
pub fn with_dense_dfa<I, E, F>(
    production: impl Into<ProductionId>,
    is_nested: bool,
    list: Option<List>,
    dfa: &DenseDfa,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    let production = production.into();
    move |input: I| {
        under(production, &input, |inside| {
            let is_observed = inside.observes_inside(is_nested);
            if !is_observed || list.is_some() && wants_nodes_only(&inside) {
                let (viable, longest) = dfa.longest_match(inside.octets());
                if !inside.observes_viable_prefix(viable) {
                    inside.consuming(viable);
                    let end = longest.filter(|length| inside.divides_at(*length));
                    return match (end, list) {
                        (Some(length), Some(list)) if is_observed && inside.is_observed() => {
                            Ok(inside.consuming_list(list, length))
                        }
                        (Some(length), _) => Ok(inside.take_from(length)),
                        (None, _) => Err(failure(inside, ErrorKind::Fail)),
                    };
                }
            }
            let (rest, ()) = body.process::<Unbuilt>(inside)?;
            Ok(rest)
        })
    }
}

/// Returns whether the DFA knows all events that the input wants.
#[inline]
fn dfa_suffices<I: Text, const NESTED: bool>(inside: &I, dfa: &Dfa<NESTED>) -> bool {
    wants_nodes_only(inside) && dfa.knows_nodes(inside.first())
}

/// Returns whether the input wants the nodes without those of characters, and no attempts.
#[inline]
fn wants_nodes_only<I: Text>(inside: &I) -> bool {
    !inside.observes_attempts() && inside.characters() == Characters::None
}
