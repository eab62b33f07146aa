//! Parts that backtrack, so that the rest can match.
//!
//! Each function tries the rest after every end of the first part. It chooses the pair with the
//! longest match; among equally long ones, the first in priority order.
//!
//! ```
//! use rfcbnf_engine::combinators::{backtrack, literal};
//!
//! // *"a" "ab": a repetition that does not backtrack would leave no "a" for the rest.
//! let (body, rest) = (literal("a"), literal("ab"));
//! assert_eq!(backtrack::many::<_, (), _, _>(0, None, body, rest)("aaab!"), Ok(("!", ())));
//! ```

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::{Unbuilt, failure};
use crate::text::Text;

/// Matches `[ body ] rest`: tries the rest with and without the body.
/// ```
/// use rfcbnf_engine::combinators::{backtrack, literal};
///
/// let mut parser = backtrack::optional::<_, (), _, _>(literal("a"), literal("ab"));
/// assert_eq!(parser("aab"), Ok(("", ())));
/// assert_eq!(parser("ab"), Ok(("", ())));
/// ```
pub fn optional<I, E, F, G>(mut body: F, mut rest: G) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let present = body.process::<Unbuilt>(input.lookahead());
        let present = present.and_then(|(middle, ())| rest.process::<Unbuilt>(middle));
        let absent = rest.process::<Unbuilt>(input.lookahead());
        let is_absent = match (&present, &absent) {
            (Ok((with, ())), Ok((without, ()))) => with.input_len() > without.input_len(),
            (present, _) => present.is_err(),
        };
        if !input.is_observed() {
            return if is_absent { absent } else { present };
        }
        let middle = if is_absent {
            input
        } else {
            body.process::<Unbuilt>(input)?.0
        };
        rest.process::<Unbuilt>(middle)
    }
}

/// Matches `[ body ] rest`, where the rest alone never matches as much as body and rest.
/// ```
/// use rfcbnf_engine::combinators::{any_of, backtrack, literal};
///
/// let mut parser = backtrack::greedy_optional::<_, (), _, _>(literal("-"), any_of("01"));
/// assert_eq!(parser("-1"), Ok(("", ())));
/// assert_eq!(parser("1"), Ok(("", ())));
/// ```
pub fn greedy_optional<I, E, F, G>(mut body: F, mut rest: G) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let present = body.process::<Unbuilt>(input.clone());
        match present.and_then(|(middle, ())| rest.process::<Unbuilt>(middle)) {
            Err(Err::Error(_)) => rest.process::<Unbuilt>(input),
            result => result,
        }
    }
}

/// Matches `least*most[ body ] rest`, where the rest alone never matches as much as one more round.
/// ```
/// use rfcbnf_engine::combinators::{any_of, backtrack, literal};
///
/// // 1*3[ digit ] "."
/// let digit = any_of("0123456789");
/// let mut parser = backtrack::greedy_many::<_, (), _, _>(1, Some(3), digit, literal("."));
/// assert_eq!(parser("127.0"), Ok(("0", ())));
/// assert!(parser("1270.0").is_err());
/// ```
pub fn greedy_many<I, E, F, G>(
    least: usize,
    most: Option<usize>,
    mut body: F,
    mut rest: G,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let mut here = input.clone();
        let mut before = None;
        let mut rounds = 0;
        while most.is_none_or(|most| rounds < most)
            && let Some(next) = round(&mut body, &here)?
        {
            before = Some(core::mem::replace(&mut here, next));
            rounds += 1;
        }
        if rounds >= least
            && let Ok(done) = rest.process::<Unbuilt>(here)
        {
            return Ok(done);
        }
        if rounds > least
            && let Some(before) = before
            && let Ok(done) = rest.process::<Unbuilt>(before)
        {
            return Ok(done);
        }
        // Several rounds may be too many: only lookahead finds the number.
        many(
            least,
            most,
            |input| body.process::<Unbuilt>(input),
            |input| rest.process::<Unbuilt>(input),
        )(input)
    }
}

/// Matches `least*most[ body ] rest`: backtracks by whole rounds, the last first.
/// ```
/// use rfcbnf_engine::combinators::{any_of, backtrack};
///
/// // 1*[ letter ] letter: the rest takes the last letter.
/// let letter = || any_of("ab");
/// let mut parser = backtrack::many::<_, (), _, _>(1, None, letter(), letter());
/// assert_eq!(parser("abba"), Ok(("", ())));
/// assert!(parser("a").is_err());
/// ```
pub fn many<I, E, F, G>(
    least: usize,
    most: Option<usize>,
    mut body: F,
    mut rest: G,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let mut best: Option<(I, I)> = None;
        let mut here = input.clone();
        let mut rounds = 0;
        loop {
            if rounds >= least
                && let Ok((end, ())) = rest.process::<Unbuilt>(here.lookahead())
                && best
                    .as_ref()
                    .is_none_or(|(_, other)| end.input_len() <= other.input_len())
            {
                best = Some((here.clone(), end));
            }
            if most == Some(rounds) {
                break;
            }
            let Some(next) = round(&mut body, &here)? else {
                break;
            };
            here = next;
            rounds += 1;
        }
        match best {
            Some((start, _)) if start.is_observed() => rest.process::<Unbuilt>(start),
            Some((_, end)) => Ok((end, ())),
            None => Err(failure(input, ErrorKind::Many0)),
        }
    }
}

/// Runs one more round. Returns the rest, or `None` if the round fails or is empty.
#[inline]
fn round<I: Text, E: ParseError<I>>(
    body: &mut impl Parser<I, Error = E>,
    here: &I,
) -> Result<Option<I>, Err<E>> {
    match body.process::<Unbuilt>(here.clone()) {
        Ok((next, ())) if next.input_len() < here.input_len() => Ok(Some(next)),
        Ok(_) | Err(Err::Error(_)) => Ok(None),
        Err(error) => Err(error),
    }
}
