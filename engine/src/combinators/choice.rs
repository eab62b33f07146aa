//! Alternatives: an earlier one may match less than a later one.

#![expect(
    clippy::inline_always,
    reason = "a prediction that is not inlined keeps its characters in memory"
)]

use core::marker::PhantomData;

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Mode, OutputMode, PResult, Parser};

use super::terminal::OneOf;
use super::{Unbuilt, failure};
use crate::text::Text;

/// Predicts an alternative from its FIRST set: runs it only before one of these characters, unless
/// the observer wants the characters expected here.
/// ```
/// use nom::Parser;
/// use rfcbnf_engine::combinators::{any_of, predicted};
///
/// let mut sign = predicted::<_, (), _>("+-", any_of("+-"));
/// assert_eq!(sign.parse("-1"), Ok(("1", "-")));
/// assert!(sign.parse("1").is_err());
/// ```
pub fn predicted<I, E, F>(
    first: impl OneOf,
    alternative: F,
) -> impl Parser<I, Output = I, Error = E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Output = I, Error = E>,
{
    Predicted {
        first,
        alternative,
        error: PhantomData,
    }
}

/// An alternative with its prediction. It is not a closure, because the compiler does not always
/// inline nom's call to a closure.
struct Predicted<C, F, E> {
    first: C,
    alternative: F,
    error: PhantomData<E>,
}

impl<I, C, F, E> Parser<I> for Predicted<C, F, E>
where
    I: Text,
    C: OneOf,
    E: ParseError<I>,
    F: Parser<I, Output = I, Error = E>,
{
    type Output = I;
    type Error = E;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, input: I) -> PResult<OM, I, I, E> {
        let is_predicted = input.first().is_some_and(|octet| self.first.has(octet));
        if is_predicted || input.observes_viable_prefix(0) {
            self.alternative.process::<OM>(input)
        } else {
            let error = || E::from_error_kind(input, ErrorKind::Alt);
            Err(Err::Error(OM::Error::bind(error)))
        }
    }
}

/// Matches the first alternative that matches, as nom's [`alt`](nom::branch::alt) does. It returns
/// as soon as one matches, which makes many [`predicted()`] alternatives faster.
/// ```
/// use nom::Parser;
/// use rfcbnf_engine::combinators::{first_of, literal, predicted};
///
/// let (one, two) = (predicted("1", literal("1.")), predicted("2", literal("2.")));
/// let mut parser = first_of::<_, (), _>((one, two, literal("3.")));
/// assert_eq!(parser.parse("2.0"), Ok(("0", "2.")));
/// assert!(parser.parse("4.0").is_err());
/// ```
pub fn first_of<I, E, A>(alternatives: A) -> impl Parser<I, Output = I, Error = E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    FirstOf {
        alternatives,
        error: PhantomData,
    }
}

/// The parser of [`first_of()`]. It is not a closure for the reason of [`Predicted`].
struct FirstOf<A, E> {
    alternatives: A,
    error: PhantomData<E>,
}

impl<I, E, A> Parser<I> for FirstOf<A, E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    type Output = I;
    type Error = E;

    #[inline(always)]
    fn process<OM: OutputMode>(&mut self, input: I) -> PResult<OM, I, I, E> {
        let (rest, ()) = match self.alternatives.first(input.clone()) {
            Ok(matched) => matched,
            Err(Err::Error(error)) => return Err(Err::Error(OM::Error::bind(|| error))),
            Err(Err::Failure(error)) => return Err(Err::Failure(error)),
            Err(Err::Incomplete(needed)) => return Err(Err::Incomplete(needed)),
        };
        let consumed = || input.before(&rest);
        let consumed = OM::Output::bind(consumed);
        Ok((rest, consumed))
    }
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

    /// Runs the first alternative that matches.
    ///
    /// # Errors
    ///
    /// Returns the errors of all alternatives if none matches, as nom's `alt` does.
    fn first(&mut self, input: I) -> IResult<I, (), E>
    where
        I: Clone,
        E: ParseError<I>,
    {
        let mut errors: Option<E> = None;
        for index in 0..self.count() {
            match self.alternative(index, input.clone()) {
                Err(Err::Error(error)) => errors = Some(joined(errors, error)),
                result => return result,
            }
        }
        Err(no_alternative(input, errors))
    }

    /// Runs the alternative with this index.
    ///
    /// # Errors
    ///
    /// Returns the error of the alternative.
    fn alternative(&mut self, index: usize, input: I) -> IResult<I, (), E>;
}

/// Returns the errors of alternatives that failed, as nom's `alt` joins them.
#[inline]
fn joined<I, E: ParseError<I>>(errors: Option<E>, error: E) -> E {
    match errors {
        Some(errors) => errors.or(error),
        None => error,
    }
}

/// Returns the error of alternatives that have all failed.
#[inline]
fn no_alternative<I, E: ParseError<I>>(input: I, errors: Option<E>) -> Err<E> {
    match errors {
        Some(errors) => Err::Error(E::append(input, ErrorKind::Alt, errors)),
        None => failure(input, ErrorKind::Alt),
    }
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

            // Not a loop, so that each prediction is next to its alternative.
            #[inline(always)]
            fn first(&mut self, input: I) -> IResult<I, (), Error> {
                let mut errors: Option<Error> = None;
                $(
                    match self.$index.process::<Unbuilt>(input.clone()) {
                        Err(Err::Error(error)) => errors = Some(joined(errors, error)),
                        result => return result,
                    }
                )+
                Err(no_alternative(input, errors))
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
