//! Terminals: literals, and alternations of one-character literals.

use std::marker::PhantomData;

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Mode, OutputMode, PResult, Parser};

use super::{CharacterSet, Text, failure};

/// `"text"`.
#[inline]
pub(crate) fn literal<I: Text, E: ParseError<I>>(
    text: &'static str,
) -> impl Parser<I, Output = I, Error = E> {
    Spelled {
        text,
        matches: |found, wanted| found == wanted,
        expected: CharacterSet::of,
        error: PhantomData,
    }
}

/// `"text"`, letters without regard to case.
#[inline]
pub(crate) fn literal_any_case<I: Text, E: ParseError<I>>(
    text: &'static str,
) -> impl Parser<I, Output = I, Error = E> {
    Spelled {
        text,
        matches: |found: u8, wanted| found.eq_ignore_ascii_case(&wanted),
        expected: |one: &str| CharacterSet::of(one).any_case(),
        error: PhantomData,
    }
}

/// A literal. It is no closure, because nom's way to call one is not inlined everywhere.
struct Spelled<M, C, E> {
    text: &'static str,
    matches: M,
    expected: C,
    error: PhantomData<E>,
}

impl<I, M, C, E> Parser<I> for Spelled<M, C, E>
where
    I: Text,
    M: Fn(u8, u8) -> bool,
    C: Fn(&str) -> CharacterSet,
    E: ParseError<I>,
{
    type Output = I;
    type Error = E;

    #[inline]
    fn process<OM: OutputMode>(&mut self, input: I) -> PResult<OM, I, I, E> {
        if self.stands_at(&input) {
            let (rest, passed) = input.take_split(self.text.len());
            Ok((rest, OM::Output::bind(|| passed)))
        } else {
            let error = || E::from_error_kind(input, ErrorKind::Tag);
            Err(Err::Error(OM::Error::bind(error)))
        }
    }
}

impl<M, C, E> Spelled<M, C, E>
where
    M: Fn(u8, u8) -> bool,
    C: Fn(&str) -> CharacterSet,
{
    #[inline]
    fn stands_at(&self, input: &impl Text) -> bool {
        let (octets, wanted) = (input.octets(), self.text.as_bytes());
        let begins = match (octets.first(), wanted.first()) {
            (Some(&found), Some(&wanted)) => (self.matches)(found, wanted),
            _ => false,
        };
        if !begins {
            input.expecting(0, || (self.expected)(&self.text[..1]));
            false
        } else if wanted.len() == 1 || octets.starts_with(wanted) {
            input.consuming(wanted.len());
            true
        } else {
            self.stands_octet_by_octet_at(input)
        }
    }

    /// Compares where the text is not there, or not in the same case.
    #[inline(never)]
    fn stands_octet_by_octet_at(&self, input: &impl Text) -> bool {
        let pairs = input.octets().iter().zip(self.text.as_bytes());
        let length = pairs
            .take_while(|&(&found, &wanted)| (self.matches)(found, wanted))
            .count();
        input.consuming(length);
        let stands = length == self.text.len();
        if !stands {
            input.expecting(length, || (self.expected)(&self.text[length..=length]));
        }
        stands
    }
}

/// `"a" | "b" | …`: one of the characters.
pub(crate) fn any_of<I: Text, E: ParseError<I>>(
    characters: &'static str,
) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match input.octets().first() {
        Some(octet) if characters.as_bytes().contains(octet) => Ok(one(&input)),
        _ => {
            input.expecting(0, || CharacterSet::of(characters));
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// `"a" | "b" | …`: one of the characters, letters without regard to case.
pub(crate) fn any_of_any_case<I: Text, E: ParseError<I>>(
    characters: &'static str,
) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match input.octets().first() {
        Some(octet)
            if characters
                .bytes()
                .any(|wanted| wanted.eq_ignore_ascii_case(octet)) =>
        {
            Ok(one(&input))
        }
        _ => {
            input.expecting(0, || CharacterSet::of(characters).any_case());
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// Passes over one octet: what is left, and the octet.
pub(super) fn one<I: Text>(input: &I) -> (I, I) {
    input.consuming(1);
    input.take_split(1)
}
