//! Alternatives: an earlier one may match less than a later one.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::terminal::OneOf;
use super::{Unbuilt, failure};
use crate::text::Text;

/// Predicts an alternative from its FIRST set: runs it only before one of these characters, unless
/// the observer wants the characters expected here.
/// ```
/// use rfcbnf_engine::combinators::{any_of, predicted};
///
/// let mut sign = predicted::<_, (), _>("+-", any_of("+-"));
/// assert_eq!(sign("-1"), Ok(("1", "-")));
/// assert!(sign("1").is_err());
/// ```
pub fn predicted<I, E, F>(
    first: impl OneOf,
    mut alternative: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: FnMut(I) -> IResult<I, I, E>,
{
    #[inline]
    move |input: I| {
        let next = input.octets().first();
        let is_predicted = next.is_some_and(|&octet| first.has(octet));
        if is_predicted || input.observes_viable_prefix(0) {
            attempt(&mut alternative, input)
        } else {
            Err(failure(input, ErrorKind::Alt))
        }
    }
}

/// Runs the alternative. It is not inlined, so that the prediction can be.
#[inline(never)]
fn attempt<I, E>(
    alternative: &mut impl FnMut(I) -> IResult<I, I, E>,
    input: I,
) -> IResult<I, I, E> {
    alternative(input)
}

/// Matches the alternative with the longest match; the first if several match as much.
/// ```
/// use rfcbnf_engine::combinators::{literal, longest};
///
/// let mut parser = longest::<_, (), _>((literal("a"), literal("ab")));
/// assert_eq!(parser("abc"), Ok(("c", "ab")));
/// ```
pub fn longest<I, E, A>(mut alternatives: A) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    move |input: I| choose(&mut alternatives, input)
}

/// Looks ahead with every alternative and chooses the longest match.
fn choose<I, E, A>(alternatives: &mut A, input: I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    let mut best: Option<(usize, I)> = None;
    for index in 0..alternatives.count() {
        match alternatives.alternative(index, input.lookahead()) {
            Ok((rest, ())) => {
                if best
                    .as_ref()
                    .is_none_or(|(_, other)| rest.input_len() < other.input_len())
                {
                    best = Some((index, rest));
                }
            }
            Err(Err::Error(_)) => {}
            Err(error) => return Err(error),
        }
    }
    let Some((index, mut rest)) = best else {
        return Err(failure(input, ErrorKind::Alt));
    };
    if input.is_observed() {
        (rest, ()) = alternatives.alternative(index, input.clone())?;
    }
    let consumed = input.before(&rest);
    Ok((rest, consumed))
}

/// Matches the alternative with the longest match. `order` ranks the alternatives by index: no
/// match is longer than an earlier one in this order, so the first match is the longest.
/// ```
/// use rfcbnf_engine::combinators::{literal, ranked};
///
/// // "ab", with index 1, is longer than "a" wherever both match.
/// let mut parser = ranked::<_, (), _>(&[1, 0], (literal("a"), literal("ab")));
/// assert_eq!(parser("abc"), Ok(("c", "ab")));
/// assert_eq!(parser("ac"), Ok(("c", "a")));
/// ```
pub fn ranked<I, E, A>(order: &[usize], mut alternatives: A) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    move |input: I| {
        if input.observes_attempts() {
            // Another alternative may fail further on, which the observer wants as well.
            return choose(&mut alternatives, input);
        }
        for &index in order {
            match alternatives.alternative(index, input.clone()) {
                Ok((rest, ())) => {
                    let consumed = input.before(&rest);
                    return Ok((rest, consumed));
                }
                Err(Err::Error(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Err(failure(input, ErrorKind::Alt))
    }
}

/// Parsers to choose from, such as a tuple of them.
/// ```
/// use rfcbnf_engine::combinators::{Alternatives, literal};
///
/// let mut tuple = (literal::<_, ()>("a"), literal("ab"));
/// assert_eq!(tuple.alternative(1, "abc"), Ok(("c", ())));
/// assert_eq!(tuple.count(), 2);
/// ```
pub trait Alternatives<I, E> {
    /// Returns the number of alternatives.
    fn count(&self) -> usize;

    /// Runs the alternative with this index.
    ///
    /// # Errors
    ///
    /// Returns the error of the alternative.
    fn alternative(&mut self, index: usize, input: I) -> IResult<I, (), E>;
}

macro_rules! alternatives {
    ($($parser:ident $index:tt),+) => {
        impl<I: Text, Error: ParseError<I>, $($parser: Parser<I, Error = Error>),+> Alternatives<I, Error>
            for ($($parser,)+)
        {
            #[inline]
            fn count(&self) -> usize {
                [$($index),+].len()
            }

            fn alternative(&mut self, index: usize, input: I) -> IResult<I, (), Error> {
                match index {
                    $($index => self.$index.process::<Unbuilt>(input),)+
                    _ => Err(failure(input, ErrorKind::Alt)),
                }
            }
        }
    };
}

alternatives!(A 0, B 1);
alternatives!(A 0, B 1, C 2);
alternatives!(A 0, B 1, C 2, D 3);
alternatives!(A 0, B 1, C 2, D 3, F 4);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12, P 13);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12, P 13, Q 14);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12, P 13, Q 14, R 15);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12, P 13, Q 14, R 15, S 16);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12, P 13, Q 14, R 15, S 16, T 17);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12, P 13, Q 14, R 15, S 16, T 17, U 18);
alternatives!(A 0, B 1, C 2, D 3, F 4, G 5, H 6, J 7, K 8, L 9, M 10, N 11, O 12, P 13, Q 14, R 15, S 16, T 17, U 18, V 19);
