//! Productions that are passed over in one go where nobody asks what is inside them.

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::{Text, Unbuilt, failure, production};
use crate::Rule;
use crate::engine::Scan;

/// The production, by its automaton unless somebody hears of what is inside.
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
        production(rule, |inside: I| {
            if inside.hears_inside(scan) {
                return body.process::<Unbuilt>(inside);
            }
            let octets = inside.octets();
            let passed = scan.pass_over(octets);
            if inside.hears_up_to(passed.length) {
                return body.process::<Unbuilt>(inside);
            }
            inside.consuming(passed.length);
            match scan.longest_prefix(octets, &passed) {
                Some(length) => Ok((inside.take_from(length), ())),
                None => Err(failure(inside, ErrorKind::Fail)),
            }
        })(input)
    }
}
