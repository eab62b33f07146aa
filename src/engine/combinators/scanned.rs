//! Productions that are passed over in one go where nobody asks what is inside them, or where
//! that can be told afterwards.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::production::under;
use super::{Characters, Text, Unbuilt, failure};
use crate::engine::Scan;
use crate::rules::Rule;

/// The production, by its automaton unless somebody hears of what is inside and it is no list.
#[inline]
pub(crate) fn scanned<I, E, F, const FUSED: bool>(
    rule: Rule,
    scan: &'static Scan<FUSED>,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    #[inline]
    move |input: I| {
        under(rule, &input, |inside| {
            let hears = inside.hears_inside(scan);
            if hears && !lists(&inside, scan) {
                return derived(&mut body, inside);
            }
            let octets = inside.octets();
            let passed = scan.pass_over(octets);
            if inside.hears_up_to(passed.length) {
                return derived(&mut body, inside);
            }
            inside.consuming(passed.length);
            match scan.longest_prefix(octets, &passed) {
                Some(length) if hears => Ok(inside.listing(scan, length)),
                Some(length) => Ok(inside.take_from(length)),
                None => Err(failure(inside, ErrorKind::Fail)),
            }
        })
    }
}

/// What is left after the body.
#[inline]
fn derived<I, E, F>(body: &mut F, inside: I) -> Result<I, Err<E>>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    let (rest, ()) = body.process::<Unbuilt>(inside)?;
    Ok(rest)
}

/// Whether all that is heard of what is inside can be told from a list.
#[inline]
fn lists<I: Text, const FUSED: bool>(inside: &I, scan: &Scan<FUSED>) -> bool {
    let derived_alone = !inside.hears_attempts() && inside.characters() == Characters::None;
    derived_alone && scan.list().is_some()
}
