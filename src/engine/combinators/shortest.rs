//! Parts that a reading makes as short as lets the rest derive.

use nom::error::ParseError;
use nom::{IResult, Parser};

use super::{Text, Unbuilt};

/// `first rest`, where whatever the two derive together, `first` derives alone. Reaches as
/// far as `first` does; within that, `first` is as short as lets `rest` derive the remainder,
/// which begins with one of the characters in `begins` unless it is empty.
pub(crate) fn shortest_within<I, E, F, G>(
    begins: &'static str,
    mut first: F,
    mut rest: G,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let (end, ()) = first.process::<Unbuilt>(input.clone())?;
        if !input.is_heard() || input.asks_for_attempts() {
            // `first` looked for all that could be looked for.
            return Ok((end, ()));
        }
        let reached = input.input_len() - end.input_len();
        let (left, ()) = input.within(reached, |cut| {
            let silent = cut.muted();
            let complete = |length: &usize| {
                derives_all(&mut rest, silent.take_from(*length))
                    && derives_up_to(&mut first, &silent, *length)
            };
            let octets = cut.octets().iter().enumerate();
            let mut places = octets
                .filter(|(_, octet)| begins.as_bytes().contains(octet))
                .map(|(place, _)| place);
            let length = places.find(complete).unwrap_or(reached);
            let (left, ()) = cut.within(length, |part| first.process::<Unbuilt>(part))?;
            rest.process::<Unbuilt>(cut.after(&left, length))
        })?;
        Ok((input.after(&left, reached), ()))
    }
}

/// `first rest`: reaches as far as the two can together; within that, `first` is as short as
/// lets `rest` derive the remainder, which begins with one of the characters in `begins` unless
/// it is empty.
pub(crate) fn shortest<I, E, F, G>(
    begins: &'static str,
    mut first: F,
    mut rest: G,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
    G: Parser<I, Error = E>,
{
    move |input: I| {
        let (end, ()) = first.process::<Unbuilt>(input.clone())?;
        let longest = input.input_len() - end.input_len();
        let silent = input.muted();
        let mut best: Option<(usize, usize)> = None;
        // Where the rest is empty, it reaches furthest after the longest part.
        let octets = silent.octets().iter().take(longest).enumerate();
        let places = octets
            .filter(|(_, octet)| begins.as_bytes().contains(octet))
            .map(|(place, _)| place);
        for length in std::iter::once(longest).chain(places) {
            let Ok((left, ())) = rest.process::<Unbuilt>(silent.take_from(length)) else {
                continue;
            };
            let reached = input.input_len() - left.input_len();
            let better = best
                .is_none_or(|(other, most)| reached > most || (reached == most && length < other));
            if !better || !derives_up_to(&mut first, &silent, length) {
                continue;
            }
            best = Some((length, reached));
            if reached == input.input_len() && length < longest {
                break;
            }
        }
        if input.asks_for_attempts() {
            // What can follow, can follow every end of the part.
            for length in (0..=longest).filter(|&length| derives_up_to(&mut first, &silent, length))
            {
                let _ = rest.process::<Unbuilt>(input.take_from(length));
            }
        }
        let length = best.map_or(longest, |(length, _)| length);
        let (left, ()) = input.within(length, |part| first.process::<Unbuilt>(part))?;
        rest.process::<Unbuilt>(input.after(&left, length))
    }
}

/// Whether the parser takes the whole of the input.
fn derives_all<I: Text, E: ParseError<I>>(
    parser: &mut impl Parser<I, Error = E>,
    input: I,
) -> bool {
    matches!(parser.process::<Unbuilt>(input), Ok((left, ())) if left.input_len() == 0)
}

/// Whether the parser takes the whole of so many octets from here.
fn derives_up_to<I: Text, E: ParseError<I>>(
    parser: &mut impl Parser<I, Error = E>,
    input: &I,
    length: usize,
) -> bool {
    input.within(length, |part| derives_all(parser, part))
}
