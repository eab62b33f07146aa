//! Lazy parts: a reading makes them as short as the rest allows.

use nom::error::ParseError;
use nom::{IResult, Parser};

use super::Unbuilt;
use super::terminal::OneOf;
use crate::text::Text;

/// Matches `first rest`, where `first` alone derives every text that both derive together.
///
/// Matches as much as `first` does. Within that match, `first` is as short as possible while
/// `rest` derives the remainder, which is empty or begins with a character in `begins`.
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{any_of, run, shortest_within};
///
/// // Every derivation has the same text; the tree has the shortest first part.
/// let run = |characters| run(0, CharacterSet::EMPTY, any_of(characters));
/// let mut parser = shortest_within::<_, (), _, _>("b", run("ab"), run("b"));
/// assert_eq!(parser("abb!"), Ok(("!", ())));
/// ```
pub fn shortest_within<I, E, F, G>(
    begins: impl OneOf,
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
        if !input.is_observed() || input.observes_every_attempt() {
            // `first` has made every attempt already.
            return Ok((end, ()));
        }
        let reached = input.input_len() - end.input_len();
        let (left, ()) = input.within(reached, |cut| {
            let silent = cut.silent();
            let complete = |length: &usize| {
                derives_all(&mut rest, silent.take_from(*length))
                    && derives_up_to(&mut first, &silent, *length)
            };
            let octets = cut.octets().iter().enumerate();
            let mut starts = octets
                .filter(|&(start, &octet)| begins.has(octet) && cut.divides_at(start))
                .map(|(start, _)| start);
            let length = starts.find(complete).unwrap_or(reached);
            let (left, ()) = cut.within(length, |part| first.process::<Unbuilt>(part))?;
            rest.process::<Unbuilt>(cut.after(&left, length))
        })?;
        Ok((input.after(&left, reached), ()))
    }
}

/// Matches `first rest`, as long as possible together. Within that match, `first` is as short as
/// possible while `rest` derives the remainder, which is empty or begins with a character in
/// `begins`.
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{any_of, literal, run, shortest};
///
/// // *( "a" | "b" ) [ "bc" ]: the first part ends before the "bc".
/// let first = run(0, CharacterSet::EMPTY, any_of("ab"));
/// let rest = nom::combinator::opt(literal("bc"));
/// assert_eq!(shortest::<_, (), _, _>("b", first, rest)("abbc!"), Ok(("!", ())));
/// ```
pub fn shortest<I, E, F, G>(
    begins: impl OneOf,
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
        let silent = input.silent();
        let mut best: Option<(usize, usize)> = None;
        // With an empty rest, the longest first part gives the longest match.
        let octets = silent.octets().iter().take(longest).enumerate();
        let starts = octets
            .filter(|&(start, &octet)| begins.has(octet) && silent.divides_at(start))
            .map(|(start, _)| start);
        for length in core::iter::once(longest).chain(starts) {
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
        if input.observes_every_attempt() {
            // The rest can follow every end of the first part.
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

/// Returns whether the parser derives the whole input.
fn derives_all<I: Text, E: ParseError<I>>(
    parser: &mut impl Parser<I, Error = E>,
    input: I,
) -> bool {
    matches!(parser.process::<Unbuilt>(input), Ok((left, ())) if left.input_len() == 0)
}

/// Returns whether the parser derives the next `length` octets.
fn derives_up_to<I: Text, E: ParseError<I>>(
    parser: &mut impl Parser<I, Error = E>,
    input: &I,
    length: usize,
) -> bool {
    input.within(length, |part| derives_all(parser, part))
}
