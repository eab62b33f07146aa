//! Terminals: literals, and alternations of one-character literals.

use std::marker::PhantomData;

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Mode, OutputMode, PResult, Parser};

use super::failure;
use crate::character_set::CharacterSet;
use crate::text::Text;

/// Matches `"text"`.
#[inline]
#[must_use]
pub fn literal<I: Text, E: ParseError<I>>(text: &str) -> impl Parser<I, Output = I, Error = E> {
    Literal {
        text,
        matches: |found, wanted| found == wanted,
        expected: CharacterSet::of,
        error: PhantomData,
    }
}

/// Matches `"text"`, its letters in either case.
#[inline]
#[must_use]
pub fn literal_any_case<I: Text, E: ParseError<I>>(
    text: &str,
) -> impl Parser<I, Output = I, Error = E> {
    Literal {
        text,
        matches: |found: u8, wanted| found.eq_ignore_ascii_case(&wanted),
        expected: |one: &str| CharacterSet::of(one).any_case(),
        error: PhantomData,
    }
}

/// A literal. It is not a closure, because the compiler does not always inline nom's call to a
/// closure.
struct Literal<'t, M, C, E> {
    text: &'t str,
    matches: M,
    expected: C,
    error: PhantomData<E>,
}

impl<I, M, C, E> Parser<I> for Literal<'_, M, C, E>
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
        if self.matches_at(&input) {
            let (rest, consumed) = input.take_split(self.text.len());
            Ok((rest, OM::Output::bind(|| consumed)))
        } else {
            let error = || E::from_error_kind(input, ErrorKind::Tag);
            Err(Err::Error(OM::Error::bind(error)))
        }
    }
}

impl<M, C, E> Literal<'_, M, C, E>
where
    M: Fn(u8, u8) -> bool,
    C: Fn(&str) -> CharacterSet,
{
    #[inline]
    fn matches_at(&self, input: &impl Text) -> bool {
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
            self.matches_octet_by_octet_at(input)
        }
    }

    /// Compares a text that does not match at once: it differs, or its case does.
    #[inline(never)]
    fn matches_octet_by_octet_at(&self, input: &impl Text) -> bool {
        let pairs = input.octets().iter().zip(self.text.as_bytes());
        let length = pairs
            .take_while(|&(&found, &wanted)| (self.matches)(found, wanted))
            .count();
        input.consuming(length);
        let is_match = length == self.text.len();
        if !is_match {
            input.expecting(length, || (self.expected)(&self.text[length..=length]));
        }
        is_match
    }
}

/// Matches `"a" | "b" | …`: one of the characters.
pub fn any_of<I: Text, E: ParseError<I>>(characters: &str) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match input.octets().first() {
        Some(octet) if characters.as_bytes().contains(octet) => Ok(one(&input)),
        _ => {
            input.expecting(0, || CharacterSet::of(characters));
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// Matches `"a" | "b" | …`: one of the characters, letters in either case.
pub fn any_of_any_case<I: Text, E: ParseError<I>>(
    characters: &str,
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

/// Consumes one octet. Returns the rest and the octet.
pub(super) fn one<I: Text>(input: &I) -> (I, I) {
    input.consuming(1);
    input.take_split(1)
}
