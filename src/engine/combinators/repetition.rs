//! Repetitions of which each round ends in one place only.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::{CharacterSet, Characters, Text, Unbuilt, failure};

/// `least*[ body ]`, where each of the characters in `quick` is a round of its own: nobody
/// asks the body about them, unless somebody listens to the character productions.
pub(crate) fn run<I, E, F>(
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
        let passed = input.before(&rest);
        Ok((rest, passed))
    }
}

/// `least*most[ body ]`.
pub(crate) fn repeat<I, E, F>(
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
                Ok((next, ())) if next.input_len() < rest.input_len() => rest = next,
                Ok((next, ())) => {
                    // A round of nothing can be had as often as is asked for.
                    rest = next;
                    rounds = rounds.max(least);
                    break;
                }
                Err(Err::Error(_)) => break,
                Err(error) => return Err(error),
            }
            rounds += 1;
        }
        if rounds < least {
            return Err(failure(input, ErrorKind::Many0));
        }
        let passed = input.before(&rest);
        Ok((rest, passed))
    }
}
