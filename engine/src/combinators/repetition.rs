//! Repetitions in which each round can end at one offset only.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::{Unbuilt, failure};
use crate::character_set::CharacterSet;
use crate::text::{Characters, Text};

/// Matches `least*[ body ]`, where each character in `quick` is a round of its own. The body does
/// not run for these characters, unless the character productions are observed.
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
                if length > 0 {
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
