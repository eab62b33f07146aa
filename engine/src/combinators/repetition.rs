//! Repetitions in which each round can end at one offset only.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::{Unbuilt, failure};
use crate::character_set::CharacterSet;
use crate::text::{Characters, Text};

/// Matches `least*[ body ]`, where each character in `quick` is a round of its own. The body does
/// not run for these characters, unless the character productions are observed.
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{any_of, run};
///
/// const DIGITS: CharacterSet = CharacterSet::of("0123456789");
/// let mut digits = run::<_, (), _>(1, DIGITS, any_of(DIGITS));
/// assert_eq!(digits("80/x"), Ok(("/x", "80")));
/// assert!(digits("/x").is_err());
/// ```
pub fn run<I, E, F>(
    least: usize,
    quick: CharacterSet,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    move |input: I| {
        let mut rest = input.clone();
        let mut rounds = 0;
        loop {
            if rest.characters() != Characters::All {
                let octets = rest.octets();
                let length = octets
                    .iter()
                    .position(|&octet| !quick.contains(octet))
                    .unwrap_or(octets.len());
                if length > 0 && rest.divides_at(length) {
                    rest.consuming(length);
                    rest = rest.take_from(length);
                    rounds += length;
                }
            }
            match body.process::<Unbuilt>(rest.clone()) {
                Ok((next, ())) if next.input_len() < rest.input_len() => {
                    rest = next;
                    rounds += 1;
                }
                Ok(_) => break,
                Err(Err::Error(_)) if rounds >= least => break,
                Err(error) => return Err(error),
            }
        }
        let consumed = input.before(&rest);
        Ok((rest, consumed))
    }
}

/// Matches `least*most[ body ]`.
/// ```
/// use rfcbnf_engine::combinators::{any_of, repeat};
///
/// let mut two_or_three = repeat::<_, (), _>(2, Some(3), any_of("01"));
/// assert_eq!(two_or_three("0101"), Ok(("1", "010")));
/// assert!(two_or_three("0").is_err());
/// ```
pub fn repeat<I, E, F>(
    least: usize,
    most: Option<usize>,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    move |input: I| {
        let mut rest = input.clone();
        let mut rounds = 0;
        while most.is_none_or(|most| rounds < most) {
            match body.process::<Unbuilt>(rest.clone()) {
                // Beyond the least number, a round consumes something.
                Ok((next, ())) if next.input_len() == rest.input_len() && rounds >= least => break,
                Ok((next, ())) => rest = next,
                Err(Err::Error(_)) => break,
                Err(error) => return Err(error),
            }
            rounds += 1;
        }
        if rounds < least {
            return Err(failure(input, ErrorKind::Many0));
        }
        let consumed = input.before(&rest);
        Ok((rest, consumed))
    }
}
