//! Alternatives of which an earlier one may end before a later one.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::{Text, Unbuilt, failure};

/// An alternative whose words begin with one of the characters, its FIRST set: it is only
/// tried before one of them, unless somebody hears of what is looked for in vain.
pub(crate) fn predicted<I, E, F>(
    first: &'static str,
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
        let fits = next.is_some_and(|octet| first.bytes().any(|begins| begins == *octet));
        if fits || input.hears_up_to(0) {
            attempt(&mut alternative, input)
        } else {
            Err(failure(input, ErrorKind::Alt))
        }
    }
}

/// Calls the alternative, and is not inlined, so that what decides whether to call it is.
#[inline(never)]
fn attempt<I, E>(
    alternative: &mut impl FnMut(I) -> IResult<I, I, E>,
    input: I,
) -> IResult<I, I, E> {
    alternative(input)
}

/// The alternative that derives the longest prefix; the first of them where several do.
pub(crate) fn longest<I, E, A>(mut alternatives: A) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    move |input: I| choose(&mut alternatives, input)
}

/// Tries all alternatives, and goes on with the best.
fn choose<I, E, A>(alternatives: &mut A, input: I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    let mut best: Option<(usize, I)> = None;
    for index in 0..A::COUNT {
        match alternatives.alternative(index, input.trial()) {
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
    if input.is_heard() {
        (rest, ()) = alternatives.alternative(index, input.clone())?;
    }
    let passed = input.before(&rest);
    Ok((rest, passed))
}

/// The same where in that order, given by their numbers, none of the alternatives reaches further
/// than one before it: the first that derives a prefix derives the longest.
pub(crate) fn ranked<I, E, A>(
    order: &'static [usize],
    mut alternatives: A,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    A: Alternatives<I, E>,
{
    move |input: I| {
        if input.hears_attempts() {
            // What the others look for, they may look for further on.
            return choose(&mut alternatives, input);
        }
        for &index in order {
            match alternatives.alternative(index, input.clone()) {
                Ok((rest, ())) => {
                    let passed = input.before(&rest);
                    return Ok((rest, passed));
                }
                Err(Err::Error(_)) => {}
                Err(error) => return Err(error),
            }
        }
        Err(failure(input, ErrorKind::Alt))
    }
}

/// A tuple of parsers.
pub(crate) trait Alternatives<I, E> {
    /// How many there are.
    const COUNT: usize;

    /// Runs the one with that number.
    fn alternative(&mut self, index: usize, input: I) -> IResult<I, (), E>;
}

macro_rules! alternatives {
    ($($parser:ident $index:tt),+) => {
        impl<I: Text, Error: ParseError<I>, $($parser: Parser<I, Error = Error>),+> Alternatives<I, Error>
            for ($($parser,)+)
        {
            const COUNT: usize = [$($index),+].len();

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
